import { t, translated } from '@piecework/i18n';
import type { Confirmation, Message, Toast } from './types';

/** Loaded with the first dialog: the signed-out home needs none. */
let loaded: Promise<typeof import('./swal')> | undefined;
const swal = () => {
  loaded ??= import('./swal').catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
};

/** Null when the chunk cannot load (offline, or removed by a redeploy): the callers fall back to native dialogs. */
const loadSwalOrNull = () => swal().catch(() => null);
const asText = (...parts: (string | undefined)[]) => parts.filter(Boolean).join('\n\n');

export const closeDialogs = (): void => {
  loaded?.then(({ close }) => close()).catch(() => undefined);
};

const showMessage = async (kind: 'success' | 'error', message: Message & { ms: number }): Promise<void> => {
  const opener = document.activeElement;
  const code = await loadSwalOrNull();
  if (code) await code.message(kind, message, opener);
  // A success is visible in the page itself.
  else if (kind === 'error') alert(asText(message.title, message.text));
};

/** Display times of dialogs and toasts (P-14.1). */
export const MESSAGE_MS = { short: 1500, medium: 2500, googleFailure: 5500, long: 6000 } as const;

export const dialogs = {
  confirm: async (confirmation: Confirmation): Promise<boolean> => {
    const opener = document.activeElement;
    const code = await loadSwalOrNull();
    if (code) return code.confirm(confirmation, opener);
    const { title = t('Are you sure?'), text, detail, warning, facts = [] } = confirmation;
    const lines = facts.map(({ label, value }) => `${label}: ${value}`).join('\n');
    return window.confirm(asText(title, detail, warning, lines, text));
  },
  success: (message: Message): Promise<void> => showMessage('success', { ms: MESSAGE_MS.short, ...message }),
  /** `text` may be the English message of an error, which is shown in the reader's language. */
  failure: (message: Partial<Message> & { text: string }): Promise<void> =>
    showMessage('error', { title: t('Error'), ms: MESSAGE_MS.medium, ...message, text: translated(message.text) }),
  toast: (toast: Toast): void => {
    void loadSwalOrNull().then((code) => code?.showToast(toast));
  },
  preload: async (): Promise<void> => {
    await loadSwalOrNull();
  },
};
