import { silentLog } from '@piecework/base';
import { createManualClock } from '@piecework/base/testing';
import { createFakeBus } from '../../testing';
import type { Account } from '../access/account';
import { createEndedSessions } from '../access/ended-sessions';
import { BROADCAST_MS, createLiveStreams } from './live-stream';

const setUp = async (known: Account[] = []) => {
  const clock = createManualClock();
  const { bus, publish } = createFakeBus(clock);
  const sessions = createEndedSessions({ clock });
  const accounts = { byId: (userId: string) => known.find((one) => one.userId === userId) };
  const live = createLiveStreams({ bus, accounts, sessions, clock, log: silentLog, onEvent: () => {} });
  await live.start();
  const account: Account = {
    userId: 'user-ann',
    email: 'ann@example.com',
    name: 'Ann',
    role: 'worker',
    roleVersion: 0,
    profileVersion: 0,
    closed: false,
    isSuspended: false,
    suspensionVersion: 0,
  };
  const open = (sid: string, lifetimeMs = 60_000, userId = account.userId) =>
    live.open({ ...account, userId }, { uid: 'ann', session: { sid, number: 1 } }, clock.now() + lifetimeMs);
  return { clock, publish, sessions, live, open };
};

test('a live stream ends with its session before the account projection has the event', async () => {
  const { publish, sessions, live, open } = await setUp();
  const readAll = jest.fn();
  open('stolen').resume().once('end', readAll);
  open('own');
  await publish('user.sessions-ended', { uid: 'ann', ended: { sid: 'stolen' } });
  await new Promise((resolve) => setImmediate(resolve));
  expect(readAll).toHaveBeenCalledTimes(1);
  expect(live.count()).toBe(1);
  expect(sessions.hasEnded({ uid: 'ann', session: { sid: 'stolen', number: 1 } })).toBe(true);
  await live.stop();
});

describe('notices of a suspension', () => {
  const admin = (userId: string, isSuspended: boolean): Account => ({
    userId,
    email: `${userId}@example.com`,
    name: userId,
    role: 'admin',
    roleVersion: 1,
    profileVersion: 0,
    closed: false,
    isSuspended,
    suspensionVersion: 1,
  });
  const textsOf = (readable: ReturnType<Awaited<ReturnType<typeof setUp>>['open']>) => {
    const chunks: string[] = [];
    readable.on('data', (chunk) => chunks.push(String(chunk)));
    return async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return chunks.join('').replace('retry: 2000\n\n', '');
    };
  };
  const change = { userId: 'user-ann', role: 'worker', isSuspended: true, suspensionVersion: 1, why: 'scam' } as const;

  test('reach the person alone, without the reason', async () => {
    const { publish, live, open } = await setUp();
    const [own, other] = [textsOf(open('own')), textsOf(open('other', 60_000, 'user-bob'))];
    await publish('user.suspension-changed', change);
    expect([await own(), await other()]).toEqual(['event: suspension\ndata: {}\n\n', '']);
    await live.stop();
  });

  test('a suspended admin gets no notices of admins', async () => {
    const { publish, live, open } = await setUp([admin('user-ada', false), admin('user-eve', true)]);
    const [ada, eve] = [textsOf(open('a', 60_000, 'user-ada')), textsOf(open('e', 60_000, 'user-eve'))];
    await publish('withdrawal.approved', { withdrawalId: 'w1', workerId: 'user-bob', coins: 200 });
    expect([await ada(), await eve()]).toEqual([expect.stringContaining('withdrawal'), '']);
    await live.stop();
  });
});

describe('notices for all streams', () => {
  const edited = (taskId: string) => ({ taskId, title: 'New' });
  const submitted = (submissionId: string, version: number) => ({
    submissionId,
    taskId: 't1',
    taskTitle: 'Label photos',
    workerId: 'user-bob',
    buyerId: 'user-cid',
    payable: 5,
    places: { version, open: 10 - version, pending: version, approved: 0 },
  });
  const openReader = async (lifetimeMs = BROADCAST_MS * 2) => {
    const set = await setUp();
    const chunks: string[] = [];
    const readable = set.open('own', lifetimeMs);
    readable.on('data', (chunk) => chunks.push(String(chunk)));
    await new Promise((resolve) => setImmediate(resolve));
    chunks.length = 0;
    const read = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return chunks.splice(0);
    };
    return { ...set, read };
  };
  const notice = (data: object) => `event: task\ndata: ${JSON.stringify(data)}\n\n`;
  const change = (id: string) => notice({ id, change: 'edited' });

  test('are written at once when none was shortly before, and otherwise together', async () => {
    const { clock, publish, live, read } = await openReader();
    await publish('task.edited', edited('a'));
    expect(await read()).toEqual([change('a')]);
    await publish('task.edited', edited('b'));
    await publish('task.edited', edited('c'));
    expect(await read()).toEqual([]);
    await clock.advance(BROADCAST_MS);
    expect(await read()).toEqual([change('b') + change('c')]);
    await live.stop();
  });

  test('show only the newest places of a task, whatever the order of its events', async () => {
    const { clock, publish, live, read } = await openReader();
    await publish('task.edited', edited('a'));
    for (const [index, version] of [1, 3, 2].entries())
      await publish('submission.created', submitted(`s${index}`, version));
    await clock.advance(BROADCAST_MS);
    expect(await read()).toEqual([
      change('a'),
      notice({ id: 't1', change: 'places', open: 7, status: 'onProgress', version: 3 }),
    ]);
    await live.stop();
  });

  test('of one task merge: one a second, with the last of what changed', async () => {
    const { clock, publish, live, read } = await openReader(5000);
    await publish('task.edited', edited('t1'));
    for (let edit = 0; edit < 500; edit++) await publish('task.edited', edited('t1'));
    await publish('submission.created', submitted('s1', 1));
    await publish('task.edited', edited('b'));
    const texts = await read();
    for (let tenth = 1; tenth <= 20; tenth++) {
      await clock.advance(BROADCAST_MS);
      texts.push(...(await read()));
    }
    expect(texts).toEqual([change('t1'), change('b'), change('t1')]);
    await publish('task.edited', edited('t1'));
    await publish('task.deleted', {
      taskId: 't1',
      buyerId: 'user-cid',
      title: 'T',
      coins: 0,
      places: { version: 2, open: 0, pending: 0, approved: 0 },
    });
    await publish('submission.created', submitted('s2', 2));
    texts.length = 0;
    for (let tenth = 1; tenth <= 20; tenth++) {
      texts.push(...(await read()));
      await clock.advance(BROADCAST_MS);
    }
    expect(texts).toEqual([change('t1'), notice({ id: 't1', change: 'deleted' })]);
    await live.stop();
  });

  test('are written to 50 streams a turn, in their order, so that calls are answered meanwhile', async () => {
    const { clock, publish, live, open } = await setUp();
    const streams = Array.from({ length: 120 }, (_, n) => open('own', 60_000, `user-${n}`));
    const texts = () => streams.map((stream) => String(stream.read() ?? ''));
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    texts();
    await publish('task.edited', edited('a'));
    const written = [];
    for (let turns = 0; turns < 4; turns++) {
      written.push(texts().filter((text) => text === change('a')).length);
      await turn();
    }
    expect(written).toEqual([50, 50, 20, 0]);
    await publish('task.edited', edited('b'));
    await clock.advance(BROADCAST_MS);
    await publish('task.edited', edited('c'));
    await clock.advance(BROADCAST_MS);
    for (let turns = 0; turns < 6; turns++) await turn();
    expect(new Set(texts())).toEqual(new Set([change('b') + change('c')]));
    await live.stop();
  });

  test('do not delay those of one user', async () => {
    const { publish, live, read } = await openReader();
    await publish('task.edited', edited('a'));
    await publish('task.edited', edited('b'));
    await publish('wallet.balance-changed', { userId: 'user-ann', balance: 15, version: 2, change: 5 });
    expect(await read()).toEqual([change('a'), expect.stringContaining('event: balance')]);
    await live.stop();
  });

  test('are not those of the notifications of one user', async () => {
    const { publish, live, read } = await openReader();
    await publish('notification.changed', { userId: 'user-bob', unread: 7, version: 9 });
    await publish('notification.changed', { userId: 'user-ann', unread: 2, version: 3 });
    expect(await read()).toEqual(['event: notification\ndata: {"unread":2,"version":3}\n\n']);
    await live.stop();
  });

  test('tell the person alone that the address is confirmed', async () => {
    const { publish, live, read } = await openReader();
    await publish('user.email-confirmed', { userId: 'user-bob' });
    await publish('user.email-confirmed', { userId: 'user-ann' });
    expect(await read()).toEqual(['event: profile\ndata: {}\n\n']);
    await live.stop();
  });

  test('that wait are not sent after the expiry of the token', async () => {
    const { clock, publish, live, read } = await openReader();
    await clock.advance(BROADCAST_MS * 1.5);
    await publish('task.edited', edited('a'));
    await publish('task.edited', edited('b'));
    await clock.advance(BROADCAST_MS);
    expect(await read()).toEqual([change('a')]);
    await live.stop();
  });
});
