import { STARTING_COINS, TEST_CARDS } from '@piecework/contracts';
import type { Calls } from '../journey/checked-calls';
import { taskFields } from '../support/people';
import { until, untilCoins } from './until';

interface Person {
  token: string;
}

const PRICE = 20;
const COINS_OF_PRICE = 500;
const PAY = { revised: 240, appealed: 10, reversed: 8 };
const BONUS = 5;
const WITHDRAWN = 200;

/**
 * A buyer and a worker with what the people of the journey never have: a revision, messages, a bonus, a rejection that an appeal reverses, one that the
 * buyer reverses, and a payout that is held and fails at first.
 */
export const createReviewedWork = (deps: {
  calls: Calls;
  /** Part of the Idempotency-Keys, which keeps them unique. */
  run: string;
  admin: Person;
  newcomer: (role: 'buyer' | 'worker') => Promise<Person>;
}) => {
  const { calls, run, admin, newcomer } = deps;
  let count = 0;
  /** A payment and an appeal exist once: a retry after a lost answer is refused. All other calls must succeed again. */
  const refusals = calls.mayLoseAnswers ? [409] : [];

  const buyCoins = async (buyer: Person, key: string) => {
    const { clientSecret } = await calls.get('createPaymentIntent', { as: buyer, body: { price: PRICE }, key });
    const body = { clientSecret, cardNumber: TEST_CARDS.succeeds };
    await calls.ask('confirmSimulatedPayment', { as: buyer, body, refusals });
    const intent = await calls.insert('storePayment', { as: buyer, body: { amount: PRICE }, key });
    await calls.get('creditPayment', { as: admin, params: { intent } });
    await untilCoins(calls, buyer, STARTING_COINS.buyer + COINS_OF_PRICE);
  };

  const submit = async (buyer: Person, worker: Person, payableAmount: number, key: string) => {
    const fields = taskFields({ requiredWorkers: 1, payableAmount });
    const taskId = await calls.insert('createTask', { as: buyer, body: fields, key });
    const body = { taskId, submissionDetails: 'Robin, wren' };
    const work = { as: worker, body, key: `${key}-work` };
    // Until its event is consumed, which a fault delays, the task does not exist for the submission service.
    await until('the task is known', async () =>
      Boolean(await calls.ask('createSubmission', { ...work, refusals: [404] })),
    );
    // The repeat answers the id.
    return calls.insert('createSubmission', work);
  };

  const revise = async (buyer: Person, worker: Person, id: string) => {
    const params = { id };
    await calls.get('requestRevision', { as: buyer, params, body: { note: 'Please name the last bird too.' } });
    await calls.get('resubmit', { as: worker, params, body: { submissionDetails: 'Robin, wren, rook' } });
    await calls.get('decideSubmissions', { as: buyer, body: { decisions: [{ id, status: 'approved' }] } });
  };

  const appeal = async (buyer: Person, worker: Person, id: string) => {
    const params = { id };
    const rejection = { status: 'reject', reasonCode: 'wrong' };
    await calls.get('decideSubmission', { as: buyer, params, body: rejection });
    // The closed task keeps the place, which pays the appeal.
    const [{ taskId } = { taskId: '' }] = await calls.get('listSubmissions', {
      as: buyer,
      query: { status: 'reject', limit: 1 },
    });
    await calls.get('endTask', { as: buyer, params: { id: taskId } });
    const body = { text: 'The last bird is a rook, as I have written.' };
    await calls.ask('fileAppeal', { as: worker, params, body, refusals });
    await calls.get('listAppeals', { as: admin, query: { limit: 20 } });
    const decision = { outcome: 'upheld', note: 'All birds are named.' };
    const { paidBy } = await calls.get('decideAppeal', { as: admin, params, body: decision });
    if (paidBy !== 'escrow') throw new Error(`The appeal ${id} was paid by ${paidBy}`);
  };

  /** Both write once, and read what the other has written. */
  const talk = async (buyer: Person, worker: Person, id: string, key: string) => {
    const [{ threadId } = { threadId: '' }] = (await calls.get('listSubmissions', { as: worker })).filter(
      ({ _id }) => _id === id,
    );
    const params = { id: threadId ?? '' };
    await calls.insert('sendMessage', { as: worker, params, body: { text: 'Is it a rook?' }, key: `${key}-asked` });
    await calls.insert('sendMessage', { as: buyer, params, body: { text: 'It is.' }, key: `${key}-answered` });
    for (const as of [worker, buyer]) {
      await calls.get('getThread', { as, params });
      const { length } = await calls.get('listMessages', { as, params });
      if (length !== 2) throw new Error(`The thread ${threadId} has ${length} messages`);
      await calls.get('readThread', { as, params, body: { read: 2 } });
      await calls.get('listThreads', { as, query: { unread: '1' } });
    }
  };

  /** The place opens again and pays. */
  const reverse = async (buyer: Person, id: string) => {
    const params = { id };
    await calls.get('decideSubmission', { as: buyer, params, body: { status: 'reject', reasonCode: 'wrong' } });
    await calls.ask('previewReversal', { as: buyer, params });
    const { paidBy } = await calls.get('reverseRejection', { as: buyer, params });
    if (paidBy !== 'escrow') throw new Error(`The reversal of ${id} was paid by ${paidBy}`);
  };

  /** For the time of one call. */
  const block = async (buyer: Person, worker: Person, submissionId: string) => {
    const [{ taskId } = { taskId: '' }] = await calls.get('listSubmissions', { as: buyer, query: { limit: 1 } });
    for (const [as, body] of [
      [buyer, { submissionId }],
      [worker, { taskId }],
    ] as const) {
      const id = await calls.insert('createBlock', { as, body });
      const listed = await calls.get('listBlocks', { as });
      if (listed.length !== 1) throw new Error(`The block ${id} is one of ${listed.length}`);
      await calls.get('deleteBlock', { as, params: { id } });
    }
  };

  /** The wallet may not know the approval yet. */
  const giveBonus = async (buyer: Person, worker: Person, id: string, key: string) => {
    const call = { as: buyer, params: { id }, body: { coins: BONUS, note: 'Thank you for the rook.' }, key };
    await until('the bonus is paid', async () => Boolean(await calls.ask('giveBonus', { ...call, refusals: [404] })));
    const given = await calls.get('listBonuses', { as: worker, params: { id } });
    if (given.length !== 1) throw new Error(`The submission ${id} has ${given.length} bonuses`);
  };

  /** The pages of an admin about the worker of a withdrawal. */
  const lookAt = async (withdrawalId: string, key: string) => {
    const { withdrawals } = await calls.get('search', { as: admin, query: { q: withdrawalId } });
    const params = { id: withdrawals[0]?.personId ?? '' };
    await calls.insert('addPersonNote', { as: admin, params, body: { text: 'Has called.' }, key: `${key}-note` });
    await calls.get('listPersonNotes', { as: admin, params, query: { limit: 20 } });
    await calls.get('readPerson', { as: admin, params });
    await calls.get('listLinkedPeople', { as: admin, params });
  };

  const payOut = async (worker: Person, key: string) => {
    const asked = { withdrawalCoin: WITHDRAWN, paymentSystem: 'bkash', accountNumber: '01712 345678' };
    const takenBack = await calls.insert('createWithdrawal', { as: worker, body: asked, key: `${key}-taken-back` });
    await calls.get('cancelWithdrawal', { as: worker, params: { id: takenBack } });
    await calls.get('setPayoutRate', { as: admin, params: { system: 'bkash' }, body: { perDollar: '122.5' } });
    await calls.get('listPayoutRates', { as: worker });
    const id = await calls.insert('createWithdrawal', { as: worker, body: asked, key });
    const params = { id };
    const decide = (body: object) => calls.get('decidePayout', { as: admin, params, body });
    await calls.get('holdWithdrawal', { as: admin, params, body: { reasonCode: 'new-account' } });
    await calls.get('listSignals', { as: admin });
    await calls.get('releaseWithdrawal', { as: admin, params });
    await calls.get('decideWithdrawal', { as: admin, params, body: { status: 'approved' } });
    await calls.get('exportDuePayouts', { as: admin });
    await calls.get('exportDuePayoutsXlsx', { as: admin });
    await calls.get('revealAccount', { as: admin, params });
    await decide({ outcome: 'failed', reason: 'The provider does not know this number.' });
    await calls.get('correctAccount', { as: worker, params, body: { accountNumber: '01812-345678' } });
    const paid = { outcome: 'paid', reference: 'TRX 8N7A6B5C', accountMask: '678' };
    await decide({ ...paid, earlyReason: 'The worker has called.' });
    const adjusted = { coins: 1, kind: 'correction', reason: 'Coins for the load of the faults.' };
    const { _id: workerId = '' } = await calls.get('getUser', { as: worker });
    const toWorker = { as: admin, params: { id: workerId } };
    await calls.get('requestAdjustment', { ...toWorker, body: adjusted, key: `${key}-adjusted` });
    const large = { ...adjusted, coins: 100_000 };
    const waiting = await calls.insert('requestAdjustment', { ...toWorker, body: large, key: `${key}-waiting` });
    await calls.get('listAdjustments', { as: admin, query: { state: 'waiting', limit: 20 } });
    await calls.get('decideAdjustment', { as: admin, params: { id: waiting }, body: { status: 'declined' } });
    await calls.get('listAdminTrail', { as: admin, query: { limit: 20 } });
    await lookAt(id, key);
  };

  const readFigures = async (worker: Person) => {
    await calls.get('earnings', { as: worker });
    const query = { year: new Date().getUTCFullYear() };
    for (const operation of ['earningMonths', 'exportEarnings', 'exportEarningsXlsx'] as const)
      await calls.get(operation, { as: worker, query });
    await calls.get('exportStatement', { as: worker });
    await calls.get('exportStatementXlsx', { as: worker });
    await calls.get('dollarFlow', { as: admin });
    const { checks } = await calls.get('readIntegrity', { as: admin });
    const broken = checks.filter(({ state }) => state === 'broken');
    if (broken.length > 0) throw new Error(`broken: ${broken.map(({ name }) => name).join(', ')}`);
  };

  const visit = async () => {
    const key = `${run}-review-${++count}`;
    const [buyer, worker] = [await newcomer('buyer'), await newcomer('worker')];
    await buyCoins(buyer, key);
    const revised = await submit(buyer, worker, PAY.revised, `${key}-revised`);
    await talk(buyer, worker, revised, `${key}-thread`);
    await revise(buyer, worker, revised);
    await giveBonus(buyer, worker, revised, `${key}-bonus`);
    await block(buyer, worker, revised);
    await appeal(buyer, worker, await submit(buyer, worker, PAY.appealed, `${key}-appealed`));
    await reverse(buyer, await submit(buyer, worker, PAY.reversed, `${key}-reversed`));
    const spent = PAY.revised + PAY.appealed + PAY.reversed + BONUS;
    const earned = STARTING_COINS.worker + spent;
    await untilCoins(calls, worker, earned);
    await payOut(worker, `${key}-payout`);
    await untilCoins(calls, worker, earned - WITHDRAWN);
    await readFigures(worker);
    await untilCoins(calls, buyer, STARTING_COINS.buyer + COINS_OF_PRICE - spent);
  };

  return { visit };
};
export type ReviewedWork = ReturnType<typeof createReviewedWork>;
