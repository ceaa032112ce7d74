import {
  PASSWORD_LENGTH,
  PASSWORD_MESSAGE,
  PASSWORD_PATTERN,
  PASSWORD_SPECIALS,
  PASSWORD_TOO_LONG,
  TITLE_LENGTH,
} from '@piecework/contracts/constants';
import { t, translated } from '@piecework/i18n';

/** Validation of P-1.4 to P-1.6; the server's messages cover the rest. */
export const emailRules = () => ({
  required: t('Email is required'),
  pattern: {
    value: /^\s*[^\s@]+@[^\s@.]+(\.[^\s@.]+)+\s*$/,
    message: t('Email must look like name@example.com'),
  },
});

export const nameRules = () => ({
  required: t('Name is required'),
  validate: (name: string) => name.trim() !== '' || t('Name is required'),
  maxLength: {
    value: TITLE_LENGTH,
    message: t('Name must be at most {count} characters', { count: TITLE_LENGTH }),
  },
});

export const newPasswordRules = () => ({
  required: t('Password is required'),
  pattern: { value: PASSWORD_PATTERN, message: translated(PASSWORD_MESSAGE) },
  maxLength: { value: PASSWORD_LENGTH.max, message: translated(PASSWORD_TOO_LONG) },
});

/** The requirements of the password rule, one by one for the checklist. */
export const passwordRequirements = (): readonly { name: string; isMet: (password: string) => boolean }[] => [
  {
    name: t('{count} characters', { count: PASSWORD_LENGTH.min }),
    isMet: (password) => password.length >= PASSWORD_LENGTH.min,
  },
  { name: t('a lowercase letter'), isMet: (password) => /[a-z]/.test(password) },
  { name: t('an uppercase letter'), isMet: (password) => /[A-Z]/.test(password) },
  { name: t('a number'), isMet: (password) => /\d/.test(password) },
  {
    name: t('one of {characters}', { characters: PASSWORD_SPECIALS }),
    isMet: (password) => [...password].some((character) => PASSWORD_SPECIALS.includes(character)),
  },
];
