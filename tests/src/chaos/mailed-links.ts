import type { MailLinkPurpose } from '@piecework/contracts';
import type { Calls } from '../journey/checked-calls';
import { NEW_PASSWORD, type ShortLivedAccounts } from './short-lived-accounts';
import { until } from './until';

/** Mails that are searched for a new one. */
const NEWEST = 100;

/** A token that no mail has. */
const UNKNOWN = { token: 'unknown.token' };

/**
 * A worker who chooses notifications by mail, confirms the address and resets the password, by links of the outbox. An installation that
 * keeps no mail refuses the links.
 */
export const createMailedLinks = (deps: {
  calls: Calls;
  admin: { token: string };
  newcomer: ShortLivedAccounts['newcomer'];
}) => {
  const { calls, admin, newcomer } = deps;

  const newestMail = async (to: string, purpose: MailLinkPurpose) => {
    const mails = await calls.ask('listMail', { as: admin, query: { limit: NEWEST }, refusals: [404] });
    return mails?.find((mail) => mail.to === to && mail.kind === purpose);
  };

  /** Undefined until the mail is there. */
  const mailedToken = async (to: string, purpose: MailLinkPurpose): Promise<string | undefined> =>
    /#(\S+)/.exec((await newestMail(to, purpose))?.text ?? '')?.[1];

  /** Whether the texts of mails can be read, which `outbox` allows: each sign-up sends one. */
  const keepsMail = async (email: string): Promise<boolean> => {
    if (!(await calls.get('config')).mail) return false;
    let text: string | undefined;
    await until(`a mail to ${email} is sent`, async () => {
      const mail = await newestMail(email, 'email-confirmation');
      text = mail?.text;
      return mail?.state === 'sent';
    });
    return text !== undefined;
  };

  const confirmAddress = (email: string) =>
    until(`${email} is confirmed`, async () => {
      const token = await mailedToken(email, 'email-confirmation');
      if (!token) return false;
      return (await calls.ask('confirmEmail', { body: { token }, refusals: [400] })) !== null;
    });

  /** A link works once, and the answer of the reset may be lost: the sign-in proves the new password. */
  const resetPassword = (email: string) =>
    until(`${email} has the new password`, async () => {
      const token = await mailedToken(email, 'password-reset');
      if (!token) return false;
      await calls.ask('resetPassword', { body: { token, password: NEW_PASSWORD }, refusals: [400] });
      const body = { email, password: NEW_PASSWORD };
      return (await calls.ask('signIn', { body, refusals: [400] })) !== null;
    });

  const chooseMail = async (worker: { token: string }) => {
    const kind = 'submission-approved';
    await calls.get('changeNotificationSettings', { as: worker, body: { email: { [kind]: true } } });
    const { email } = await calls.get('notificationSettings', { as: worker });
    if (!email[kind]) throw new Error(`${kind} was acknowledged as mailed and is not`);
  };

  const visit = async () => {
    const worker = await newcomer('worker');
    const { account, idToken } = worker;
    const { email } = account;
    await chooseMail(worker);
    const refusals = [404];
    await calls.ask('requestEmailConfirmation', { token: idToken, refusals });
    await calls.ask('requestPasswordReset', { body: { email }, refusals });
    if (await keepsMail(email)) {
      await confirmAddress(email);
      await resetPassword(email);
      account.password = NEW_PASSWORD;
    } else {
      const body = { ...UNKNOWN, password: NEW_PASSWORD };
      await calls.ask('confirmEmail', { body: UNKNOWN, refusals: [400, 404] });
      await calls.ask('resetPassword', { body, refusals: [400, 404] });
    }
  };

  return { visit };
};
export type MailedLinks = ReturnType<typeof createMailedLinks>;
