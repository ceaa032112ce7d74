import { groupBy } from '@piecework/base';
import type { FormField } from '@piecework/contracts/forms';
import { CLASSES, EXPECTED_CLASSES, PUBLISHED_SHARES, ratings, UNCERTAIN } from '../../testing/anaesthetists';
import { rowConsensus } from './consensus';
import { estimate } from './dawid-skene.mjs';
import { createTally, type GivenOption, PRIOR_ANSWERS } from './worker-model';

interface Rating extends GivenOption {
  row: number;
}

const fit = (options: readonly string[], all: readonly Rating[], priorAnswers = PRIOR_ANSWERS) => {
  const tally = createTally(options);
  for (const { row, ...given } of all) tally.add(row, given);
  const found = estimate(tally.observations(), priorAnswers);
  return { priors: [...found.priors].map(Math.exp), model: tally.modelOf(found), iterations: found.iterations };
};

test.each([
  ['as published', 0],
  ['with the prior answers of the product', PRIOR_ANSWERS],
])('finds the classes of 45 patients of Dawid and Skene, and their shares: %s', (_how, priorAnswers) => {
  const { priors, model, iterations } = fit(CLASSES, ratings, priorAnswers);
  expect(priors.map((share) => Math.round(share * 100) / 100)).toEqual(PUBLISHED_SHARES);
  const byPatient = [...groupBy(ratings, ({ row }) => row).values()].map((given) => model.weigh(given));
  expect(byPatient.map(({ value }) => value).join('')).toBe(EXPECTED_CLASSES);
  if (priorAnswers === 0) expect(byPatient[UNCERTAIN.patient - 1]?.probability).toBeCloseTo(UNCERTAIN.probability, 3);
  expect(iterations).toBeLessThan(20);
});

/** Deterministic numbers from 0 to 1 (mulberry32). */
const random = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

const OPTIONS = ['a', 'b', 'c', 'd'];
const FIELD: FormField = {
  kind: 'choice',
  name: 'f',
  label: 'F',
  required: true,
  options: OPTIONS.map((value) => ({ value, label: value })),
};

/** Workers who are right in 60 to 95 % of the rows, evenly spread. */
const simulate = ({ rows, workers, overlap, seed }: Record<'rows' | 'workers' | 'overlap' | 'seed', number>) => {
  const next = random(seed);
  const accuracy = Array.from({ length: workers }, (_, at) => 0.6 + (0.35 * at) / (workers - 1));
  const truths = Array.from({ length: rows }, () => Math.floor(next() * OPTIONS.length));
  const given = truths.flatMap((truth, row): Rating[] => {
    const chosen = new Set<number>();
    while (chosen.size < overlap) chosen.add(Math.floor(next() * workers));
    return [...chosen].map((worker) => {
      const isRight = next() < (accuracy[worker] ?? 0);
      const other = (truth + 1 + Math.floor(next() * (OPTIONS.length - 1))) % OPTIONS.length;
      return { row, workerId: `w${worker}`, value: OPTIONS[isRight ? truth : other] as string };
    });
  });
  return { truths: truths.map((truth) => OPTIONS[truth] as string), given };
};

/** Parts of the rows with the right value, without and with weights. */
const measure = (settings: Parameters<typeof simulate>[0]) => {
  const { truths, given } = simulate(settings);
  const { model } = fit(OPTIONS, given);
  const right = { majority: 0, weighed: 0 };
  for (const [row, ofRow] of groupBy(given, (one) => one.row)) {
    const votes = ofRow.map(({ workerId, value }) => ({ workerId, answer: { f: value } }));
    const counted = rowConsensus([FIELD], votes)?.f?.value;
    const weighed = rowConsensus([FIELD], votes, new Map([['f', model]]))?.f?.value;
    right.majority += Number(counted === truths[row]);
    right.weighed += Number(weighed === truths[row]);
  }
  return { majority: right.majority / truths.length, weighed: right.weighed / truths.length };
};

test.each([
  [3, 0.03],
  [4, 0.04],
  [5, 0.025],
])(
  'weighs workers of 60 to 95 %% accuracy: with %i answers per row %d more of the rows are right than by majority',
  (overlap, gain) => {
    const all = [1, 2, 3].map((seed) => measure({ rows: 600, workers: 12, overlap, seed }));
    const mean = (of: 'majority' | 'weighed') => all.reduce((sum, one) => sum + one[of], 0) / all.length;
    expect(mean('weighed') - mean('majority')).toBeGreaterThan(gain);
  },
);

test('the order of answers and rows changes no value, and the names of the workers do not count', () => {
  const { given } = simulate({ rows: 60, workers: 6, overlap: 3, seed: 7 });
  const byRow = groupBy(given, ({ row }) => row);
  const expected = fit(OPTIONS, given).model;
  const renamed = given.map((one) => ({ ...one, workerId: `other ${one.workerId.split('').reverse().join('')}` }));
  const { model } = fit(OPTIONS, [...renamed].reverse());
  for (const ofRow of byRow.values()) {
    const { value, probability } = expected.weigh(ofRow);
    const again = model.weigh(renamed.filter(({ row }) => row === ofRow[0]?.row).reverse());
    expect(again.value).toBe(value);
    expect(again.probability).toBeCloseTo(probability, 4);
  }
});

test('a worker without answers in the estimate counts as any worker, and workers of one record leave a tie undecided', () => {
  const pair = (row: number, value: string): Rating[] => ['w1', 'w2'].map((workerId) => ({ row, workerId, value }));
  const all = Array.from({ length: 20 }, (_, row) => pair(row, row % 2 ? 'a' : 'b')).flat();
  const { model } = fit(['a', 'b'], all);
  expect(model.weigh([{ workerId: 'new', value: 'a' }]).value).toBe('a');
  const tie = model.weigh([
    { workerId: 'w1', value: 'a' },
    { workerId: 'w2', value: 'b' },
  ]);
  expect(tie.value).toBeUndefined();
  expect(tie.probability).toBeCloseTo(0.5);
});
