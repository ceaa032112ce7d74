import { HOUR_MS, MINUTE_MS } from '@piecework/base';
import { CLOSING_HOURS, type Role } from '@piecework/contracts';
import { type Failure, fail } from '@piecework/http';

/** A person closes their own account (P-7.8). Times are in milliseconds since 1970. */
export interface Closing {
  requestedAt: number;
  closesAt: number;
  /** The most that the person has agreed to lose. */
  coins: number;
  /** The last check whether anything is due; absent before the first one. */
  check?: number;
  /** Answers to that check. */
  due?: { [S in Answering]?: number };
}
export const ANSWERING = ['submission', 'wallet'] as const;
type Answering = (typeof ANSWERING)[number];

/** What a record has no longer when its person keeps the account, or when it is closed. */
export const NOT_CLOSING = { closing: true, closingCheckAt: true } as const;

/** The part of a user's record. */
interface Person {
  closed: boolean;
  role: Role;
  closing?: Closing;
}

/** A repeat changes the coins and nothing else, so that it neither shortens nor extends the day. */
export const requestClosing = (
  user: Person | null,
  coins: number,
  now: number,
): { closing: Closing; closingCheckAt?: number } | Failure<'unauthenticated' | 'own-account'> => {
  if (!user || user.closed) return fail('unauthenticated');
  // Another admin changes their role first, so one admin remains (P-1.11).
  if (user.role === 'admin')
    return fail('own-account', { message: 'An admin can’t close their own account. Please ask another admin.' });
  if (user.closing) return { closing: { ...user.closing, coins } };
  const closesAt = now + CLOSING_HOURS * HOUR_MS;
  return { closing: { requestedAt: now, closesAt, coins }, closingCheckAt: closesAt };
};

/** Each pause is as long as the closing has waited, at most an hour. */
export const nextCheckAt = ({ closesAt }: Closing, now: number): number =>
  now + Math.min(HOUR_MS, Math.max(MINUTE_MS, now - closesAt));

/** null: of an earlier check, or of a closing that was taken back. */
export const withAnswer = (
  { closed, closing }: Pick<Person, 'closed' | 'closing'>,
  service: Answering,
  { check, due }: { check: number; due: number },
): Closing | null =>
  closed || closing?.check !== check ? null : { ...closing, due: { ...closing.due, [service]: due } };

/** False until each service has answered. */
export const isNothingDue = ({ due = {} }: Closing): boolean => ANSWERING.every((service) => due[service] === 0);
