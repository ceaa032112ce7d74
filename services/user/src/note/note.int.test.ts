import { DAY_MS } from '@piecework/base';
import { createLeapingClock } from '@piecework/base/testing';
import { PERSON_NOTE_DAYS } from '@piecework/contracts';
import type { Actor } from '@piecework/identity';
import { adminActs } from '@piecework/service-runtime/rows';
import { type Harness, startHarness, sweepOnce } from '@piecework/service-runtime/testing';
import { planOf, type Query, recordQueries } from '@piecework/store/testing';
import { insecurePasswords } from '../../testing/passwords.fixtures';
import {
  actorFor,
  changeRole,
  closeAccount,
  recordOf,
  register,
  registerAdmin,
  startUserHarness,
  startWallet,
} from '../../testing/user.fixtures';
import { createUserService } from '..';
import { noteExpiry } from './note.timers';

let h: Harness;
let clock: ReturnType<typeof createLeapingClock>;
let admin: Actor;
let wanda: Actor;
beforeEach(async () => {
  clock = createLeapingClock();
  h = await startUserHarness({ clock });
  await startWallet(h);
  admin = await registerAdmin(h);
  wanda = await register(h, 'wanda');
});
afterEach(() => h.stop());

const note = (text: string, as = admin, key?: string) =>
  h.call('addPersonNote', {
    as,
    params: { id: wanda.userId },
    body: { text },
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const notes = async () => (await h.call('listPersonNotes', { as: admin, params: { id: wanda.userId } })).body;
const texts = async () => (await notes()).map(({ text }: { text: string }) => text);
const acts = () => h.store.collection(adminActs).find({ action: 'note-added' });

test('notes have their author and time, newest first', async () => {
  expect((await note('First.')).status).toBe(201);
  await note('Second,\nof two lines.');
  expect(await notes()).toMatchObject([
    { text: 'Second,\nof two lines.', author: admin.userId, authorEmail: admin.email, at: expect.any(String) },
    { text: 'First.' },
  ]);
  expect((await recordOf(h, wanda.userId)).notes).toBe(2);
});

test('a note has one row in the trail, without its text, and a repeat adds none', async () => {
  const [first, again] = [await note('A secret.', admin, 'key-1'), await note('A secret.', admin, 'key-1')];
  expect(again).toMatchObject({ status: 201, body: first.body });
  expect(await texts()).toEqual(['A secret.']);
  const rows = await acts();
  expect(rows).toMatchObject([
    { actor: admin.userId, subject: { type: 'user', id: wanda.userId, title: wanda.email }, detail: '9 characters' },
  ]);
  expect(JSON.stringify(rows)).not.toContain('secret');
});

test('a former admin notes nothing, and a note is about an account', async () => {
  const other = await registerAdmin(h, 'otto');
  await changeRole(h, admin, other.userId, 'worker');
  expect(await note('Once more.', other)).toMatchObject({ status: 403 });
  const unknown = { as: admin, params: { id: 'unknown' }, body: { text: 'Who?' } };
  expect((await h.call('addPersonNote', unknown)).status).toBe(404);
  expect(await acts()).toEqual([]);
});

test('notes end some time after the closing of the account, also one that comes later', async () => {
  await note('Before.');
  await closeAccount(h, admin, wanda.userId);
  clock.leap(DAY_MS);
  await note('After.');
  clock.leap((PERSON_NOTE_DAYS - 1) * DAY_MS - 1000);
  await sweepOnce(noteExpiry, h, { clock });
  expect(await texts()).toEqual(['After.', 'Before.']);
  clock.leap(2000);
  await sweepOnce(noteExpiry, h, { clock });
  expect(await texts()).toEqual(['After.']);
  clock.leap(DAY_MS);
  await sweepOnce(noteExpiry, h, { clock });
  expect(await texts()).toEqual([]);
  expect((await recordOf(h, wanda.userId)).notes).toBe(2);
});

test('the person never gets the notes of an open account', async () => {
  await note('Not for her.');
  const own = await h.call('getUser', { as: await actorFor(h, wanda.userId) });
  expect(JSON.stringify(own.body)).not.toContain('notes');
});

test('the trail of a person follows an index', async () => {
  let queries: Query[] = [];
  const watched = await startHarness(createUserService({ passwords: insecurePasswords }), {
    watch: (store) => {
      const recorded = recordQueries(store);
      queries = recorded.queries;
      return recorded.store;
    },
  });
  queries.length = 0;
  await watched.internal('trail', { person: { id: 'ann', email: 'ann@example.com' } });
  const ofTrail = queries.filter(({ of }) => of.name === adminActs.name);
  const plans = await Promise.all(ofTrail.map((query) => planOf(watched.file, query)));
  expect(plans.map(({ scans, text }) => [scans, text])).toEqual([[false, expect.stringContaining('subject.id')]]);
  await watched.stop();
});
