import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { MINUTE_MS, silentLog } from '@piecework/base';
import { isOnMongo, pause } from '@piecework/base/testing';
import { EVENTS } from '@piecework/contracts';
import { toRecord } from '@piecework/event-log';
import { outboxRows } from '@piecework/service-runtime/rows';
import { sweepOnce } from '@piecework/service-runtime/testing';
import { type MailServer, refusal, smtpEnv, startMailHarness, startMailServer } from '../../testing/mail.fixtures';
import { admin, eventAt, rowsOf, work, worker } from '../../testing/notification.fixtures';
import { people } from '../person/person.store';
import { LEASE_MS, MAX_LINKS } from './mail';
import { createMailTimers } from './mail.timers';

type Rig = Awaited<ReturnType<typeof startMailHarness>>;

let server: MailServer;
let rig: Rig;
beforeEach(async () => {
  server = await startMailServer();
  rig = await startMailHarness(smtpEnv(server.port));
});
afterEach(async () => {
  await rig.h.stop();
  await server.stop();
});

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
const linkIn = (text = '') => /https:\/\/piecework\.example\/(\w+)#([\w-]+)\.([\w-]{43})/.exec(text);

const filesWith = async (folder: string, text: string): Promise<string[]> => {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && (await readFile(file)).includes(text)) found.push(file);
  }
  return found;
};

/** A worker whose approvals are mailed. */
const ready = async ({ register, confirm, choose }: Rig = rig) => {
  await register(worker);
  await confirm(worker);
  await choose(worker, 'submission-approved');
};
const approve = (id = 's1', { h }: Rig = rig) => h.given('submission.approved', id, work(id));
const states = async ({ rows }: Rig = rig) => (await rows()).map(({ state, attempts }) => [state, attempts]);
const messageIds = () => server.deliveries.map(({ mail }) => mail.messageId);

describe('a person who closes the account', () => {
  const closing = (closesAt?: number) => {
    const { userId, role } = worker;
    return rig.h.given('user.closing-changed', userId, { userId, role, ...(closesAt !== undefined && { closesAt }) });
  };
  const close = (isOwn?: true) => {
    const { userId, email, role } = worker;
    return rig.h.given('user.closed', userId, { userId, email, role, roleVersion: 1, ...(isOwn && { isOwn }) });
  };

  test('is mailed that it closes, without a choice, and at last that it is closed', async () => {
    await rig.register(worker);
    await rig.confirm(worker);
    await closing(rig.clock.now());
    await rig.pass();
    expect(server.deliveries.map(({ mail }) => mail.subject)).toEqual(['You’re closing your account']);
    await closing();
    await rig.pass();
    await close(true);
    await rig.pass();
    expect(server.deliveries.map(({ mail }) => mail.subject).slice(1)).toEqual(['Your account is closed']);
    // Only the last one is kept.
    expect((await rig.rows()).map(({ kind }) => kind)).toEqual(['account-closed']);
  });

  test('is mailed nothing at an unconfirmed address, nor after an admin has closed it', async () => {
    await rig.register(worker);
    await closing(rig.clock.now());
    await rig.confirm(worker);
    await close();
    await rig.pass();
    expect(server.deliveries).toEqual([]);
  });
});

describe('a notification', () => {
  test('is mailed to a person who chose that, with both parts', async () => {
    await rig.register(worker, 'Wil\r\nBcc: eve@example.com, "ma" <x>');
    await rig.confirm(worker);
    await rig.choose(worker, 'submission-approved');
    await approve();
    await rig.pass();
    const [delivery] = server.deliveries;
    if (!delivery) throw new Error('No mail came');
    const { from, to, mail, raw } = delivery;
    expect([from, to]).toEqual(['no-reply@piecework.example', [worker.email]]);
    expect(mail.from?.text).toBe('"Piecework" <no-reply@piecework.example>');
    expect(mail.to).toMatchObject({ value: [{ address: worker.email, name: 'Wil Bcc: eve@example.com, "ma" <x>' }] });
    expect([mail.cc, mail.bcc]).toEqual([undefined, undefined]);
    expect(mail.subject).toBe('Your submission for “Title of task-1” was approved');
    expect(mail.text).toContain('https://piecework.example/dashboard/workerSubmission');
    expect(mail.html).toContain('https://piecework.example/dashboard/workerSubmission');
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail.messageId).toMatch(/^<[0-9a-f]{32}@piecework\.example>$/);
    expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^bcc/im);
    expect(await rig.rows()).toMatchObject([{ state: 'sent', attempts: 1, to: worker.email }]);
    await rig.pass(LEASE_MS);
    expect(server.deliveries).toHaveLength(1);
  });

  test('is not mailed without a choice, nor to an address that is not confirmed', async () => {
    await rig.register(worker);
    await rig.confirm(worker);
    await approve('s1');
    await rig.register(admin);
    await rig.choose(admin, 'payment-credited');
    await rig.h.given('payment.credited', 'p1', { paymentId: 'p1', userId: admin.userId, coins: 10 });
    expect((await rig.h.call('notificationSettings', { as: admin })).body.emailBlocked).toBe('unconfirmed');
    expect((await rig.h.call('notificationSettings', { as: worker })).body.emailBlocked).toBeUndefined();
    await rig.pass();
    expect(await rig.rows()).toEqual([]);
    expect(await rowsOf(rig.h, worker.userId)).toHaveLength(1);
  });

  test('is mailed once however often its event comes', async () => {
    await ready();
    const event = await approve();
    await rig.pass();
    await rig.h.redeliver(event);
    await rig.h.restart();
    await rig.h.redeliver(event);
    await rig.pass(LEASE_MS);
    expect(server.deliveries).toHaveLength(1);
  });

  test('of several events is mailed again only after it was read', async () => {
    const { h, register, confirm, choose, pass } = rig;
    await register(admin);
    await confirm(admin);
    await choose(admin, 'withdrawal-requested');
    await h.given('user.role-changed', admin.userId, {
      userId: admin.userId,
      from: 'worker',
      to: 'admin',
      roleVersion: 1,
    });
    const ask = (withdrawalId: string) =>
      h.given('withdrawal.requested', withdrawalId, {
        withdrawalId,
        workerId: worker.userId,
        coins: 200,
        paymentSystem: 'bkash',
      });
    for (const id of ['w1', 'w2', 'w3']) await ask(id);
    await pass();
    expect(server.deliveries).toHaveLength(1);
    const [row] = await rowsOf(h, admin.userId);
    await h.call('readNotifications', { as: admin, body: { until: row?._id } });
    await ask('w4');
    await pass();
    expect(server.deliveries.map(({ mail }) => mail.subject)).toEqual([
      'New withdrawal request',
      'New withdrawal request',
    ]);
  });

  test('of an old event is not mailed, as in a replay or at the first start', async () => {
    await ready();
    await rig.h.redeliver(eventAt('submission.approved', rig.clock.now() - MINUTE_MS, work('before')));
    rig.clock.leap(120 * MINUTE_MS);
    await rig.h.redeliver(eventAt('submission.approved', rig.clock.now() - 61 * MINUTE_MS, work('s1')));
    await rig.pass();
    expect(await rig.rows()).toEqual([]);
    await rig.h.redeliver(eventAt('submission.approved', rig.clock.now() - 59 * MINUTE_MS, work('s2')));
    await rig.pass();
    expect(server.deliveries).toHaveLength(1);
  });

  test('that could not be sent for an hour is never sent', async () => {
    await ready();
    await rig.h.redeliver(eventAt('submission.approved', rig.clock.now(), work('s1')));
    // Down for an hour.
    await rig.pass(61 * MINUTE_MS);
    expect(await states()).toEqual([['expired', 0]]);
    expect(server.deliveries).toEqual([]);
  });

  test('is worded in plain and HTML text whatever a title holds', async () => {
    await ready();
    const taskTitle = `<script>alert(1)</script>\r\nBcc: eve@example.com\u2028${'long '.repeat(100)}`;
    await rig.h.given('submission.approved', 's1', { ...work('s1'), taskTitle });
    await rig.pass();
    const mail = server.deliveries[0]?.mail;
    expect(mail?.subject).toMatch(/^Your submission for “<script>alert\(1\)<\/script> Bcc: eve@example\.com long .*…/);
    expect(mail?.bcc).toBeUndefined();
    expect(mail?.html).not.toContain('<script');
  });
});

describe('a link', () => {
  test('is mailed after its hash is committed, and its token is stored nowhere', async () => {
    const log: string[] = [];
    const reader = await rig.h.bus.subscribe({
      group: null,
      topics: ['notification'],
      handler: async ({ value }) => void log.push(value),
    });
    let committed: string[] = [];
    // While the server takes the mail: what is emitted only afterwards would not come.
    server.onMail(async () => {
      for (let round = 0; round < 200 && !committed.join().includes('mail.link-issued'); round++) {
        await pause(10);
        const waiting = await rig.h.store.collection(outboxRows).find({});
        committed = [...log, ...waiting.map(({ value }) => value)];
      }
    });
    await rig.requestLink('ann@example.com', 'request-1');
    await rig.pass();
    const [delivery] = server.deliveries;
    const [href, page, requestId, token = ''] = linkIn(delivery?.mail.text) ?? [];
    expect([page, requestId]).toEqual(['resetPassword', 'request-1']);
    expect(delivery?.mail.html).toContain(`href="${href}"`);
    await reader.stop();
    expect(committed.some((value) => value.includes(hashOf(token)))).toBe(true);
    expect((await rig.h.events('mail.link-issued')).map(({ aggregateId, data }) => [aggregateId, data])).toEqual([
      ['request-1', { requestId: 'request-1', tokenHash: hashOf(token) }],
    ]);
    const stored = JSON.stringify([await rig.rows(), await rig.h.store.collection(outboxRows).find({})]);
    expect(stored).toContain('request-1');
    expect(stored).not.toContain(token);
    expect((await rig.rows())[0]).not.toHaveProperty('text');
    if (!isOnMongo()) expect(await filesWith(dirname(rig.h.file), token)).toEqual([]);
    expect(await filesWith(rig.h.settings.dataDir, token)).toEqual([]);
  });

  test('is new at each attempt', async () => {
    server.onMail(async () => {
      server.onMail(async () => {});
      throw refusal(451, 'Try again later');
    });
    const expiresAt = rig.clock.now() + 24 * 60 * MINUTE_MS;
    await rig.requestLink('ann@example.com', 'request-1', { purpose: 'email-confirmation', expiresAt });
    await rig.pass();
    expect(await rig.rows()).toMatchObject([{ state: 'queued', attempts: 1, error: expect.stringContaining('451') }]);
    await rig.pass(MINUTE_MS);
    expect(await states()).toEqual([['sent', 2]]);
    const hashes = (await rig.h.events('mail.link-issued')).map(({ data }) => data.tokenHash);
    expect(new Set(hashes).size).toBe(2);
    const [, page, , token = ''] = linkIn(server.deliveries[0]?.mail.text) ?? [];
    expect([page, hashes[1]]).toEqual(['confirmEmail', hashOf(token)]);
    const until = new Date(expiresAt).toISOString().slice(0, 16).replace('T', ', ');
    expect(server.deliveries[0]?.mail.text).toContain(`until ${until} UTC`);
  });

  test('that has expired is not sent, and none is made of an old request', async () => {
    await rig.requestLink('ann@example.com', 'request-1', { expiresAt: rig.clock.now() + 1000 });
    await rig.pass();
    expect(await states()).toEqual([['expired', 0]]);
    rig.clock.leap(120 * MINUTE_MS);
    const old = rig.clock.now() - 61 * MINUTE_MS;
    await rig.h.redeliver(
      eventAt('user.mail-link-requested', old, {
        requestId: 'request-2',
        uid: 'uid-1',
        email: 'ann@example.com',
        name: '',
        purpose: 'password-reset',
        expiresAt: rig.clock.now() + 60 * MINUTE_MS,
      }),
    );
    await rig.pass();
    expect(await rig.rows()).toHaveLength(1);
    expect([server.deliveries, await rig.h.events('mail.link-issued')]).toEqual([[], []]);
  });

  test(`comes at most ${MAX_LINKS} times an hour to one address`, async () => {
    for (let nth = 0; nth <= MAX_LINKS; nth++) await rig.requestLink('ann@example.com', `request-${nth}`);
    await rig.requestLink('bob@example.com', 'request-of-bob');
    await rig.pass();
    const to = server.deliveries.map(({ to: [address] }) => address);
    expect(to.filter((address) => address === 'ann@example.com')).toHaveLength(MAX_LINKS);
    expect(to).toContain('bob@example.com');
  });

  test('is not delayed by notifications that the server takes slowly', async () => {
    await ready();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.onMail((raw) => (raw.includes('resetPassword') ? Promise.resolve() : released));
    await approve();
    await rig.requestLink('ann@example.com', 'request-1');
    rig.clock.leap(6_000);
    for (let round = 0; round < 200 && server.deliveries.length === 0; round++) await pause(10);
    expect(server.deliveries.map(({ to }) => to)).toEqual([['ann@example.com']]);
    release();
    await rig.h.settle();
    expect(server.deliveries).toHaveLength(2);
  });
});

describe('a mail server', () => {
  test('that is down gets five tries, while events and calls go on', async () => {
    await server.stop();
    await ready();
    await approve();
    for (const minutes of [0.1, 0.6, 2.1, 8.1]) {
      await rig.pass(minutes * MINUTE_MS);
      expect(await rig.rows()).toMatchObject([{ state: 'queued', error: 'The mail server can’t be reached.' }]);
      const began = performance.now();
      await rig.h.given('withdrawal.paid', 'w1', { withdrawalId: 'w1', workerId: worker.userId, coins: 200 });
      expect((await rig.h.call('listNotifications', { as: worker })).status).toBe(200);
      expect(performance.now() - began).toBeLessThan(2_000);
    }
    await rig.pass(33 * MINUTE_MS);
    expect(await rig.rows()).toMatchObject([{ state: 'failed', attempts: 5 }]);
    await rig.pass(60 * MINUTE_MS);
    expect(await states()).toEqual([['failed', 5]]);
    expect(await rig.h.runtime.gauges.piecework_mails_failed?.value()).toBe(1);
    server = await startMailServer();
  });

  test('that refuses an address gets no second try, and its answer is shown without what we sent', async () => {
    server.onMail(async () => {
      throw refusal(550, 'No such person here');
    });
    await ready();
    await approve();
    await rig.pass();
    expect(await rig.rows()).toMatchObject([
      { state: 'failed', attempts: 1, error: 'The mail server refused the mail: 550 No such person here' },
    ]);
    await rig.pass(60 * MINUTE_MS);
    expect(await states()).toEqual([['failed', 1]]);
  });

  test('that answers after a while delays no call and no event', async () => {
    let release = () => {};
    server.onMail(() => new Promise((resolve) => (release = resolve)));
    await ready();
    await approve();
    rig.clock.leap(6_000);
    await pause(100);
    const other = eventAt('submission.approved', rig.clock.now(), work('s2'));
    await rig.h.bus.publish([toRecord(EVENTS[other.type].topic, other)]);
    for (let round = 0; round < 200 && (await rowsOf(rig.h, worker.userId)).length < 2; round++) await pause(10);
    expect(await rowsOf(rig.h, worker.userId)).toHaveLength(2);
    expect((await rig.h.call('notificationSettings', { as: worker })).status).toBe(200);
    expect(server.deliveries).toEqual([]);
    release();
  });

  test('that never answers delays no stop, and the mail is sent later', async () => {
    const sockets = new Set<Socket>();
    const silent: Server = createServer((socket) => void sockets.add(socket));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    const stuck = await startMailHarness(smtpEnv(port));
    await ready(stuck);
    await approve('s1', stuck);
    stuck.clock.leap(6_000);
    for (let round = 0; round < 200 && sockets.size === 0; round++) await pause(10);
    const began = performance.now();
    await stuck.h.restart();
    expect(performance.now() - began).toBeLessThan(6_000);
    // Its lease ends.
    expect(await states(stuck)).toEqual([['queued', 1]]);
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
    const again = await startMailServer(port);
    await stuck.pass(LEASE_MS);
    expect(again.deliveries).toHaveLength(1);
    await stuck.h.stop();
    await again.stop();
  });

  test('wants a password that no error repeats', async () => {
    const secret = await startMailHarness({
      ...smtpEnv(server.port),
      SMTP_URL: `smtp://mailer:s3cr3t-word@127.0.0.1:${server.port}`,
    });
    await ready(secret);
    await approve('s1', secret);
    await secret.pass();
    // No password without TLS.
    const [row] = await secret.rows();
    expect(row).toMatchObject({ state: 'queued', error: expect.stringMatching(/TLS/) });
    expect(JSON.stringify(row)).not.toContain('s3cr3t-word');
    expect(server.deliveries).toEqual([]);
    await secret.h.stop();
  });
});

describe('several replicas', () => {
  const timersOf = (changes: Partial<Parameters<typeof createMailTimers>[0]> = {}) => {
    const { settings, ids, transact } = rig.h;
    return createMailTimers({ settings, ids, transact, clock: rig.clock, log: silentLog, ...changes });
  };
  const sweep = async (timers: ReturnType<typeof timersOf>) => {
    for (const timer of timers) await sweepOnce(timer, rig.h, { clock: rig.clock });
  };

  test('send a mail once', async () => {
    await ready();
    for (const id of ['s1', 's2', 's3']) await approve(id);
    await Promise.all([sweep(timersOf()), sweep(timersOf()), sweep(timersOf())]);
    expect(server.deliveries).toHaveLength(3);
    expect(new Set(messageIds()).size).toBe(3);
    expect(await states()).toEqual([
      ['sent', 1],
      ['sent', 1],
      ['sent', 1],
    ]);
  });

  test('send a mail again, with the same Message-ID, when one ends before it notes the first', async () => {
    await ready();
    await approve();
    await sweep(timersOf({ transact: () => Promise.reject(new Error('killed')) }));
    expect([server.deliveries.length, await states()]).toEqual([1, [['queued', 1]]]);
    // Its lease.
    await rig.pass(LEASE_MS - MINUTE_MS);
    expect(server.deliveries).toHaveLength(1);
    await rig.pass(MINUTE_MS);
    const [first, second] = messageIds();
    expect([second, await states()]).toEqual([first, [['sent', 2]]]);
  });
});

describe('what is kept', () => {
  test('of a person is the newest name, in any order of events', async () => {
    const { userId, email } = worker;
    const profile = (userName: string, profileVersion: number) =>
      eventAt('user.profile-changed', 1, { userId, userName, userPhotoURL: '', profileVersion });
    const registered = { userId, email, userName: 'First', userPhotoURL: '', role: 'worker' } as const;
    for (const event of [
      profile('Third', 2),
      eventAt('user.email-confirmed', 1, { userId }),
      profile('Second', 1),
      eventAt('user.registered', 1, registered),
    ])
      await rig.h.redeliver(event);
    expect(await rig.h.store.collection(people).findOne({ _id: userId })).toEqual({
      _id: userId,
      email,
      name: 'Third',
      profileVersion: 2,
      isConfirmed: true,
    });
  });

  test('of a closed account is nothing, whatever arrives later', async () => {
    await ready();
    await approve();
    const { userId, email } = worker;
    await rig.requestLink(email, 'request-1');
    await rig.h.given('user.closed', userId, { userId, email, role: 'worker', roleVersion: 1 });
    await rig.confirm(worker);
    await rig.register(worker);
    expect((await rig.choose(worker, 'payout-failed')).body).toEqual({ modifiedCount: 0 });
    expect([await rig.rows(), await rig.h.store.collection(people).find({})]).toEqual([[], []]);
    await rig.pass();
    expect(server.deliveries).toEqual([]);
  });

  test('of a mail is kept for 30 days', async () => {
    await ready();
    await approve();
    await rig.pass();
    await rig.pass(29 * 24 * 60 * MINUTE_MS);
    expect(await states()).toEqual([['sent', 1]]);
    await rig.pass(2 * 24 * 60 * MINUTE_MS);
    expect(await rig.rows()).toEqual([]);
  });
});

describe('the list for admins', () => {
  const listed = (h: Rig['h'], query = {}) => h.call('listMail', { as: admin, query });

  test('has failed mails without their texts', async () => {
    await server.stop();
    await ready();
    await approve();
    await rig.requestLink('ann@example.com', 'request-1');
    await rig.pass();
    expect(await rig.h.runtime.gauges.piecework_mails_queued?.value()).toBe(2);
    expect(await rig.h.runtime.gauges.piecework_mails_oldest_seconds?.value()).toBeGreaterThanOrEqual(6);
    await rig.pass(61 * MINUTE_MS);
    const { body, headers } = await listed(rig.h, { state: 'expired' });
    expect(headers['x-total-count']).toBe('2');
    expect(body.map((mail: object) => Object.keys(mail).sort())).toEqual([
      ['_id', 'attempts', 'createdAt', 'error', 'kind', 'state', 'to'],
      ['_id', 'attempts', 'createdAt', 'error', 'kind', 'state', 'to'],
    ]);
    expect((await listed(rig.h, { state: 'sent' })).body).toEqual([]);
    server = await startMailServer();
  });

  test('has whole mails with MAIL=outbox, and nothing leaves', async () => {
    const outbox = await startMailHarness({ MAIL: 'outbox' });
    await outbox.requestLink('ann@example.com', 'request-1');
    await outbox.pass();
    const { body } = await listed(outbox.h);
    expect(body).toMatchObject([{ kind: 'password-reset', state: 'sent', attempts: 1, to: 'ann@example.com' }]);
    const [, token = ''] = /http:\/\/localhost:3000\/resetPassword#request-1\.([\w-]{43})/.exec(body[0].text) ?? [];
    expect((await outbox.h.events('mail.link-issued'))[0]?.data.tokenHash).toBe(hashOf(token));
    expect(body[0].html).toContain(token);
    await outbox.h.stop();
  });

  test('is not there without mail, and no mail is queued', async () => {
    const none = await startMailHarness({});
    await ready(none);
    await approve('s1', none);
    await none.requestLink('ann@example.com', 'request-1');
    await none.pass();
    expect((await listed(none.h)).body.code).toBe('not-found');
    expect((await none.h.call('notificationSettings', { as: worker })).body.emailBlocked).toBe('no-mail');
    expect(await none.rows()).toEqual([]);
    await none.h.stop();
  });
});
