import { type Identity, schemas } from '@piecework/contracts';
import { z } from 'zod';

export type GoogleResult = { type: 'piecework:google' } & (
  | { identity: Identity }
  | {
      error: {
        code: 'popup-closed-by-user' | 'account-exists-with-different-credential' | 'account-closed';
        message: string;
      };
    }
);

export const signedIn = (identity: Identity): GoogleResult => ({ type: 'piecework:google', identity });

const MESSAGES = {
  'popup-closed-by-user': 'The sign-in was canceled.',
  'account-exists-with-different-credential':
    'This email signs in with a password. Please sign in with email and password instead.',
  'account-closed': 'This account has been closed. Please sign in with another.',
} as const;

export const refused = (code: keyof typeof MESSAGES): GoogleResult => ({
  type: 'piecework:google',
  error: { code, message: MESSAGES[code] },
});

export const NEW_ACCOUNT = 'new';

export const EMPTY_FORM = { origin: '', decision: '', account: '', email: '', name: '' };
export type GoogleForm = typeof EMPTY_FORM;

export const parseForm = (text: string): GoogleForm => {
  const fields = new URLSearchParams(text);
  const names = Object.keys(EMPTY_FORM) as (keyof GoogleForm)[];
  return Object.fromEntries(names.map((name) => [name, fields.get(name) ?? ''])) as GoogleForm;
};

export type FormErrors = Partial<Record<'account' | 'email' | 'name', string>>;

type GoogleDecision =
  | { kind: 'cancel' }
  | { kind: 'existing'; uid: string }
  | { kind: 'new'; email: string; displayName: string }
  | { kind: 'invalid'; errors: FormErrors };

const newAccountForm = z.object({ email: schemas.email, name: schemas.userName });

export const decideForm = (form: GoogleForm): GoogleDecision => {
  if (form.decision !== 'approve') return { kind: 'cancel' };
  // A typed email implies a new account.
  const account = form.account === '' && form.email.trim() !== '' ? NEW_ACCOUNT : form.account;
  if (account === '') return { kind: 'invalid', errors: { account: 'Choose an account, or use another one.' } };
  if (account !== NEW_ACCOUNT) return { kind: 'existing', uid: account };
  const parsed = newAccountForm.safeParse(form);
  if (parsed.success) return { kind: 'new', email: parsed.data.email, displayName: parsed.data.name };
  const errors: FormErrors = {};
  for (const { path, message } of parsed.error.issues) errors[path[0] as 'email' | 'name'] ??= message;
  return { kind: 'invalid', errors };
};
