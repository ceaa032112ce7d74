import { answersNeeded, isPageComplete, isStopped } from '@piecework/submission/stores';
import { createRandom, type Random } from './random';

const ROWS = 1_000;
const OPTIONS = 4;
const WORKERS = 40;
/** Runs with other workers. */
const RUNS = ['a', 'b'];

type Rule = Parameters<typeof isPageComplete>[1];

/** Ties are decided at random. */
const majority = (given: readonly number[], random: Random): number => {
  const counts = Array.from({ length: OPTIONS }, (_, option) => given.filter((one) => one === option).length);
  const most = Math.max(...counts);
  return random.pick(counts.flatMap((count, option) => (count === most ? [option] : [])));
};

/** A worker who meets a check with each answer. */
interface Simulated {
  accuracy: number;
  right: number;
  met: number;
}

/** Share of the rows whose majority is right, and the answers that it took. @param checks stop the workers below */
const label = (rule: Rule, checks?: Parameters<typeof isStopped>[0]) => {
  let [answers, right] = [0, 0];
  for (const run of RUNS) {
    const random = createRandom(run);
    const workers = Array.from(
      { length: WORKERS },
      (): Simulated => ({ accuracy: 0.6 + 0.35 * random.next(), right: 0, met: 0 }),
    );
    for (let row = 0; row < ROWS; row += 1) {
      const ofRow = random.fork(String(row));
      const others = workers.filter((worker) => !checks || !isStopped(checks, worker));
      const given: number[] = [];
      const values = () => given.map((option) => [String(option)]);
      while (!isPageComplete(values(), rule))
        for (let needed = answersNeeded(values(), rule); given.length < needed; ) {
          const [worker] = others.splice(ofRow.int(0, others.length - 1), 1);
          if (!worker) throw new Error('All workers are stopped');
          given.push(ofRow.chance(worker.accuracy) ? 0 : ofRow.int(1, OPTIONS - 1));
          worker.met += 1;
          worker.right += Number(ofRow.chance(worker.accuracy));
        }
      answers += given.length;
      right += Number(majority(given, ofRow.fork('tie')) === 0);
    }
  }
  return { answers: answers / RUNS.length, accuracy: right / RUNS.length / ROWS };
};

describe('1,000 rows with four options, and workers who are right in 60 to 95 %', () => {
  it('need a fifth fewer answers for the same results where two that agree suffice, of at most three', () => {
    const [fixed, adaptive] = [label({ overlap: { max: 3 } }), label({ overlap: { min: 2, max: 3 }, agreement: 0.6 })];
    expect(fixed.answers).toBe(3_000);
    expect(1 - adaptive.answers / fixed.answers).toBeGreaterThan(0.2);
    expect(adaptive.accuracy).toBeCloseTo(fixed.accuracy, 2);
  });

  it('need a quarter fewer answers for the same results where checks stop workers, and these are better', () => {
    const checks = { before: 8, minAccuracy: 0.85 };
    const plain = label({ overlap: { max: 3 } });
    const [fixed, adaptive] = [
      label({ overlap: { max: 3 } }, checks),
      label({ overlap: { min: 2, max: 3 }, agreement: 0.6 }, checks),
    ];
    expect(1 - adaptive.answers / fixed.answers).toBeGreaterThan(0.25);
    expect(adaptive.accuracy).toBeCloseTo(fixed.accuracy, 2);
    expect(adaptive.accuracy).toBeGreaterThan(plain.accuracy + 0.05);
  });

  it('need a third fewer answers than four each, for results that are as good', () => {
    const [fixed, adaptive] = [label({ overlap: { max: 4 } }), label({ overlap: { min: 2, max: 4 }, agreement: 0.6 })];
    expect(1 - adaptive.answers / fixed.answers).toBeGreaterThan(0.35);
    expect(adaptive.accuracy).toBeGreaterThan(fixed.accuracy - 0.005);
  });
});
