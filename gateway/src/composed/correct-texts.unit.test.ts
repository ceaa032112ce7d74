import { createTextsCorrector } from './correct-texts';

const correcting = (outcome: object) => {
  const calls: unknown[][] = [];
  const correct = createTextsCorrector({
    internal: async (service, name, args) => {
      calls.push([service, name, args]);
      return name === 'correctTexts' ? outcome : {};
    },
  });
  return {
    calls,
    answer: correct({ taskId: 'task', buyerId: 'ann', body: { taskDetail: ' Copy it. ', cost: 1 } }, 'id'),
  };
};

describe('a correction of texts', () => {
  it.each([1, 0])('is followed by the task, also when it is a repeat: %s', async (modifiedCount) => {
    const { calls, answer } = correcting({ outcome: 'corrected', modifiedCount, version: 2, detail: 'Copy it.' });
    expect(await answer).toMatchObject({ status: 200, body: { modifiedCount, version: 2 } });
    expect(calls).toEqual([
      ['submission', 'correctTexts', { taskId: 'task', buyerId: 'ann', taskDetail: 'Copy it.' }],
      ['task', 'followTexts', { taskId: 'task', version: 2, detail: 'Copy it.' }],
    ]);
  });

  it.each([
    [{ outcome: 'no-pilot' }, 'no-pilot'],
    [{ outcome: 'faulty', errors: [{ field: 'taskDetail', message: 'No column' }] }, 'validation'],
  ])('that is refused leaves the task as it is: %j', async (outcome, failure) => {
    const { calls, answer } = correcting(outcome);
    expect(await answer).toMatchObject({ failure });
    expect(calls).toHaveLength(1);
  });
});
