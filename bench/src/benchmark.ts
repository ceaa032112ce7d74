import type { Profile, ProfileName } from './profile';

/** One line of the result: a figure beside what it is compared to in the same run. */
export interface Row {
  what: string;
  measured: string;
  /** What it is compared to, with its name. */
  beside: string;
  /** Lowest and highest of the rounds: how noisy it was. */
  rounds: string;
  budget: string;
  /** null: no budget, for orientation. */
  within: boolean | null;
}

export interface RunOptions {
  /** A smoke test: few rounds, small numbers, nothing to go by. */
  quick: boolean;
  say(line: string): void;
}

export interface Figure {
  name: string;
  title: string;
  /** On which it is measured, one after the other. */
  profiles: readonly ProfileName[];
  run(options: RunOptions, profile: Profile): Promise<Row[]>;
}

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ms`;
export const perSecond = (value: number): string => `${Math.round(value)}/s`;

/** Lowest to highest. */
export const span = (values: readonly number[], write: (value: number) => string): string =>
  values.length < 2 ? '' : `${write(Math.min(...values))} to ${write(Math.max(...values))}`;
