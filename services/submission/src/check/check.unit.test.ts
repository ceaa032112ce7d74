import type { FormField } from '@piecework/contracts';
import { CHECK_NUMBERS, isRight, isStopped, nextChecks, toldAfter, withChecks } from './check';

const checks = (count: number, perPage: number) => ({ count, perPage, before: 4, minAccuracy: 0.7, secret: 'secret' });

it.each([
  [1, 1],
  [3, 3],
  [7, 2],
  [12, 3],
  [30, 1],
])('a worker gets all of %i checks, %i at a time, before one comes again', (count, perPage) => {
  for (const worker of ['ann', 'ben', 'cem']) {
    const drawn: number[] = [];
    while (drawn.length < 3 * count * perPage) drawn.push(...nextChecks(checks(count, perPage), worker, drawn.length));
    expect(drawn.slice(count)).toEqual(drawn.slice(0, -count));
    const pool = Array.from({ length: count }, (_, at) => CHECK_NUMBERS + 1 + at);
    expect(drawn.slice(0, count).toSorted((a, b) => a - b)).toEqual(pool);
  }
});

it('workers get checks in different orders, which only the secret tells', () => {
  const first = (worker: string, secret = 'secret') => nextChecks({ ...checks(1000, 1), secret }, worker, 0)[0];
  const workers = Array.from({ length: 20 }, (_, at) => `worker-${at}`);
  expect(new Set(workers.map((worker) => first(worker))).size).toBeGreaterThan(15);
  expect(workers.filter((worker) => first(worker) === first(worker, 'other')).length).toBeLessThan(5);
});

it('checks are on each place of a page equally often', () => {
  const counts = [0, 0, 0, 0, 0];
  for (let page = 1; page <= 1000; page += 1) {
    const shown = withChecks({ secret: 'secret' }, { workerId: 'ann', page }, [1, 2, 3], [1_000_001, 1_000_002]);
    expect(shown.filter((row) => row < CHECK_NUMBERS)).toEqual([1, 2, 3]);
    for (const [at, row] of shown.entries()) if (row > CHECK_NUMBERS) counts[at] = (counts[at] ?? 0) + 1;
  }
  for (const count of counts) expect(count).toBeGreaterThan(330);
});

const OPTIONS = ['cat', 'dog', 'owl'].map((value) => ({ value, label: value }));
const field = (kind: FormField['kind']) =>
  ({ kind, name: 'a', label: 'A', required: true, options: OPTIONS }) as FormField;

it.each([
  ['number', '41.5', '41.50', true],
  ['number', '-0', '0.00', true],
  ['number', '41.5', '41.51', false],
  ['number', '900719925474099.1', '900719925474099.2', false],
  ['text', 'Café  Noir', 'cafe\u0301 noir', true],
  ['longText', 'One\ntwo', ' one two ', true],
  ['text', 'Café', 'Cafe', false],
  ['date', '2026-01-02', '2026-01-02', true],
  ['date', '2026-01-02', '2026-02-01', false],
  ['choice', 'cat', 'cat', true],
  ['choice', 'cat', 'Cat', false],
  ['choices', ['cat', 'owl'], ['owl', 'cat'], true],
  ['choices', ['cat', 'owl'], ['cat'], false],
  ['choices', ['cat'], ['cat', 'owl'], false],
] as const)('of a %s field %j is answered by %j: %s', (kind, expected, given, right) => {
  const copy = (value: string | readonly string[]) => (typeof value === 'string' ? value : [...value]);
  expect(isRight([field(kind)], { a: copy(expected) }, { a: copy(given) })).toBe(right);
});

const box = (label: string, x: number, width = 0.2) => ({ label, x, y: 0.1, width, height: 0.2 });
it.each([
  ['the same', [box('cat', 0)], [box('cat', 0)], true],
  ['half of the union', [box('cat', 0)], [box('cat', 0, 0.1)], true],
  ['less', [box('cat', 0)], [box('cat', 0, 0.09)], false],
  ['another label', [box('cat', 0)], [box('dog', 0)], false],
  ['one too many', [box('cat', 0)], [box('cat', 0), box('cat', 0.5)], false],
  ['another order', [box('cat', 0), box('dog', 0.5)], [box('dog', 0.5), box('cat', 0)], true],
  ['one for two', [box('cat', 0), box('cat', 0.01)], [box('cat', 0), box('cat', 0.6)], false],
  // The first fits both, and the second is the only one of the second.
  ['each its own', [box('cat', 0.05), box('cat', 0)], [box('cat', 0), box('cat', 0.1)], true],
])('boxes are right with %s', (_, expected, given, right) => {
  expect(isRight([field('boxes')], { a: expected }, { a: given })).toBe(right);
});

it('an answer is right that has each expected value; other fields do not count', () => {
  const fields = [field('choice'), { ...field('number'), name: 'b' }] as FormField[];
  expect(isRight(fields, { a: 'cat' }, { a: 'cat', b: '3' })).toBe(true);
  expect(isRight(fields, { a: 'cat', b: '3' }, { a: 'cat' })).toBe(false);
  expect(isRight(fields, { a: 'cat', b: '3' }, { a: 'cat', b: '4' })).toBe(false);
});

it.each([
  [0, 3, false],
  [2, 4, true],
  [3, 4, false],
  [7, 10, false],
  [6, 10, true],
])('%i of %i checks right stop a worker: %s', (right, met, stopped) => {
  expect(isStopped({ before: 4, minAccuracy: 0.7 }, { right, met })).toBe(stopped);
});

it.each([
  [4, 0, 3, false],
  [4, 0, 4, true],
  [4, 0, 6, true],
  [4, 6, 9, false],
  [4, 6, 10, true],
  [1, 0, 1, false],
  [1, 0, 4, true],
  [6, 0, 5, false],
  [6, 0, 6, true],
])('with a stop after %i, figures after %i told and %i met checks are told: %s', (before, met, now, isTold) => {
  const told = met === 0 ? undefined : { right: 0, met };
  expect(toldAfter({ before }, told, { right: 0, met: now }) !== undefined).toBe(isTold);
});
