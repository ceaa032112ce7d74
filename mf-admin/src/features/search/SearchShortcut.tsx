import { useNavigate } from '@piecework/web-kit/router';
import { useEffect } from 'react';
import { paths } from '../../paths';

/** Ctrl + K, or ⌘ K, opens the search, but from no dialog. A single key would be pressed by speech input. */
export function SearchShortcut() {
  const navigate = useNavigate();
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey;
      if (!isShortcut || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      void navigate(paths.search);
    };
    addEventListener('keydown', open);
    return () => removeEventListener('keydown', open);
  }, [navigate]);
  return null;
}
