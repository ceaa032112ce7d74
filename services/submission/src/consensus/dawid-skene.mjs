// Dawid and Skene, "Maximum likelihood estimation of observer error-rates using the EM algorithm", Applied Statistics 28(1), 1979.
// Plain JavaScript without imports: a thread runs it without a compiler, also next to a bundle.

/**
 * One entry per answer in `items`, `workers` and `labels`. A worker may answer an item more than once.
 *
 * @typedef {object} Observations
 * @property {number} labelCount labels are 0 to `labelCount - 1`
 * @property {number} workerCount workers are 0 to `workerCount - 1`
 * @property {Int32Array} items any numbers
 * @property {Int32Array} workers
 * @property {Int32Array} labels
 */

/**
 * Probabilities, as natural logarithms: products of many would underflow. Most workers give few of the labels, so that a full matrix for each would be
 * mostly empty: there is one row per pair of a worker and a label that the worker has given.
 *
 * @typedef {object} Estimate
 * @property {Float64Array} priors of each true label
 * @property {Float64Array} confusion [pair][true label]: that the worker of the pair gives its label
 * @property {Int32Array} pairs [worker][label] → pair, or -1
 * @property {Float64Array} pooled [label][true label]: that any worker gives the label
 * @property {number} iterations
 */

/** No probability is zero: one slip of a worker must not rule a label out. */
const FLOOR = 1e-9;
const MAX_ITERATIONS = 100;
/** Of every probability of every item. */
const CONVERGED = 1e-5;

/** @param {number} part @param {number} whole */
const logShare = (part, whole) => Math.log(Math.max(whole > 0 ? part / whole : 0, FLOOR));

/** Numbers items and pairs from 0. @param {Observations} observations */
const index = ({ labelCount, workerCount, items, workers, labels }) => {
  const pairs = new Int32Array(workerCount * labelCount).fill(-1);
  const itemOf = new Int32Array(items.length);
  const pairOf = new Int32Array(items.length);
  const numbers = new Map();
  /** @type {{ worker: number, label: number }[]} */
  const all = [];
  for (let at = 0; at < items.length; at++) {
    const [worker, label] = [workers[at], labels[at]];
    const cell = worker * labelCount + label;
    if (pairs[cell] === -1) pairs[cell] = all.push({ worker, label }) - 1;
    pairOf[at] = pairs[cell];
    const item = numbers.get(items[at]) ?? numbers.size;
    numbers.set(items[at], item);
    itemOf[at] = item;
  }
  return { labelCount, workerCount, itemCount: numbers.size, itemOf, pairOf, labels, pairs, all };
};
/** @typedef {ReturnType<typeof index>} Indexed */

/** Shares of the answers to each item. @param {Indexed} indexed @returns {Float64Array} [item][label] */
const majorities = ({ labelCount, itemCount, itemOf, labels }) => {
  const truths = new Float64Array(itemCount * labelCount);
  const answers = new Float64Array(itemCount);
  for (let at = 0; at < itemOf.length; at++) {
    truths[itemOf[at] * labelCount + labels[at]] += 1;
    answers[itemOf[at]] += 1;
  }
  for (let at = 0; at < truths.length; at++) truths[at] /= answers[Math.trunc(at / labelCount)];
  return truths;
};

/** @param {Indexed} indexed @param {Float64Array} truths [item][label] @param {number} priorAnswers */
const maximize = ({ labelCount, workerCount, itemCount, itemOf, pairOf, all }, truths, priorAnswers) => {
  const priors = new Float64Array(labelCount);
  const confusion = new Float64Array(all.length * labelCount);
  const pooled = new Float64Array(labelCount * labelCount);
  const byWorker = new Float64Array(workerCount * labelCount);
  const byTruth = new Float64Array(labelCount);
  for (let at = 0; at < truths.length; at++) priors[at % labelCount] += truths[at];
  for (let at = 0; at < pairOf.length; at++)
    for (let truth = 0; truth < labelCount; truth++)
      confusion[pairOf[at] * labelCount + truth] += truths[itemOf[at] * labelCount + truth];
  all.forEach(({ worker, label }, pair) => {
    for (let truth = 0; truth < labelCount; truth++) {
      const given = confusion[pair * labelCount + truth];
      pooled[label * labelCount + truth] += given;
      byWorker[worker * labelCount + truth] += given;
      byTruth[truth] += given;
    }
  });
  for (let at = 0; at < pooled.length; at++) pooled[at] = logShare(pooled[at], byTruth[at % labelCount]);
  all.forEach(({ worker, label }, pair) => {
    for (let truth = 0; truth < labelCount; truth++) {
      const at = pair * labelCount + truth;
      const usual = priorAnswers > 0 ? priorAnswers * Math.exp(pooled[label * labelCount + truth]) : 0;
      confusion[at] = logShare(confusion[at] + usual, byWorker[worker * labelCount + truth] + priorAnswers);
    }
  });
  return { priors: priors.map((sum) => logShare(sum, itemCount)), confusion, pooled };
};

/** Logarithms of weights become probabilities, in place. @param {Float64Array} weights */
export const normalize = (weights) => {
  let most = Number.NEGATIVE_INFINITY;
  for (const weight of weights) most = Math.max(most, weight);
  let sum = 0;
  for (let at = 0; at < weights.length; at++) {
    weights[at] = Math.exp(weights[at] - most);
    sum += weights[at];
  }
  for (let at = 0; at < weights.length; at++) weights[at] /= sum;
};

/** @param {Indexed} indexed @param {Pick<Estimate, 'priors' | 'confusion'>} estimate @returns {Float64Array} [item][label] */
const expect = ({ labelCount, itemCount, itemOf, pairOf }, { priors, confusion }) => {
  const truths = new Float64Array(itemCount * labelCount);
  for (let at = 0; at < truths.length; at++) truths[at] = priors[at % labelCount];
  for (let at = 0; at < itemOf.length; at++)
    for (let truth = 0; truth < labelCount; truth++)
      truths[itemOf[at] * labelCount + truth] += confusion[pairOf[at] * labelCount + truth];
  for (let item = 0; item < itemCount; item++) normalize(truths.subarray(item * labelCount, (item + 1) * labelCount));
  return truths;
};

/**
 * How often each worker gives which label for which true one, where no truth is known. Begins with the majorities.
 *
 * @param {Observations} observations
 * @param {number} priorAnswers for each worker and true label so many answers as all workers together give them are added: few answers prove little. 0 is
 *   the method as published
 * @returns {Estimate}
 */
export const estimate = (observations, priorAnswers) => {
  const indexed = index(observations);
  let truths = majorities(indexed);
  for (let iterations = 1; ; iterations++) {
    const found = maximize(indexed, truths, priorAnswers);
    const next = expect(indexed, found);
    const hasConverged = next.every((probability, at) => Math.abs(probability - (truths[at] ?? 0)) < CONVERGED);
    truths = next;
    if (hasConverged || iterations === MAX_ITERATIONS) return { ...found, pairs: indexed.pairs, iterations };
  }
};
