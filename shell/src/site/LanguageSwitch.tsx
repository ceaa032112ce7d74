import { currentLanguage, LANGUAGES, type Language, setLanguage } from '@piecework/i18n';

/** Code and own name of each language. */
export const LANGUAGE_CHOICES = Object.entries(LANGUAGES) as [Language, string][];

/** Entries of the navbar's links, for visitors; the account menu has the same choice (P-9.14). */
export const LanguageSwitch = () =>
  LANGUAGE_CHOICES.map(([code, name]) => (
    <li key={code}>
      <button type="button" lang={code} aria-pressed={code === currentLanguage()} onClick={() => setLanguage(code)}>
        {name}
      </button>
    </li>
  ));
