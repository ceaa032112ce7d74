import { HOUR_MS } from '@piecework/base';
import { createManualClock, eventually, pause } from '@piecework/base/testing';
import { LIVE_HEARTBEAT_MS } from '@piecework/contracts';
import { type Rig, registration, startRig } from '../../testing';
import { BROADCAST_MS, MAX_STREAMS } from './live-stream';

let rig: Rig;
afterEach(() => rig.stop());

const listen = async (token: string) => {
  const leaving = new AbortController();
  const response = await rig.fetchAs(token, '/live', { signal: leaving.signal });
  const stream = {
    status: response.status,
    headers: response.headers,
    text: '',
    isOver: false,
    leave: () => leaving.abort(),
  };
  void (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) stream.text += decoder.decode(chunk as Uint8Array, { stream: true });
  })()
    .catch(() => {})
    .finally(() => {
      stream.isOver = true;
    });
  return stream;
};
const settle = () => pause(BROADCAST_MS + 40);
const events = ({ text }: { text: string }) =>
  [...text.matchAll(/^event: (\w+)\ndata: (.*)\n/gm)].map(([, kind, data]) => [kind, JSON.parse(data ?? '')]);
const kinds = (stream: { text: string }) => events(stream).map(([kind]) => kind);

const places = { version: 3, open: 1, pending: 1, approved: 0 };
const work = {
  submissionId: 's1',
  taskId: 't1',
  taskTitle: 'Label photos',
  workerId: 'user-ann',
  buyerId: 'user-bob',
  payable: 5,
  places,
};

describe('the live stream', () => {
  test('tells buyer and worker of revisions and appeals, and admins of appeals', async () => {
    rig = await startRig();
    const ann = await listen(await rig.registerUser('ann'));
    const bob = await listen(await rig.registerUser('bob', 'buyer'));
    const eve = await listen(await rig.registerUser('eve'));
    const root = await listen(await rig.registerUser('root', 'admin'));
    const { places: _, ...ids } = work;
    await rig.publish('submission.revision-requested', { ...ids, dueAt: 1 });
    await rig.publish('submission.resubmitted', ids);
    await rig.publish('appeal.filed', ids);
    await rig.publish('appeal.dismissed', ids);
    await rig.publish('submission.rejection-reversed', { ...work, paidBy: 'platform' });
    await settle();
    const changes = (stream: { text: string }) =>
      events(stream).map(([kind, { status, change }]) => `${kind} ${status} ${change}`);
    const appeals = [
      'submission reject appealed',
      'submission reject appeal-dismissed',
      'submission approved appeal-upheld',
    ];
    const all = ['submission pending sent-back', 'submission pending resubmitted', ...appeals];
    expect([changes(ann), changes(bob), changes(root), changes(eve)]).toEqual([all, all, appeals, []]);
    await rig.publish('submission.rejection-reversed', { ...work, paidBy: 'escrow' });
    await settle();
    expect(kinds(eve)).toEqual(['task']);
  });

  test('tells buyer and worker of a bonus', async () => {
    rig = await startRig();
    const ann = await listen(await rig.registerUser('ann'));
    const bob = await listen(await rig.registerUser('bob', 'buyer'));
    const root = await listen(await rig.registerUser('root', 'admin'));
    const { places: _, ...ids } = work;
    await rig.publish('submission.bonus-noted', { ...ids, coins: 7 });
    await settle();
    for (const stream of [ann, bob])
      expect(events(stream)).toMatchObject([['submission', { id: 's1', status: 'approved', bonus: 7 }]]);
    expect(kinds(root)).toEqual([]);
  });

  test('tells a worker of their reservation, and all of the places', async () => {
    rig = await startRig();
    const ann = await listen(await rig.registerUser('ann'));
    const bob = await listen(await rig.registerUser('bob', 'buyer'));
    const { submissionId: reservationId, ...ids } = work;
    const reservation = { ...ids, reservationId, expiresAt: 1 };
    await rig.publish('place.reserved', reservation);
    await rig.publish('place.released', { ...reservation, why: 'ended', placeReturned: false });
    await settle();
    const data = { id: 's1', taskId: 't1', taskTitle: 'Label photos', expiresAt: 1 };
    expect(events(ann).filter(([kind]) => kind === 'reservation')).toEqual([
      ['reservation', data],
      ['reservation', { ...data, ended: 'ended' }],
    ]);
    // A closed task: no list shows its places.
    expect([kinds(ann), kinds(bob)]).toEqual([['reservation', 'task', 'reservation'], ['task']]);
  });

  test('sends each user the notices that concern them', async () => {
    rig = await startRig();
    const ann = await listen(await rig.registerUser('ann'));
    const bob = await listen(await rig.registerUser('bob', 'buyer'));
    const eve = await listen(await rig.registerUser('eve'));
    const root = await listen(await rig.registerUser('root', 'admin'));
    await rig.publish('wallet.balance-changed', { userId: 'user-ann', balance: 15, version: 2, change: 5 });
    await rig.publish('submission.created', work);
    await rig.publish('submission.rejected', { ...work, placeReturned: false, decidedBy: 'buyer', waitedMs: 0 });
    const progress = { taskId: 't1', done: 100, total: 220, isFinished: false };
    await rig.publish('decisions.advanced', { runId: 'r1', buyerId: 'user-bob', ...progress });
    await rig.publish('withdrawal.requested', {
      withdrawalId: 'w1',
      workerId: 'user-ann',
      coins: 200,
      paymentSystem: 'bkash',
    });
    await rig.publish('withdrawal.number-changed', {
      withdrawalId: 'w1',
      workerId: 'user-ann',
      coins: 200,
      status: 'approved',
      account: { mask: '999', before: '222' },
    });
    await rig.publish('payment.recorded', { paymentId: 'p1', userId: 'user-bob', cents: 1000, coins: 150 });
    await rig.publish('user.role-changed', { userId: 'user-eve', from: 'worker', to: 'buyer', roleVersion: 1 });
    await rig.publish('task.published', {
      taskId: 't2',
      buyerId: 'user-bob',
      buyerEmail: 'bob@example.com',
      buyerName: 'Bob',
      title: 'New',
      places: 2,
      payable: 3,
      autoApproveHours: 0,
      reserveMinutes: 0,
    });
    await rig.publish('task.closing-requested', { taskId: 't3', buyerId: 'user-bob', reason: 'ended' });
    await eventually(() => kinds(eve).length === 4);
    expect(events(eve).at(-1)).toEqual(['task', { id: 't3', change: 'closed' }]);
    await rig.publish('task.deletion-requested', { taskId: 't4', buyerId: 'user-bob', reason: 'deleted' });
    await eventually(() => kinds(ann).length === 9 && kinds(root).length === 7);
    expect(kinds(ann)).toEqual([
      'balance',
      'submission',
      'task',
      'submission',
      'withdrawal',
      'withdrawal',
      'task',
      'task',
      'task',
    ]);
    expect(kinds(bob)).toEqual(['submission', 'task', 'submission', 'decisions', 'payment', 'task', 'task', 'task']);
    expect(kinds(eve)).toEqual(['task', 'role', 'task', 'task', 'task']);
    expect(kinds(root)).toEqual(['task', 'withdrawal', 'withdrawal', 'payment', 'task', 'task', 'task']);
    expect(events(ann).slice(0, 3)).toEqual([
      ['balance', { balance: 15, version: 2, change: 5 }],
      ['submission', { id: 's1', taskId: 't1', taskTitle: 'Label photos', payable: 5, status: 'pending' }],
      ['task', { id: 't1', change: 'places', open: 1, status: 'onProgress', version: 3 }],
    ]);
    expect(eve.text + root.text).not.toContain('bob@example.com');
  });

  test('is an uncached event stream with a retry interval, which no proxy may buffer or compress', async () => {
    rig = await startRig();
    const ann = await listen(await rig.registerUser('ann'));
    await settle();
    expect(ann.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(ann.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(ann.headers.get('x-accel-buffering')).toBe('no');
    expect(ann.text).toMatch(/^retry: \d+\n\n/);
  });

  test('stops admin notices to a former admin', async () => {
    rig = await startRig();
    const root = await listen(await rig.registerUser('root', 'admin'));
    await rig.publish('user.role-changed', { userId: 'user-root', from: 'admin', to: 'worker', roleVersion: 2 });
    await rig.publish('withdrawal.requested', {
      withdrawalId: 'w1',
      workerId: 'user-ann',
      coins: 200,
      paymentSystem: 'bkash',
    });
    await settle();
    expect(kinds(root)).toEqual(['role']);
  });

  test('ends when the account is closed, and refuses a new stream', async () => {
    rig = await startRig();
    const token = await rig.registerUser('ann');
    const ann = await listen(token);
    await rig.publish('user.closed', { userId: 'user-ann', email: 'ann@example.com', role: 'worker', roleVersion: 1 });
    await settle();
    expect(ann.isOver).toBe(true);
    expect((await listen(token)).status).toBe(401);
  });

  test('ends with its session; other streams of the user continue', async () => {
    rig = await startRig();
    await rig.registerUser('ann');
    const tokenOf = (number: number) =>
      rig.tokens.signAccess({
        uid: 'uid-ann',
        email: 'ann@example.com',
        session: { sid: `session-${number}`, number },
      });
    const streams = await Promise.all([1, 2, 3].map((number) => listen(tokenOf(number))));
    const areOver = async () => {
      await settle();
      return streams.map(({ isOver }) => isOver);
    };
    await rig.publish('user.sessions-ended', { uid: 'uid-ann', ended: { sid: 'session-2' } });
    expect(await areOver()).toEqual([false, true, false]);
    expect((await listen(tokenOf(2))).status).toBe(401);
    await rig.publish('user.sessions-ended', { uid: 'uid-ann', ended: { through: 2 } });
    expect(await areOver()).toEqual([true, true, false]);
  });

  test('ends when its token expires, and sends heartbeats until then', async () => {
    const clock = createManualClock();
    rig = await startRig({ clock });
    const ann = await listen(await rig.registerUser('ann'));
    await settle();
    await clock.advance(LIVE_HEARTBEAT_MS * 3);
    await settle();
    expect(ann.text.match(/^:$/gm)).toHaveLength(3);
    await clock.advance(HOUR_MS);
    await settle();
    expect(ann.isOver).toBe(true);
    await rig.publish('wallet.balance-changed', { userId: 'user-ann', balance: 1, version: 1, change: 1 });
    expect(kinds(ann)).toEqual([]);
  });

  test(`is limited to ${MAX_STREAMS} per account: another one ends the oldest and delays its reconnect`, async () => {
    rig = await startRig();
    const token = await rig.registerUser('ann');
    const streams = [];
    for (let i = 0; i <= MAX_STREAMS; i++) streams.push(await listen(token));
    await settle();
    expect(streams.map(({ isOver }) => isOver)).toEqual([true, ...Array(MAX_STREAMS).fill(false)]);
    expect(streams[0]?.text).toContain('retry: 60000');
    expect(rig.gateway.gauges.piecework_live_streams.value()).toBe(MAX_STREAMS);
  });

  test('is closed when its reader disconnects', async () => {
    rig = await startRig();
    const ann = await listen(await rig.registerUser('ann'));
    expect(rig.gateway.gauges.piecework_live_streams.value()).toBe(1);
    ann.leave();
    await pause(100);
    expect(rig.gateway.gauges.piecework_live_streams.value()).toBe(0);
  });

  test('cuts off a reader that does not read', async () => {
    rig = await startRig();
    const response = await rig.fetchAs(await rig.registerUser('ann'), '/live');
    const title = 'x'.repeat(20_000);
    for (let i = 0; i < 2000 && rig.gateway.gauges.piecework_live_streams.value() > 0; i++) {
      await rig.publish('submission.created', { ...work, taskTitle: title });
      if (i % 50 === 0) await pause(1);
    }
    expect(rig.gateway.gauges.piecework_live_streams.value()).toBe(0);
    await expect(response.text()).rejects.toThrow();
  });

  test('does not open for HEAD', async () => {
    rig = await startRig();
    expect((await rig.fetchAs(await rig.registerUser('ann'), '/live', { method: 'HEAD' })).status).toBe(200);
    expect(rig.gateway.gauges.piecework_live_streams.value()).toBe(0);
  });

  test('requires a registered account', async () => {
    rig = await startRig();
    expect((await rig.fetchAs(undefined, '/live')).status).toBe(401);
    expect((await rig.fetchAs(rig.access('new'), '/live')).status).toBe(403);
    await rig.publish('user.registered', registration('new'));
    expect((await listen(rig.access('new'))).status).toBe(200);
  });
});
