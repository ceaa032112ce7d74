/** Of an even count the mean of the two in the middle. Undefined of none. */
export const median = (numbers: readonly number[]): number | undefined => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
};

/** The middle one in an order; of an even count the first of the two in the middle. Undefined of none. */
export const lowerMedian = <T>(values: readonly T[], compare: (a: T, b: T) => number): T | undefined =>
  values.toSorted(compare)[(values.length - 1) >> 1];
