import { useEffect, useRef } from 'react';

export type Shortcuts = Readonly<Record<string, (() => void) | undefined>>;

/** By position on keyboards of other scripts. */
const letterOf = ({ key, code }: KeyboardEvent): string =>
  /^[a-z?]$/i.test(key) ? key.toLowerCase() : /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('textarea, select, input'));
const isTicking = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('[type=checkbox], [type=radio]');

/** Single-key shortcuts of a page or a dialog: 'a', 'shift+x', '?'. Inactive in fields, and while a dialog covers `layer`. */
export const useShortcuts = (keys: Shortcuts, layer: 'page' | 'dialog', isActive = true): void => {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (!isActive) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) && !isTicking(event.target)) return;
      if (document.querySelectorAll('dialog[open]').length > (layer === 'dialog' ? 1 : 0)) return;
      const letter = letterOf(event);
      const act = latest.current[event.shiftKey && letter !== '?' ? `shift+${letter}` : letter];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [layer, isActive]);
};
