import type { Profile, ProfileName } from './profile';

/** One row of the result: a figure, and its comparison in the same run. */
export interface Row {
  what: string;
  measured: string;
  /** The comparison, with its name. */
  beside: string;
  /** Minimum and maximum of the rounds, as a measure of noise. */
  rounds: string;
  budget: string;
  /** null: no budget, informative only. */
  within: boolean | null;
}

export interface RunOptions {
  /** A smoke test with few rounds and small numbers; its figures mean nothing. */
  quick: boolean;
  say(line: string): void;
}

export interface Figure {
  name: string;
  title: string;
  /** Profiles to measure, in sequence. */
  profiles: readonly ProfileName[];
  run(options: RunOptions, profile: Profile): Promise<Row[]>;
}

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ms`;
export const perSecond = (value: number): string => `${Math.round(value)}/s`;

/** Minimum to maximum. */
export const span = (values: readonly number[], write: (value: number) => string): string =>
  values.length < 2 ? '' : `${write(Math.min(...values))} to ${write(Math.max(...values))}`;
