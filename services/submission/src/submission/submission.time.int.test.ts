import { createLeapingClock } from '@piecework/base/testing';
import type { WorkDay } from '@piecework/contracts';
import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import { answerPage, publishBatch, takePage } from '../../testing/batch.fixtures';
import { dataOf, decideOn, parked, startSubmission, workers } from '../../testing/submission.fixtures';
import { submissions } from './submission.store';

let clock: ReturnType<typeof createLeapingClock>;
let service: Harness;
beforeEach(async () => {
  clock = createLeapingClock();
  service = await startSubmission({ clock });
});
afterEach(async () => {
  expect(await parked(service)).toBe(0);
  await service.stop();
});

const wilma = actor('worker', 'wilma');
const leap = (seconds: number) => clock.leap(seconds * 1000);
const take = async (taskId: string, as = wilma, besides?: number[]): Promise<number> =>
  (await takePage(service, taskId, as, besides)).body.page.number;
/** Without the time that the calls take. */
const tens = (seconds: number) => Math.floor(seconds / 10) * 10;
const secondsOf = async (taskId: string) => {
  const answers = await service.store.collection(submissions).find({ taskId }, { sort: { createdAt: 1 } });
  return answers.map(({ seconds }) => seconds && tens(seconds));
};

it('measures the time for a page, also of one that was fetched ahead, but no long absence', async () => {
  const taskId = await publishBatch(service, 4, { reserveMinutes: 120 });
  const first = await take(taskId);
  const second = await take(taskId, wilma, [first]);
  leap(40);
  await answerPage(service, taskId, first, wilma);
  leap(20);
  await answerPage(service, taskId, second, wilma);
  const third = await take(taskId);
  leap(1_800);
  await answerPage(service, taskId, third, wilma);
  expect(await secondsOf(taskId)).toEqual([40, 20, undefined]);
});

it('publishes the median once five workers have answered, with the places', async () => {
  const taskId = await publishBatch(service, 6, { overlap: { max: 1 } });
  for (const worker of workers(6)) {
    const page = await take(taskId, worker);
    leap(37);
    await answerPage(service, taskId, page, worker);
  }
  const published = (await dataOf(service, 'submission.created')).map(({ places }) => places.medianSeconds);
  expect(published).toEqual([undefined, undefined, undefined, undefined, 40, 40]);
});

it('counts decisions and the pay of measured time by day', async () => {
  const days = async () =>
    (await service.call('workDays', { as: wilma, query: { days: '30' } })).body
      .filter(({ decided }: WorkDay) => decided > 0)
      .map(({ day: _, ...figures }: WorkDay) => ({ ...figures, seconds: tens(figures.seconds) }));
  const taskId = await publishBatch(service, 3);
  for (const decision of ['approved', 'reject'] as const) {
    const page = await take(taskId);
    leap(30);
    const { body } = await answerPage(service, taskId, page, wilma);
    expect(await days()).toHaveLength(decision === 'approved' ? 0 : 1);
    await decideOn(service, body.insertedId, decision);
  }
  expect(await days()).toEqual([{ decided: 2, approved: 1, coins: 7, seconds: 60 }]);
});
