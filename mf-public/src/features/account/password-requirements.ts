import { PASSWORD_LENGTH, PASSWORD_SPECIALS } from '@piecework/contracts/constants';
import { lengthOf } from '@piecework/contracts/text';
import { t } from '@piecework/i18n';

/** The requirements of the password rule, one by one for the checklist. */
export const passwordRequirements = (): readonly { name: string; isMet: (password: string) => boolean }[] => [
  {
    name: t('{count} characters', { count: PASSWORD_LENGTH.min }),
    isMet: (password) => lengthOf(password) >= PASSWORD_LENGTH.min,
  },
  { name: t('a lowercase letter'), isMet: (password) => /[a-z]/.test(password) },
  { name: t('an uppercase letter'), isMet: (password) => /[A-Z]/.test(password) },
  { name: t('a number'), isMet: (password) => /\d/.test(password) },
  {
    name: t('one of {characters}', { characters: PASSWORD_SPECIALS }),
    isMet: (password) => [...password].some((character) => PASSWORD_SPECIALS.includes(character)),
  },
];
