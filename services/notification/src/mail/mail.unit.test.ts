import { MAIL_TRIES } from '@piecework/contracts';
import { recipientOf } from '../person/person.store';
import { beginAttempt, failAttempt, LEASE_MS, MAIL_AGE_MS } from './mail';

const DOWN = { error: 'down', isFinal: false };

test('five tries fit into the hour in which a mail may be sent', () => {
  const expiresAt = MAIL_AGE_MS;
  const begun: number[] = [];
  let mail: { attempts: number; expiresAt: number } = { attempts: 0, expiresAt };
  for (let now = 0; ; ) {
    const next = beginAttempt(mail, now);
    if (next.state !== 'queued') throw new Error(next.state);
    begun.push(now / 60_000);
    mail = { attempts: next.attempts, expiresAt };
    const failed = failAttempt(mail, DOWN, now);
    if (failed.state === 'failed') break;
    now = failed.nextAttemptAt;
  }
  expect(begun).toEqual([0, 0.5, 2.5, 10.5, 42.5]);
  expect(begun).toHaveLength(MAIL_TRIES);
});

test('a mail fails at once when it is refused for good, or no try is left before it expires', () => {
  const mail = { attempts: 1, expiresAt: MAIL_AGE_MS };
  expect(failAttempt(mail, { error: 'no such person', isFinal: true }, 0).state).toBe('failed');
  expect(failAttempt({ ...mail, attempts: 3 }, DOWN, MAIL_AGE_MS - 60_000).state).toBe('failed');
  expect(failAttempt(mail, DOWN, 0)).toEqual({ state: 'queued', error: 'down', nextAttemptAt: 30_000 });
});

test('an attempt begins with a lease, and never after the end', () => {
  const mail = { attempts: 1, expiresAt: 100 };
  expect(beginAttempt(mail, 99)).toEqual({ state: 'queued', attempts: 2, nextAttemptAt: 99 + LEASE_MS });
  expect(beginAttempt(mail, 100)).toEqual({ state: 'expired' });
  expect(beginAttempt({ ...mail, attempts: MAIL_TRIES }, 99).state).toBe('failed');
});

test('a person gets a mail only of kinds that they chose, at an address that they confirmed', () => {
  const person = { _id: 'u1', email: 'ann@example.com', name: 'Ann', mailed: { 'payout-failed': true } };
  expect(recipientOf({ ...person, isConfirmed: true }, 'payout-failed')).toEqual({
    to: 'ann@example.com',
    name: 'Ann',
  });
  expect(recipientOf({ ...person, isConfirmed: true }, 'withdrawal-paid')).toBeNull();
  expect(recipientOf(person, 'payout-failed')).toBeNull();
  const unasked = { ...person, mailed: {} };
  expect(recipientOf({ ...unasked, isConfirmed: true }, 'account-number-changed')).toMatchObject({ to: person.email });
  expect(recipientOf(unasked, 'account-number-changed')).toBeNull();
});
