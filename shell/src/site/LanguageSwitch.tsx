import { currentLanguage, LANGUAGES, type Language, setLanguage } from '@piecework/i18n';
import { color, radius, space } from '@piecework/ui';
import { styled } from 'styled-components';

/** Code and own name of each language. */
export const LANGUAGE_CHOICES = Object.entries(LANGUAGES) as [Language, string][];

/** Nothing reloads for the language that the page has. */
export const chooseLanguage = (language: Language): void => {
  if (language !== currentLanguage()) setLanguage(language);
};

const Group = styled.div`
  display: flex;
  gap: ${space(1)};

  button {
    min-width: 44px;
    min-height: 44px;
    padding: 0 ${space(3)};
    border: 0;
    border-radius: ${radius.control};
    background: none;
    color: ${color.soft};
    font: inherit;
    cursor: pointer;
  }
  button:hover {
    background: ${color.sunk};
  }
  [aria-pressed='true'] {
    color: ${color.ink};
    font-weight: 600;
    text-decoration: underline 2px;
    text-underline-offset: 0.3em;
  }
`;

/** For visitors; the account menu has the same choice (P-9.14). Names are in their own language, for who cannot read the page's. */
export const LanguageSwitch = () => (
  <Group>
    {LANGUAGE_CHOICES.map(([code, name]) => (
      <button
        key={code}
        type="button"
        lang={code}
        aria-pressed={code === currentLanguage()}
        onClick={() => chooseLanguage(code)}
      >
        {name}
      </button>
    ))}
  </Group>
);
