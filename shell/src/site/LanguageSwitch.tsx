import { currentLanguage, LANGUAGES, type Language, setLanguage } from '@piecework/i18n';

/** Code and own name of each language. */
export const LANGUAGE_CHOICES = Object.entries(LANGUAGES) as [Language, string][];

/** Nothing reloads for the language that the page has. */
export const chooseLanguage = (language: Language): void => {
  if (language !== currentLanguage()) setLanguage(language);
};

/** Entries of the navbar's links, for visitors; the account menu has the same choice (P-9.14). */
export const LanguageSwitch = () =>
  LANGUAGE_CHOICES.map(([code, name]) => (
    <li key={code}>
      <button
        type="button"
        lang={code}
        aria-pressed={code === currentLanguage()}
        onClick={() => chooseLanguage(code)}
      >
        {name}
      </button>
    </li>
  ));
