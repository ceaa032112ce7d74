/** Characters of a new password (P-1.5); the upper limit bounds the work of hashing. */
export const PASSWORD_LENGTH = { min: 8, max: 200 } as const;
export const PASSWORD_SPECIALS = '@$!%*?&_';
/** P-1.5. */
export const PASSWORD_PATTERN = /* @__PURE__ */ new RegExp(
  `^(?=[\\s\\S]*[a-z])(?=[\\s\\S]*[A-Z])(?=[\\s\\S]*\\d)(?=[\\s\\S]*[${PASSWORD_SPECIALS}])[\\s\\S]{${PASSWORD_LENGTH.min},}$`,
  'u',
);
export const PASSWORD_MESSAGE = `Password must contain at least one uppercase letter, one lowercase letter, one number, one special character, and be at least ${PASSWORD_LENGTH.min} characters long`;
export const PASSWORD_TOO_LONG = `Password must be at most ${PASSWORD_LENGTH.max} characters`;
