import { pause } from '@piecework/base/testing';
import { outcome } from '../support/client';
import { useStack } from '../support/stack';

const ACCOUNT_PER_SECOND = 10;
const ADDRESS_PER_SECOND = 50;
const IDENTITY_PER_MINUTE = 30;

const stack = useStack({
  RATE_LIMITS: `accountPerSecond=${ACCOUNT_PER_SECOND},addressPerSecond=${ADDRESS_PER_SECOND},identityPerMinute=${IDENTITY_PER_MINUTE}`,
});

const times = <T>(count: number, work: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, work));
/** Sliding windows of one second: after two of them no earlier call counts. */
const resetWindows = () => pause(2100);

test('an account over its limit gets 429 with Retry-After, and is accepted again after the wait', async () => {
  const [worker, other] = [await stack().newcomer('worker'), await stack().newcomer('worker')];
  await resetWindows();
  const answers = await times(ACCOUNT_PER_SECOND * 4, () => stack().ask('getUser', { as: worker }));
  const refused = answers.filter(({ status }) => status !== 200);
  // The calls may fall into several windows of a slow machine, so more than the limit may pass.
  expect(refused.length).toBeGreaterThanOrEqual(1);
  for (const answer of refused) {
    expect(outcome(answer)).toBe('429 too-many-requests');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  }
  expect((await stack().ask('getUser', { as: other })).status).toBe(200);
  await resetWindows();
  expect((await stack().ask('getUser', { as: worker })).status).toBe(200);
});

test('an address over its limit gets 429 with Retry-After, signed in or not', async () => {
  await resetWindows();
  const answers = await times(ADDRESS_PER_SECOND * 2 + 10, () => stack().ask('listTasks'));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(1);
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  // Identity operations have a separate limit.
  const token = stack().tokens.signIdentity(stack().claimsOf('Nina'));
  expect(outcome(await stack().ask('identityMe', { token }))).toBe('401 unauthenticated');
});

test('identity operations have a separate limit per minute', async () => {
  const attempts = await times(IDENTITY_PER_MINUTE, () =>
    stack().ask('refreshIdentity', { body: { refreshToken: 'x' } }),
  );
  expect(attempts.map(outcome)).toContain('429 too-many-requests');
  const late = attempts.find(({ status }) => status === 429);
  expect(Number(late?.headers['retry-after'])).toBeGreaterThan(1);
});
