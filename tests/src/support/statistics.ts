import { median as medianOf } from '@piecework/base';

/** The `q`-quantile; NaN without values. */
export const quantile = (values: readonly number[], q: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
};

/** NaN without values. */
export const median = (values: readonly number[]): number => medianOf(values) ?? Number.NaN;

export const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);
