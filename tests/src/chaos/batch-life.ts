import { STARTING_COINS } from '@piecework/contracts';
import type { Calls } from '../journey/checked-calls';
import { answersTo, csv, draftFields, ROWS } from '../support/batches';
import { until, untilCoins } from './until';

interface Person {
  token: string;
}

/** A buyer and a worker with a batch, from the draft to the approved answers of both of its pages and their files. */
export const createBatchLife = (deps: {
  calls: Calls;
  /** Part of the Idempotency-Keys, which keeps them unique. */
  run: string;
  newcomer: (role: 'buyer' | 'worker') => Promise<Person>;
}) => {
  const { calls, run, newcomer } = deps;
  let count = 0;

  const draft = async (buyer: Person, key: string): Promise<string> => {
    const discarded = await calls.insert('createBatch', { as: buyer, body: {}, key: `${key}-discarded` });
    await calls.get('deleteBatch', { as: buyer, params: { id: discarded } });
    const id = await calls.insert('createBatch', { as: buyer, body: draftFields(), key: `${key}-draft` });
    const params = { id };
    await calls.get('uploadRows', { as: buyer, params, ...csv(ROWS) });
    await calls.get('changeBatch', { as: buyer, params, body: { overlap: { max: 1 } } });
    await calls.get('listBatches', { as: buyer });
    await calls.get('getBatch', { as: buyer, params });
    await calls.get('previewBatch', { as: buyer, params });
    return id;
  };

  const answerPage = async (worker: Person, taskId: string, key: string): Promise<string> => {
    const place = { as: worker, params: { id: taskId }, query: {}, key: `${key}-page` };
    // Until its event is consumed, which a fault delays, the task does not exist for the submission service.
    await until('the batch is known', async () =>
      Boolean(await calls.ask('reservePlace', { ...place, refusals: [404] })),
    );
    const held = await calls.get('reservePlace', place);
    if (!('page' in held) || !held.page) throw new Error(`No page: ${JSON.stringify(held)}`);
    const { page } = held;
    await calls.get('getPage', { as: worker, params: { id: taskId, page: String(page.number) } });
    const body = { taskId, page: page.number, answers: answersTo(page) };
    return calls.insert('createSubmission', { as: worker, body, key: `${key}-answer` });
  };

  const readResults = async (buyer: Person, id: string) => {
    const asked = { as: buyer, params: { id } };
    await calls.get('getForm', asked);
    await calls.get('listRows', asked);
    for (const file of ['exportRows', 'exportRowsJsonl', 'exportAnswers', 'exportAnswersJsonl'] as const)
      await calls.get(file, asked);
  };

  const visit = async () => {
    const key = `${run}-batch-${++count}`;
    const [buyer, worker] = [await newcomer('buyer'), await newcomer('worker')];
    const draftId = await draft(buyer, key);
    const taskId = await calls.insert('publishBatch', { as: buyer, params: { id: draftId } });
    await untilCoins(calls, buyer, STARTING_COINS.buyer - 2);
    const params = { id: taskId };
    await answerPage(worker, taskId, `${key}-1`);
    const body = { decision: 'approve', rule: { pages: [1] } };
    const runId = await calls.insert('startDecisions', { as: buyer, params, body, key: `${key}-run` });
    const id = await answerPage(worker, taskId, `${key}-2`);
    const file = csv(`submission,decision\n${id},approve\n`);
    await calls.insert('decideByFile', { as: buyer, params, query: {}, ...file });
    await calls.get('listDecisions', { as: buyer, params });
    await calls.get('getDecisions', { as: buyer, params: { id: taskId, run: runId } });
    await untilCoins(calls, worker, STARTING_COINS.worker + 2);
    await readResults(buyer, taskId);
  };

  return { visit };
};
export type BatchLife = ReturnType<typeof createBatchLife>;
