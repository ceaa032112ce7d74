import { createHash, timingSafeEqual } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '@piecework/base';
import { CONFIRMATION_LINK_HOURS, type MailLinkPurpose, RESET_LINK_MINUTES } from '@piecework/contracts';

/** A link that is mailed to the owner of an account. The notification service makes its tokens, one per attempt to send it. */
export interface MailLink {
  /** `requestId` in events and in the link. */
  _id: string;
  uid: string;
  purpose: MailLinkPurpose;
  /** SHA-256, base64url; the newest last. */
  tokenHashes: readonly string[];
  expiresAt: number;
  /** Kept until it expires, so that a second click is answered like the first. */
  used?: true;
}

/** Requests of mailed links for one address; also for addresses without an account. */
export interface MailRequests {
  /** `{purpose}:{email}` */
  _id: string;
  /** Oldest first, in milliseconds since 1970. */
  times: number[];
  expiresAt: number;
}

export const LINK_LIFETIME_MS: Readonly<Record<MailLinkPurpose, number>> = {
  'password-reset': RESET_LINK_MINUTES * MINUTE_MS,
  'email-confirmation': CONFIRMATION_LINK_HOURS * HOUR_MS,
};

/** The link of each is valid: a mail that was sent again is the same link to its reader. */
const MAX_TOKENS = 5;

export const withToken = (tokenHashes: readonly string[], hash: string): string[] =>
  [...tokenHashes, hash].slice(-MAX_TOKENS);

const HASH_BYTES = 32;

/** What the link of a mail carries: `{requestId}.{secret}`. */
export const parseLinkToken = (token: string): { requestId: string; hash: Buffer } => {
  const dot = token.indexOf('.');
  return {
    requestId: token.slice(0, Math.max(0, dot)),
    hash: createHash('sha256')
      .update(token.slice(dot + 1))
      .digest(),
  };
};

const isEqual = (kept: string, hash: Buffer): boolean => {
  const bytes = Buffer.from(kept, 'base64url');
  return bytes.length === HASH_BYTES && timingSafeEqual(bytes, hash);
};

/** Whether `hash` opens the link, used or not. */
export const opens = (
  link: Pick<MailLink, 'purpose' | 'tokenHashes' | 'expiresAt'>,
  purpose: MailLinkPurpose,
  hash: Buffer,
  now: number,
): boolean => link.purpose === purpose && link.expiresAt > now && link.tokenHashes.some((kept) => isEqual(kept, hash));
