import { fail, isFailure, noContent } from '@piecework/http';
import { answer, type ServiceDeps } from '@piecework/service-runtime';
import { revokeAllKeys } from '../api-key/api-key.revocation';
import { removeFactors } from '../factor/factor.store';
import { users } from '../user/user.store';
import { networkOf } from './daily-quota.store';
import { isConfirmed } from './identity';
import type { Accounts } from './identity.accounts';
import type { MailLinks } from './identity.mail-links';
import { accountOf, queuedCallerOf } from './identity.routes';
import { isClosed } from './identity.sessions';
import { accounts } from './identity.store';
import type { Passwords } from './passwords';

interface Parts {
  passwords: Passwords;
  links: MailLinks;
  accounts: Accounts;
}

export const createMailLinkOperations = (deps: ServiceDeps, parts: Parts) => ({
  ...requestPasswordReset(parts),
  ...resetPassword(deps, parts),
  ...requestEmailConfirmation(deps, parts),
  ...confirmEmail(deps, parts),
});

const invalidLink = () => {
  const message = 'This link is no longer valid. Please request a new one.';
  return fail('invalid-link', { message, errors: [{ field: 'token', message }] });
};

/** Unknown addresses are counted like known ones, in a transaction of their own, and the answer to one too many is the same. */
const requestPasswordReset = ({ links }: Parts) =>
  answer('requestPasswordReset', ['user.mail-link-requested'], async ({ body: { email } }, call) => {
    if (!links.isOn) return fail('mail-off');
    const to = { email, network: networkOf(call) };
    await call.transact(async (unit) => {
      const account = await unit.collection(accounts).findOne({ email });
      const closed = await isClosed(unit, { email });
      const hasPassword = account !== null && account.passwordHash !== null && !closed;
      return links.request(unit, 'password-reset', to, hasPassword ? account : null);
    });
    return noContent();
  });

const CONFIRMATION_EVENTS = ['user.email-confirmed', 'user.grant-released'] as const;
const RESET_EVENTS = [
  'user.sessions-ended',
  'user.security-changed',
  'user.api-key-revoked',
  ...CONFIRMATION_EVENTS,
] as const;

const resetPassword = ({ store }: ServiceDeps, { passwords, links, accounts: known }: Parts) =>
  answer('resetPassword', RESET_EVENTS, async ({ body }, call) => {
    // A bad link costs no hash.
    if (!(await links.open(store, 'password-reset', body.token))) return invalidLink();
    const passwordHash = await passwords.hash(body.password, queuedCallerOf(call));
    return call.transact(async (unit) => {
      const opened = await links.open(unit, 'password-reset', body.token);
      if (!opened) return invalidLink();
      await known.setPassword(unit, opened.account, passwordHash);
      await known.confirm(unit, opened.account);
      const user = await unit.collection(users).findOne({ email: opened.account.email });
      await revokeAllKeys(unit, user);
      // Another person may have made the account with this address.
      if (user && !isConfirmed(opened.account)) await removeFactors(unit, user._id);
      return noContent();
    });
  });

const requestEmailConfirmation = ({ store }: ServiceDeps, { links }: Parts) =>
  answer('requestEmailConfirmation', ['user.mail-link-requested'], async (_input, call) => {
    const account = await accountOf(store, call);
    if (isFailure(account)) return account;
    if (isConfirmed(account)) return noContent();
    if (!links.isOn) return fail('mail-off');
    const refused = await call.transact((unit) =>
      links.request(unit, 'email-confirmation', { email: account.email, network: networkOf(call) }, account),
    );
    return refused ?? noContent();
  });

const confirmEmail = ({ store }: ServiceDeps, { links, accounts: known }: Parts) =>
  answer('confirmEmail', CONFIRMATION_EVENTS, async ({ body }, call) => {
    const seen = await links.open(store, 'email-confirmation', body.token);
    if (!seen) return invalidLink();
    if (seen.link.used) return noContent();
    return call.transact(async (unit) => {
      const opened = await links.open(unit, 'email-confirmation', body.token);
      if (!opened) return invalidLink();
      if (opened.link.used) return noContent();
      await links.use(unit, opened.link);
      await known.confirm(unit, opened.account);
      return noContent();
    });
  });
