import { exponentialBackoff, HOUR_MS } from '@piecework/base';
import { MAIL_TRIES, type MailLinkPurpose, type MailState, type NotificationKind } from '@piecework/contracts';
import type { News } from '../notification/notification';
import { aboutOf } from '../notification/notification.views';

/** Nothing older is mailed, so that neither a replay nor a restored backup sends old mail. */
export const MAIL_AGE_MS = HOUR_MS;
/** Longer than an attempt, so that no other replica tries at the same time. */
export const LEASE_MS = 120_000;
/** The last of five tries is 42.5 minutes after the first. */
const BACKOFF = { firstMs: 30_000, factor: 4, maxMs: MAIL_AGE_MS };

/** Mails with a link that one address gets per hour and purpose: requests need no sign-in. */
export const MAX_LINKS = 5;

interface Mail {
  to: string;
  name: string;
  state: MailState;
  /** Attempts that have begun. */
  attempts: number;
  /** Time of the event, in milliseconds since 1970. */
  createdAt: number;
  /** Milliseconds since 1970; no attempt begins later. */
  expiresAt: number;
  /** Set while the mail is queued, in milliseconds since 1970. During an attempt: the end of its lease. */
  nextAttemptAt?: number;
  /** Error of the last attempt. */
  error?: string;
  sentAt?: number;
  /** Only with `MAIL=outbox`. */
  subject?: string;
  text?: string;
  html?: string;
}

/** Holds no link: each attempt makes a new one. */
export interface LinkMail extends Mail {
  isLink: true;
  kind: MailLinkPurpose;
  requestId: string;
  /** Milliseconds since 1970. The link may work for longer than its mail is tried. */
  linkExpiresAt: number;
}

export interface NotificationMail extends Mail, Pick<News, 'role' | 'ids' | 'title' | 'coins' | 'why' | 'account'> {
  isLink: false;
  kind: NotificationKind;
}

export interface Letter {
  subject: string;
  text: string;
  html: string;
}

const queued = (createdAt: number, expiresAt: number) =>
  ({ state: 'queued', attempts: 0, createdAt, expiresAt, nextAttemptAt: createdAt }) as const;

export const isTooOld = (at: number, now: number): boolean => now - at >= MAIL_AGE_MS;

export const linkMailOf = (
  { to, name, purpose, requestId }: { to: string; name: string; purpose: MailLinkPurpose; requestId: string },
  at: number,
  linkExpiresAt: number,
): LinkMail => ({
  isLink: true,
  kind: purpose,
  requestId,
  linkExpiresAt,
  to,
  name,
  ...queued(at, Math.min(linkExpiresAt, at + MAIL_AGE_MS)),
});

export const notificationMailOf = (
  { kind, role, title, coins, why, account, at, ...about }: News,
  { to, name }: { to: string; name: string },
): NotificationMail => ({
  isLink: false,
  kind,
  role,
  ids: aboutOf(about).ids,
  to,
  name,
  ...(title !== undefined && { title }),
  ...(coins !== undefined && { coins }),
  ...(why !== undefined && { why }),
  ...(account && { account }),
  ...queued(at, at + MAIL_AGE_MS),
});

/** What a due mail becomes before an attempt. */
export const beginAttempt = ({ attempts, expiresAt }: Pick<Mail, 'attempts' | 'expiresAt'>, now: number) => {
  if (now >= expiresAt) return { state: 'expired' } as const;
  // The outcome of the last one is unknown: its process ended.
  if (attempts >= MAIL_TRIES) return { state: 'failed', error: 'The last attempt was interrupted.' } as const;
  return { state: 'queued', attempts: attempts + 1, nextAttemptAt: now + LEASE_MS } as const;
};

/** What a mail becomes after a failed attempt; `isFinal`: the mail server refuses it for good. */
export const failAttempt = (
  { attempts, expiresAt }: Pick<Mail, 'attempts' | 'expiresAt'>,
  { error, isFinal }: { error: string; isFinal: boolean },
  now: number,
) => {
  const nextAttemptAt = now + exponentialBackoff(attempts, BACKOFF);
  return isFinal || attempts >= MAIL_TRIES || nextAttemptAt >= expiresAt
    ? ({ state: 'failed', error } as const)
    : ({ state: 'queued', error, nextAttemptAt } as const);
};
