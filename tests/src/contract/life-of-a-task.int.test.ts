import type { Person } from '../support/people';
import { useStack } from '../support/stack';

// One task from its posting to the payout. Each test continues with the state of the previous one.
const stack = useStack();

let buyer: Person;
let ann: Person;
let ben: Person;
let admin: Person;
let taskId: string;
let annsWork: string;
let bensWork: string;

const task = async () => {
  await stack().settle();
  return stack().get('getTask', { as: buyer, params: { id: taskId } });
};
const coinsOf = async (person: Person) => {
  await stack().settle();
  return (await stack().get('getUser', { as: person })).userAvailableCoin;
};

describe('the life of a task', () => {
  test('a buyer, two workers and an admin sign up and receive their starting coins', async () => {
    admin = await stack().signUp('admin', 'Ada');
    [buyer, ann, ben] = await Promise.all([
      stack().signUp('buyer', 'Bob'),
      stack().signUp('worker', 'Ann'),
      stack().signUp('worker', 'Ben'),
    ]);
    expect(await Promise.all([buyer, ann, ben, admin].map(coinsOf))).toEqual([50, 10, 10, 0]);
  });

  test('the buyer pays for a package, and receives its coins after an admin has credited the payment', async () => {
    const intent = await stack().pay(buyer, 20);
    expect(await coinsOf(buyer)).toBe(50);
    await stack().get('creditPayment', { as: admin, params: { intent } });
    expect(await coinsOf(buyer)).toBe(550);
  });

  test('the buyer posts a task with two places, and its full cost moves to escrow', async () => {
    taskId = await stack().post(buyer, {
      taskTitle: 'Describe one photo',
      requiredWorkers: 2,
      payableAmount: 220,
    });
    expect(await task()).toMatchObject({
      taskStatus: 'pending',
      requiredWorkers: 2,
      totalPayableAmount: 440,
      buyerEmail: buyer.email,
    });
    expect(await coinsOf(buyer)).toBe(110);
  });

  test('both workers find the task and submit work', async () => {
    const [found] = await stack().get('listTasks', { as: ann, query: { open: 1, q: 'one photo' } });
    expect(found?._id).toBe(taskId);
    annsWork = await stack().submit(ann, taskId, 'A cat on a wall');
    bensWork = await stack().submit(ben, taskId, 'asdf');
    expect(await task()).toMatchObject({ taskStatus: 'onProgress', requiredWorkers: 0 });
  });

  test('the buyer reads both submissions, approves one and rejects the other', async () => {
    const sent = await stack().get('listSubmissions', { as: buyer, query: { status: 'pending' } });
    expect(sent.map(({ workerName, submissionDetails }) => [workerName, submissionDetails])).toEqual([
      ['Ben', 'asdf'],
      ['Ann', 'A cat on a wall'],
    ]);
    expect(await stack().decide(buyer, annsWork, 'approved')).toEqual({ modifiedCount: 1 });
    expect(await stack().decide(buyer, bensWork, 'reject')).toEqual({ modifiedCount: 1 });
    expect(await Promise.all([ann, ben].map(coinsOf))).toEqual([230, 10]);
  });

  test('the place of the rejected submission is open again, and the same worker may submit again', async () => {
    expect(await task()).toMatchObject({ taskStatus: 'onProgress', requiredWorkers: 1 });
    bensWork = await stack().submit(ben, taskId, 'A dog in the snow');
    expect(await task()).toMatchObject({ requiredWorkers: 0 });
  });

  test('the buyer deletes the task; nothing is refunded, because the last place is taken', async () => {
    expect(await stack().get('deleteTask', { as: buyer, params: { id: taskId } })).toEqual({
      deletedCount: 1,
    });
    expect(await stack().get('listTasks', { query: { q: 'one photo' } })).toEqual([]);
    expect(await coinsOf(buyer)).toBe(110);
  });

  test('the buyer can still approve the pending submission, and its worker is paid', async () => {
    await stack().decide(buyer, bensWork, 'approved');
    expect(await coinsOf(ben)).toBe(230);
    expect(await coinsOf(buyer)).toBe(110);
  });

  test('an admin approves a withdrawal, and a second one is canceled for lack of coins', async () => {
    const first = await stack().insert('createWithdrawal', {
      as: ann,
      body: { withdrawalCoin: 200, paymentSystem: 'nagad' },
    });
    const approve = (id: string) =>
      stack().get('decideWithdrawal', { as: admin, params: { id }, body: { status: 'approved' } });
    expect(await approve(first)).toEqual({ modifiedCount: 1, status: 'approved' });
    const second = await stack().insert('createWithdrawal', {
      as: ann,
      body: { withdrawalCoin: 220, paymentSystem: 'bkash' },
    });
    expect(await approve(second)).toEqual({
      modifiedCount: 0,
      status: 'canceled',
      message: 'User has insufficient coins',
    });
    expect(await coinsOf(ann)).toBe(30);
  });

  test('the statements account for every coin', async () => {
    const kinds = async (person: Person) =>
      (await stack().get('statement', { as: person })).map(({ kind, amount }) => `${kind} ${amount}`);
    // A refund of 0 coins is booked too: it marks the task as closed.
    expect(await kinds(buyer)).toEqual(['refund 0', 'fund -440', 'topup 500', 'grant 50']);
    expect(await kinds(ann)).toEqual(['payout -200', 'settle 220', 'grant 10']);
    expect(await kinds(ben)).toEqual(['settle 220', 'grant 10']);
    const { admin: sums } = await stack().get('totals', { as: admin });
    expect(sums).toMatchObject({ dollarsIn: 20, dollarsOut: 10, coins: 370, dollarsOwed: 18.5 });
  });
});
