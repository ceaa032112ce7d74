import { PASSWORD_MESSAGE, PASSWORD_PATTERN, TITLE_LENGTH } from '@piecework/contracts/constants';

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
  maxLength: { value: 200, message: 'Password must be at most 200 characters' },
};

/** The requirements of the password rule, one by one for the checklist. */
export const PASSWORD_REQUIREMENTS: readonly { name: string; isMet: (password: string) => boolean }[] = [
  { name: '8 characters', isMet: (password) => password.length >= 8 },
  { name: 'a lowercase letter', isMet: (password) => /[a-z]/.test(password) },
  { name: 'an uppercase letter', isMet: (password) => /[A-Z]/.test(password) },
  { name: 'a number', isMet: (password) => /\d/.test(password) },
  { name: 'one of @$!%*?&_', isMet: (password) => /[@$!%*?&_]/.test(password) },
];
