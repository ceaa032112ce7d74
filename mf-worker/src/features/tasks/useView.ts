import { msg } from '@piecework/i18n';
import { localStore } from '@piecework/web-kit';
import { useState, useSyncExternalStore } from 'react';

export const VIEWS = [
  { value: 'cards', label: msg('Cards'), icon: 'tasks' },
  { value: 'rows', label: msg('Rows'), icon: 'menu' },
] as const;
export type View = (typeof VIEWS)[number]['value'];

const KEY = 'piecework:task-view';

const phone = () => window.matchMedia?.('(max-width: 639.98px)');
const watchPhone = (listener: () => void) => {
  const query = phone();
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
};

/** The chosen view of this browser. A phone has only rows. */
export const useView = (): { view: View; choose: ((view: View) => void) | undefined } => {
  const isPhone = useSyncExternalStore(watchPhone, () => phone()?.matches ?? false);
  const [view, setView] = useState<View>(() => (localStore.get(KEY) === 'rows' ? 'rows' : 'cards'));
  const choose = (next: View) => {
    localStore.set(KEY, next);
    setView(next);
  };
  return { view: isPhone ? 'rows' : view, choose: isPhone ? undefined : choose };
};
