import { outcome } from '../support/client';
import { useStack } from '../support/stack';

const ACCOUNT_PER_SECOND = 20;
const ADDRESS_PER_SECOND = 50;
const IDENTITY_PER_MINUTE = 30;

const stack = useStack({
  RATE_LIMITS: `accountPerSecond=${ACCOUNT_PER_SECOND},addressPerSecond=${ADDRESS_PER_SECOND},identityPerMinute=${IDENTITY_PER_MINUTE}`,
});

const times = <T>(count: number, work: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, work));
/** Windows slide: after two of them nothing counts any more. */
const rest = () => new Promise((resolve) => setTimeout(resolve, 2100));

test('an account that calls too often is told to wait, and may go on after it has', async () => {
  const [worker, other] = [await stack().newcomer('worker'), await stack().newcomer('worker')];
  await rest();
  const answers = await times(ACCOUNT_PER_SECOND + 5, () => stack().ask('getUser', { as: worker }));
  const refused = answers.filter(({ status }) => status !== 200);
  // The calls may fall into two seconds, so some more than five may pass.
  expect(refused.length).toBeGreaterThanOrEqual(1);
  for (const answer of refused) {
    expect(outcome(answer)).toBe('429 too-many-requests');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  }
  expect((await stack().ask('getUser', { as: other })).status).toBe(200);
  await rest();
  expect((await stack().ask('getUser', { as: worker })).status).toBe(200);
});

test('an address that calls too often is told to wait, signed in or not', async () => {
  await rest();
  const answers = await times(ADDRESS_PER_SECOND * 2 + 10, () => stack().ask('listTasks'));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(1);
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  // Counted apart.
  const token = stack().tokens.signIdentity(stack().claimsOf('Nina'));
  expect(outcome(await stack().ask('identityMe', { token }))).toBe('401 unauthenticated');
});

test('signing in has a limit of its own, by the minute', async () => {
  const attempts = await times(IDENTITY_PER_MINUTE, () =>
    stack().ask('refreshIdentity', { body: { refreshToken: 'x' } }),
  );
  expect(attempts.map(outcome)).toContain('429 too-many-requests');
  const late = attempts.find(({ status }) => status === 429);
  expect(Number(late?.headers['retry-after'])).toBeGreaterThan(1);
});
