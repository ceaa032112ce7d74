import { createHash } from 'node:crypto';
import type { Settings } from '@piecework/config';
import { LEASE_MS } from './mail';
import { MailError, type Mailer } from './mailer';

/** In milliseconds; all but the last are nodemailer's, and the URL may override them. */
const TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
/** A server that answers a little at a time keeps within the others. */
const ATTEMPT_MS = LEASE_MS / 2;
/** Milliseconds that a stop waits for the server's answer. */
const STOP_MS = 3_000;

type Smtp = NonNullable<Settings['smtp']>;

interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
  response?: string;
}

const SENTENCES: Readonly<Record<string, string>> = {
  ETIMEDOUT: 'The mail server doesn’t answer in time.',
  ECONNECTION: 'The mail server closed the connection.',
  ESOCKET: 'The mail server can’t be reached.',
  EDNS: 'The name of the mail server can’t be resolved.',
  ETLS: 'The mail server offers no TLS connection that can be trusted.',
  EAUTH: 'The mail server refuses the user or the password of SMTP_URL.',
  ENOAUTH: 'The mail server wants a user and a password in SMTP_URL.',
  EABORT: 'The mail server didn’t finish in time.',
};
const REFUSALS: ReadonlySet<string | undefined> = new Set(['EENVELOPE', 'EMESSAGE']);

/** Own words: nodemailer's may repeat what was sent to sign in. Only refusals of a mail quote the server. */
const toMailError = (error: SmtpError): MailError => {
  const { code = '', responseCode, response = '' } = error;
  const isRefusal = REFUSALS.has(code);
  const quoted = isRefusal && response ? `: ${response.replace(/\p{C}+/gu, ' ').slice(0, 200)}` : '.';
  const sentence = isRefusal
    ? `The mail server refused the mail${quoted}`
    : (SENTENCES[code] ?? `Sending failed (${code || error.name}).`);
  const isFinal = isRefusal && responseCode !== undefined && responseCode >= 500;
  return new MailError(sentence, isFinal, { cause: error });
};

/** Aborts after `ATTEMPT_MS`, or `STOP_MS` after `stopping`. */
const boundOf = (stopping: AbortSignal) => {
  const bound = new AbortController();
  const abort = () => bound.abort();
  let timer = setTimeout(abort, ATTEMPT_MS);
  const hurry = () => {
    clearTimeout(timer);
    timer = setTimeout(abort, STOP_MS);
  };
  if (stopping.aborted) hurry();
  else stopping.addEventListener('abort', hurry, { once: true });
  return {
    signal: bound.signal,
    release: () => {
      clearTimeout(timer);
      stopping.removeEventListener('abort', hurry);
    },
  };
};

/** A password never travels without TLS, unless the URL says `?requireTLS=false`. */
const requiresTls = (url: string) => new URL(url).username !== '';

export const createSmtpMailer = ({ url, from }: Smtp): Mailer => {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  const messageIdOf = (id: string) => `<${createHash('sha256').update(id).digest('hex').slice(0, 32)}@${domain}>`;
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      ...TIMEOUTS,
      requireTLS: requiresTls(url),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  let transport: ReturnType<typeof open> | undefined;

  return {
    send: async ({ id, to, subject, text, html }, stopping) => {
      const { signal, release } = boundOf(stopping);
      try {
        transport ??= open();
        await (await transport).sendMail({
          from,
          to,
          subject,
          text,
          html,
          messageId: messageIdOf(id),
          // RFC 3834: no automatic answers.
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          signal,
        });
        return undefined;
      } catch (error) {
        throw toMailError(error as SmtpError);
      } finally {
        release();
      }
    },
  };
};
