import { STARTING_COINS } from '@piecework/contracts';
import type { Calls } from '../journey/checked-calls';
import { taskFields } from '../support/people';
import { HELD_BY } from '../support/samples';
import { until, untilCoins } from './until';

interface Person {
  token: string;
}

/** An address of our own, so that no other host is called. */
const NO_PICTURE = '/images/01kaqr9e2w4y6z1x3c7v9bn5ra.webp';

const PAY = 5;

/**
 * A buyer and two workers with a task that has the whole life: approved by an admin, reserved, grown, paused, read by a program, closed with an open place and a reservation, and deleted.
 */
export const createTaskLife = (deps: {
  calls: Calls;
  admin: Person;
  /** Part of the Idempotency-Keys, which keeps them unique. */
  run: string;
  newcomer: (role: 'buyer' | 'worker') => Promise<Person>;
}) => {
  const { calls, admin, run, newcomer } = deps;
  let count = 0;

  /** Until its event is consumed, which a fault delays, the task does not exist for the submission service. */
  const reserve = async (worker: Person, id: string, key: string) => {
    const reservation = { as: worker, params: { id }, key };
    await until('the task is known', async () =>
      Boolean(await calls.ask('reservePlace', { ...reservation, refusals: [404] })),
    );
    await until('the reservation is listed', async () =>
      (await calls.get('listReservations', { as: worker })).some(({ taskId }) => taskId === id),
    );
  };

  const readNews = async (worker: Person) => {
    await until('the approval is in the inbox', async () =>
      (await calls.get('listNotifications', { as: worker })).some(({ kind }) => kind === 'submission-approved'),
    );
    const [newest] = await calls.get('listNotifications', { as: worker, query: { unread: 1 } });
    if (!newest) throw new Error('an unread notification was expected');
    const { _id: id } = newest;
    await calls.get('readNotification', { as: worker, params: { id }, body: { read: true } });
    await calls.get('readNotifications', { as: worker, body: { until: id } });
  };

  /** By a program of the buyer, whose key each gateway learns by an event. */
  const readByKey = async (buyer: Person, taskId: string) => {
    const { insertedId, key } = await calls.get('createApiKey', { as: buyer, body: { name: 'Program' } });
    await until('the key is known', async () =>
      Boolean(await calls.ask('listSubmissions', { token: key, query: { taskId }, refusals: [401] })),
    );
    await calls.get('exportSubmissions', { as: buyer, params: { id: taskId } });
    await calls.get('exportSubmissionsXlsx', { as: buyer, params: { id: taskId } });
    await calls.get('checkPictures', { as: buyer, body: { urls: [NO_PICTURE] } });
    await calls.get('listApiKeys', { as: buyer });
    await calls.get('deleteApiKey', { as: buyer, params: { id: insertedId } });
  };

  const visit = async () => {
    const key = `${run}-life-${++count}`;
    const buyer = await newcomer('buyer');
    const [worker, holder] = [await newcomer('worker'), await newcomer('worker')];
    await calls.get('changeProfile', { as: worker, body: { userName: `Wanda ${count}` } });

    const fields = taskFields({ requiredWorkers: 2, payableAmount: PAY, submissionInfo: HELD_BY });
    const id = await calls.insert('createTask', { as: buyer, body: fields, key });
    const params = { id };
    await calls.get('decideReview', { as: admin, params, body: { outcome: 'approved', version: 1 } });
    await reserve(worker, id, `${key}-reserved`);
    await calls.get('addPlaces', { as: buyer, params, body: { places: 2 }, key: `${key}-places` });
    await untilCoins(calls, buyer, STARTING_COINS.buyer - 4 * PAY);
    await calls.get('changeTask', { as: buyer, params, body: { paused: true } });
    const work = { taskId: id, submissionDetails: 'Robin, wren' };
    const submission = await calls.insert('createSubmission', { as: worker, body: work, key: `${key}-work` });
    await calls.get('changeTask', { as: buyer, params, body: { paused: false } });
    await calls.get('decideSubmission', { as: buyer, params: { id: submission }, body: { status: 'approved' } });
    await untilCoins(calls, worker, STARTING_COINS.worker + PAY);
    await readByKey(buyer, id);
    await reserve(holder, id, `${key}-held`);
    await calls.ask('releasePlaces', { as: buyer, params, refusals: [409] });
    await calls.insert('reportThing', { as: worker, body: { about: 'task', id, reasonCode: 'scam' } });
    const cases = await calls.get('listReports', { as: admin, query: { limit: 5000 } });
    const reported = cases.find(({ subject }) => subject.id === id);
    await calls.get('decideReports', {
      as: admin,
      params: { id: reported?._id ?? '' },
      body: { outcome: 'warn', reasonCode: 'scam' },
    });
    await calls.get('pauseTask', { as: admin, params, body: { reason: 'It asks for passwords.' } });
    await calls.get('resumeTask', { as: admin, params });
    await calls.get('endTask', { as: buyer, params });
    await calls.get('returnPlace', { as: holder, params });
    await untilCoins(calls, buyer, STARTING_COINS.buyer - PAY);
    await calls.get('deleteTask', { as: buyer, params });
    await readNews(worker);
  };

  return { visit };
};
export type TaskLife = ReturnType<typeof createTaskLife>;
