import { MAIL_CHOICES } from '@piecework/contracts';
import { faultyFields, outcome } from '../support/client';
import { contract, useContractFixture } from '../support/contract';

const fixture = useContractFixture({ MAIL: 'outbox' });

/** The newest notification of a buyer whose task got `works` pieces of work. */
const toldBuyer = async (works = 1) => {
  const { stack, worker, otherWorker } = fixture();
  const buyer = await stack.newcomer('buyer');
  const taskId = await stack.post(buyer, { requiredWorkers: 2, payableAmount: 1 });
  for (const author of [worker, otherWorker].slice(0, works)) await stack.submit(author, taskId);
  await stack.settle();
  const [row] = await stack.get('listNotifications', { as: buyer });
  if (!row) throw new Error('The buyer was told nothing');
  return { buyer, taskId, row };
};
const unreadOf = async (as: Awaited<ReturnType<typeof toldBuyer>>['buyer']) =>
  Number((await fixture().stack.ask('listNotifications', { as })).headers['x-unread-count']);

contract('notification', fixture, {
  listNotifications: {
    tests: () => {
      test('answers the own ones, with the number of the unread ones', async () => {
        const { buyer, taskId, row } = await toldBuyer(2);
        expect(row).toMatchObject({ kind: 'submission-created', role: 'buyer', ids: { taskId }, n: 2, read: false });
        const { headers } = await fixture().stack.ask('listNotifications', { as: buyer, query: { unread: 1 } });
        expect([headers['x-total-count'], headers['x-unread-count']]).toEqual(['1', '1']);
      });

      test('the live stream sends the new number to the person alone', async () => {
        const { stack, worker, otherBuyer } = fixture();
        const buyer = await stack.newcomer('buyer');
        const taskId = await stack.post(buyer, { requiredWorkers: 1, payableAmount: 1 });
        await stack.settle();
        const [own, others] = await Promise.all([buyer, otherBuyer].map(stack.live));
        await stack.submit(worker, taskId);
        const notice = await own?.next(({ event }) => event === 'notification');
        expect(notice?.data).toEqual({ unread: 1, version: 1 });
        expect(others?.seen.filter(({ event }) => event === 'notification')).toEqual([]);
      });
    },
  },

  readNotifications: {
    invalidValues: {
      until: [
        [undefined, 'Notification is required'],
        [7, 'Notification must be text'],
        ['', 'Notification is required'],
        ['x'.repeat(101), 'Notification must be at most 100 characters'],
      ],
    },
    tests: () => {
      test('marks them, and a repeat changes nothing', async () => {
        const { stack } = fixture();
        const { buyer, row } = await toldBuyer();
        const read = () => stack.get('readNotifications', { as: buyer, body: { until: row._id } });
        expect([await read(), await read()]).toEqual([{ modifiedCount: 1 }, { modifiedCount: 0 }]);
        expect(await unreadOf(buyer)).toBe(0);
      });
    },
  },

  readNotification: {
    invalidValues: {
      read: [
        [undefined, 'Read must be true'],
        [false, 'Read must be true'],
        ['true', 'Read must be true'],
      ],
    },
  },

  notificationSettings: {
    tests: () => {
      test('mails nothing until it is chosen, and names what is in the way', async () => {
        const { stack } = fixture();
        const { email, emailBlocked } = await stack.get('notificationSettings', { as: await stack.newcomer('worker') });
        expect(Object.keys(email)).toEqual([...MAIL_CHOICES]);
        expect(Object.values(email).some(Boolean)).toBe(false);
        expect(emailBlocked).toBe('unconfirmed');
      });
    },
  },

  changeNotificationSettings: {
    invalidValues: {
      email: [
        [undefined, 'Send a JSON object'],
        ['all', 'Send a JSON object'],
        [{ 'task-moved': true }, 'Email has an unknown kind of notification: task-moved'],
      ],
    },
    tests: () => {
      test('changes the named kinds, and a repeat changes nothing', async () => {
        const { stack } = fixture();
        const as = await stack.newcomer('worker');
        const change = (email: Record<string, boolean>) =>
          stack.get('changeNotificationSettings', { as, body: { email } });
        expect(await change({ 'payout-failed': true, 'withdrawal-paid': true })).toEqual({ modifiedCount: 1 });
        expect(await change({ 'payout-failed': true })).toEqual({ modifiedCount: 0 });
        expect(await change({ 'payout-failed': false })).toEqual({ modifiedCount: 1 });
        const { email } = await stack.get('notificationSettings', { as });
        expect(Object.keys(email).filter((kind) => email[kind])).toEqual(['withdrawal-paid']);
      });

      test('names the kind whose value is wrong', async () => {
        const { stack, worker } = fixture();
        const body = { email: { 'payout-failed': 'yes' } };
        const answer = await stack.ask('changeNotificationSettings', { as: worker, body });
        expect([outcome(answer), faultyFields(answer)]).toEqual(['400 validation', ['email.payout-failed']]);
      });
    },
  },

  listMail: {
    tests: () => {
      test('lists what would have been sent, by state', async () => {
        const { stack, admin } = fixture();
        const { status, headers } = await stack.ask('listMail', { as: admin, query: { state: 'failed' } });
        expect([status, headers['x-total-count']]).toEqual([200, '0']);
        const wrong = await stack.ask('listMail', { as: admin, query: { state: 'lost' } });
        expect(faultyFields(wrong)).toEqual(['state']);
      });
    },
  },
});
