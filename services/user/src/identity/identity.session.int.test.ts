import { DAY_MS } from '@piecework/base';
import { createManualClock } from '@piecework/base/testing';
import type { Identity } from '@piecework/contracts';
import { NETWORK_HEADER } from '@piecework/http';
import type { Harness } from '@piecework/service-runtime/testing';
import { actorFor, PASSWORD, startUserHarness } from '../../testing/user.fixtures';
import { deviceOf } from './device';
import { accounts, sessions, signInPlaces } from './identity.store';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const NETWORK = '192.0.2.1';
const EMAIL = 'ann@example.com';

const standing = createManualClock();
let passed = 0;
const clock = { ...standing, now: () => standing.now() + passed };
let h: Harness;
let first: Identity;
const from = (agent: string, network = NETWORK) => ({ headers: { 'user-agent': agent, [NETWORK_HEADER]: network } });
const signIn = async (agent = FIREFOX, network = NETWORK): Promise<Identity> =>
  (await h.call('signIn', { ...from(agent, network), body: { email: EMAIL, password: PASSWORD } })).body;
const claimsIn = ({ idToken }: Identity) => {
  const verified = h.tokens.verifyIdentity(idToken);
  if (!verified.ok) throw new Error(verified.reason);
  return verified.claims;
};
const changes = async () => (await h.events('user.security-changed')).map(({ data }) => data.change);

beforeEach(async () => {
  passed = 0;
  h = await startUserHarness({ clock });
  const body = { email: EMAIL, password: PASSWORD, displayName: 'Ann' };
  first = (await h.call('signUp', { ...from(FIREFOX), body })).body;
  await h.call('createUser', { identity: claimsIn(first), body: {} });
});
afterEach(() => h.stop());

test.each([
  [FIREFOX, { browser: 'Firefox', system: 'Linux' }],
  [SAFARI, { browser: 'Safari', system: 'iOS' }],
  ['Mine <b>secret</b>/1.0', {}],
  ['', {}],
  [undefined, {}],
])('the browser of %j is %j', (agent, device) => {
  expect(deviceOf(agent)).toEqual(device);
});

describe('a sign-in', () => {
  it('notifies its person where browser and network were not seen for 30 days', async () => {
    await signIn();
    expect(await changes()).toEqual([]);
    await signIn(SAFARI);
    await signIn(FIREFOX, '198.51.100.7');
    expect(await changes()).toEqual(['sign-in', 'sign-in']);
    await signIn(SAFARI);
    expect(await changes()).toHaveLength(2);
    passed = 31 * DAY_MS;
    await signIn(SAFARI);
    expect(await changes()).toHaveLength(3);
  });

  it('keeps neither the network nor the header', async () => {
    await signIn(`${FIREFOX} secret-word`);
    const kept = JSON.stringify(
      await Promise.all([accounts, sessions, signInPlaces].map((of) => h.store.collection(of as never).find({}))),
    );
    for (const plain of [NETWORK, 'secret-word', 'Gecko']) expect(kept).not.toContain(plain);
  });
});

it('a new password notifies its person', async () => {
  const body = { old: PASSWORD, new: 'Another-word-2?' };
  await h.call('changePassword', { ...from(FIREFOX), identity: claimsIn(first), body });
  expect(await changes()).toEqual(['password']);
  await h.internal('setPassword', { email: EMAIL, password: 'Another-word-3?' });
  expect(await changes()).toEqual(['password', 'password']);
});

it('lists the sessions with the day of their last use, and ends all but the own', async () => {
  const identity = claimsIn(first);
  const as = await actorFor(h, (await h.events('user.registered'))[0]?.data.userId ?? '');
  passed = DAY_MS;
  await signIn(SAFARI);
  const { body } = await h.call('listSessions', { as, identity });
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  expect(body).toEqual([
    { _id: expect.any(String), browser: 'Safari', system: 'iOS', seenOn: dayOf(clock.now()), isCurrent: false },
    { _id: identity.session?.sid, browser: 'Firefox', system: 'Linux', seenOn: dayOf(standing.now()), isCurrent: true },
  ]);
  expect((await h.call('endOtherSessions', { as, identity })).body).toEqual({ deletedCount: 1 });
  expect((await h.call('listSessions', { as, identity })).body).toHaveLength(1);
  expect((await h.events('user.sessions-ended')).map(({ data }) => data.ended)).toEqual([{ sid: body[0]._id }]);
});
