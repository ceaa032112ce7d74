import { STARTING_COINS } from '@piecework/contracts';
import type { Calls } from '../journey/checked-calls';
import { answersTo, csv, draftFields, MORE_ROWS, ROWS } from '../support/batches';
import { until, untilCoins } from './until';

interface Person {
  token: string;
}

/** A buyer and a worker with a batch, from the draft over its pilot and an added page to the approved answers of all pages and their files. */
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
    await calls.get('changeBatch', { as: buyer, params, body: { overlap: { max: 1 }, pilotPages: 1 } });
    await calls.get('listBatches', { as: buyer });
    await calls.get('getBatch', { as: buyer, params });
    await calls.get('previewBatch', { as: buyer, params });
    return id;
  };

  const answerPage = async (worker: Person, taskId: string, key: string): Promise<string> => {
    const place = { as: worker, params: { id: taskId }, query: {}, key: `${key}-page` };
    // Until their events are consumed, which a fault delays, the submission service knows neither the task nor an added page.
    await until('the page is known', async () =>
      Boolean(await calls.ask('reservePlace', { ...place, refusals: [404, 409] })),
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
    await calls.get('getProgress', asked);
    await calls.get('listBatchWorkers', asked);
    for (const file of ['exportRows', 'exportRowsJsonl', 'exportAnswers', 'exportAnswersJsonl'] as const)
      await calls.get(file, asked);
  };

  const approvePage = (buyer: Person, taskId: string, page: number, key: string): Promise<string> => {
    const body = { decision: 'approve', rule: { pages: [page] } };
    return calls.insert('startDecisions', { as: buyer, params: { id: taskId }, body, key: `${key}-run-${page}` });
  };

  const endPilot = async (buyer: Person, taskId: string) => {
    const asked = { as: buyer, params: { id: taskId } };
    const body = { taskDetail: 'Copy the total of {{receipt_id}}, with tax.', form: draftFields().form };
    await calls.get('correctTexts', { ...asked, body });
    await calls.get('endPilot', asked);
  };

  /** One page more, at twice the pay. */
  const addPage = async (buyer: Person, taskId: string, key: string) => {
    const asked = { as: buyer, params: { id: taskId } };
    const { upload } = await calls.get('stageRows', { ...asked, ...csv(MORE_ROWS) });
    await calls.get('addRows', { ...asked, body: { upload }, key: `${key}-rows` });
    // Refused while the addition is under way.
    const raise = { ...asked, body: { payableAmount: 2 }, key: `${key}-raise`, refusals: [409] };
    await until('the pay is raised', async () => Boolean(await calls.ask('raisePay', raise)));
  };

  const visit = async () => {
    const key = `${run}-batch-${++count}`;
    const [buyer, worker] = [await newcomer('buyer'), await newcomer('worker')];
    const draftId = await draft(buyer, key);
    const taskId = await calls.insert('publishBatch', { as: buyer, params: { id: draftId } });
    await untilCoins(calls, buyer, STARTING_COINS.buyer - 2);
    const params = { id: taskId };
    await answerPage(worker, taskId, `${key}-1`);
    const runId = await approvePage(buyer, taskId, 1, key);
    await endPilot(buyer, taskId);
    const id = await answerPage(worker, taskId, `${key}-2`);
    const file = csv(`submission,decision\n${id},approve\n`);
    await calls.insert('decideByFile', { as: buyer, params, query: {}, ...file });
    await calls.get('listDecisions', { as: buyer, params });
    await calls.get('getDecisions', { as: buyer, params: { id: taskId, run: runId } });
    await untilCoins(calls, worker, STARTING_COINS.worker + 2);
    await addPage(buyer, taskId, key);
    await untilCoins(calls, buyer, STARTING_COINS.buyer - 4);
    await answerPage(worker, taskId, `${key}-3`);
    await approvePage(buyer, taskId, 3, key);
    await untilCoins(calls, worker, STARTING_COINS.worker + 4);
    await calls.get('workDays', { as: worker });
    await calls.get('listAccuracies', { as: worker });
    await readResults(buyer, taskId);
  };

  return { visit };
};
export type BatchLife = ReturnType<typeof createBatchLife>;
