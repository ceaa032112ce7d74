import { type Failure, fail, failField, isFailure, type Reply, readAtMost } from '@piecework/http';
import { answer, type Call, type ServiceDeps } from '@piecework/service-runtime';
import {
  decideForm,
  EMPTY_FORM,
  type FormErrors,
  type GoogleForm,
  type GoogleResult,
  parseForm,
  refused,
  signedIn,
} from './google-stand-in';
import { choosePage, resultPage } from './google-stand-in.page';
import { type Accounts, newAccount } from './identity.accounts';
import type { Sessions } from './identity.sessions';
import { accounts } from './identity.store';

interface Parts {
  sessions: Sessions;
  accounts: Accounts;
}

const MAX_LISTED_ACCOUNTS = 50;
const MAX_FORM_BYTES = 10_240;

/** Stand-in for Google's popup. It signs in any account, so it is off in production and posts to allowed origins only. */
export const createGoogleOperations = (deps: ServiceDeps, parts: Parts) => ({
  ...googlePage(deps),
  ...googleDecide(deps, parts),
});

const googlePage = (deps: ServiceDeps) =>
  answer('googlePage', [], async ({ query: { origin } }) => {
    if (deps.settings.production) return fail('not-found');
    return refuseOrigin(deps, origin) ?? choose(deps, { ...EMPTY_FORM, origin: origin ?? '' });
  });

const refuseOrigin = ({ settings }: ServiceDeps, origin: string | undefined): Failure<'validation'> | null =>
  origin !== undefined && settings.allowedOrigins.includes(origin)
    ? null
    : failField('origin', 'Origin must be one of the allowed origins of this installation');

const choose = async ({ store, ids }: ServiceDeps, form: GoogleForm, errors?: FormErrors): Promise<Reply> => {
  const offered = await store
    .collection(accounts)
    .find({ provider: 'google' }, { sort: { email: 1 }, limit: MAX_LISTED_ACCOUNTS });
  return choosePage({ nonce: ids.secret(), accounts: offered, form, ...(errors && { errors }) });
};

const googleDecide = (deps: ServiceDeps, parts: Parts) =>
  answer('googleDecide', ['user.security-changed'], async (_input, call) => {
    if (deps.settings.production) return fail('not-found');
    // Login CSRF: another site could post this form and sign the visitor in as a user of its choice.
    const site = call.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin')
      return failField('origin', 'Open this page from the sign-in page');
    if (!call.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
      return fail('unsupported-media-type', { message: 'Send the form of this page.' });
    const bytes = call.raw && (await readAtMost(call.raw, MAX_FORM_BYTES));
    if (bytes === null) return fail('too-large');
    const form = parseForm(bytes?.toString('utf8') ?? '');
    const refusedOrigin = refuseOrigin(deps, form.origin);
    if (refusedOrigin) return refusedOrigin;
    const result = await decide(deps, parts, form, call);
    return 'type' in result
      ? resultPage({ nonce: deps.ids.secret(), origin: form.origin, result })
      : choose(deps, form, result);
  });

const decide = async (
  deps: ServiceDeps,
  parts: Parts,
  form: GoogleForm,
  call: Call<'user.security-changed'>,
): Promise<GoogleResult | FormErrors> => {
  const decision = decideForm(form);
  if (decision.kind === 'cancel') return refused('popup-closed-by-user');
  if (decision.kind === 'invalid') return decision.errors;
  if (decision.kind === 'new') return signUp(deps, parts, call, decision.email, decision.displayName);
  return (
    (await signIn(parts, call, decision.uid)) ?? {
      account: 'This account does not exist any more. Choose another one.',
    }
  );
};

const signIn = async (
  { sessions }: Parts,
  call: Call<'user.security-changed'>,
  uid: string,
): Promise<GoogleResult | null> => {
  const identity = await call.transact(async (tx) => {
    const account = await tx.collection(accounts).findOne({ _id: uid, provider: 'google' });
    return account && sessions.begin(tx, account, call);
  });
  if (identity === null) return null;
  return isFailure(identity) ? refused(identity.failure) : signedIn(identity);
};

const signUp = async (
  deps: ServiceDeps,
  parts: Parts,
  call: Call<'user.security-changed'>,
  email: string,
  displayName: string,
): Promise<GoogleResult> => {
  const fresh = newAccount({
    uid: deps.ids.next(),
    email,
    displayName,
    photoURL: '',
    provider: 'google',
    passwordHash: null,
  });
  const result = await call.transact(async (tx) => {
    const existing = await tx.collection(accounts).findOne({ email });
    return existing?.provider === 'google'
      ? parts.sessions.begin(tx, existing, call)
      : parts.accounts.create(tx, fresh, call);
  });
  if (!isFailure(result)) return signedIn(result);
  return refused(result.failure === 'email-in-use' ? 'account-exists-with-different-credential' : 'account-closed');
};
