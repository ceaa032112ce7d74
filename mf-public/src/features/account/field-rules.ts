import {
  PASSWORD_LENGTH,
  PASSWORD_MESSAGE,
  PASSWORD_PATTERN,
  PASSWORD_SPECIALS,
  PASSWORD_TOO_LONG,
  TITLE_LENGTH,
} from '@piecework/contracts/constants';

/** Validation of P-1.4 to P-1.6; the server's messages cover the rest. */
export const EMAIL_RULES = {
  required: 'Email is required',
  pattern: {
    value: /^\s*[^\s@]+@[^\s@.]+(\.[^\s@.]+)+\s*$/,
    message: 'Email must look like name@example.com',
  },
};

export const NAME_RULES = {
  required: 'Name is required',
  validate: (name: string) => name.trim() !== '' || 'Name is required',
  maxLength: { value: TITLE_LENGTH, message: `Name must be at most ${TITLE_LENGTH} characters` },
};

export const NEW_PASSWORD_RULES = {
  required: 'Password is required',
  pattern: { value: PASSWORD_PATTERN, message: PASSWORD_MESSAGE },
  maxLength: { value: PASSWORD_LENGTH.max, message: PASSWORD_TOO_LONG },
};

/** The requirements of the password rule, one by one for the checklist. */
export const PASSWORD_REQUIREMENTS: readonly { name: string; isMet: (password: string) => boolean }[] = [
  { name: `${PASSWORD_LENGTH.min} characters`, isMet: (password) => password.length >= PASSWORD_LENGTH.min },
  { name: 'a lowercase letter', isMet: (password) => /[a-z]/.test(password) },
  { name: 'an uppercase letter', isMet: (password) => /[A-Z]/.test(password) },
  { name: 'a number', isMet: (password) => /\d/.test(password) },
  {
    name: `one of ${PASSWORD_SPECIALS}`,
    isMet: (password) => [...password].some((character) => PASSWORD_SPECIALS.includes(character)),
  },
];
