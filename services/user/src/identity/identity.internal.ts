import { schemas } from '@piecework/contracts';
import { internally, noteAdminAct, type Service } from '@piecework/service-runtime';
import { z } from 'zod';
import { type CommandResult, validationMessage } from '../user/user.internal';
import type { Accounts } from './identity.accounts';
import { accounts } from './identity.store';
import type { Passwords } from './passwords';

const emailOf = z.object({ email: schemas.email });
const newPasswordOf = z.object({ email: schemas.email, password: schemas.newPassword });

export const createIdentityInternal = (parts: { passwords: Passwords; accounts: Accounts }) =>
  ({
    /** For the people of the demo data, whose addresses get no mail. */
    confirmEmail: internally(['user.email-confirmed', 'user.grant-released'], (args, { transact }) =>
      transact(async (tx): Promise<{ done: boolean }> => {
        const account = await tx.collection(accounts).findOne({ email: emailOf.parse(args).email });
        if (account) await parts.accounts.confirm(tx, account);
        return { done: account !== null };
      }),
    ),
    /** `npm run password`. Ends every session of the account. */
    setPassword: internally(
      ['user.sessions-ended', 'user.security-changed'],
      async (args, { transact }): Promise<CommandResult> => {
        const parsed = newPasswordOf.safeParse(args);
        if (!parsed.success) return { done: false, message: validationMessage(parsed.error) };
        const { email, password } = parsed.data;
        const passwordHash = await parts.passwords.hash(password);
        return transact(async (tx) => {
          const account = await tx.collection(accounts).findOne({ email });
          if (!account) return { done: false, message: `There is no account with the email ${email}.` };
          if (account.passwordHash === null)
            return { done: false, message: `${email} signs in with Google and has no password.` };
          await parts.accounts.setPassword(tx, account, passwordHash);
          await noteAdminAct(tx, {
            action: 'password-set',
            subject: { type: 'account', id: account._id, title: email },
            detail: 'All sessions are signed out',
          });
          return { done: true, message: `The password of ${email} is set, and all its sessions are signed out.` };
        });
      },
    ),
  }) satisfies Service['internal'];
