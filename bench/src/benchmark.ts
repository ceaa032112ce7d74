import type { EarlierVersion } from './earlier-version';
import type { Profile, ProfileName } from './profile';

/** A result, with a comparison in the same run. */
export interface ResultRow {
  what: string;
  measured: string;
  /** The comparison, with its name. */
  comparison: string;
  /** Minimum and maximum of the rounds, as a measure of noise. */
  rounds: string;
  budget: string;
  /** null: no budget, informative only. */
  within: boolean | null;
}

export interface RunOptions {
  /** A smoke test with few rounds and small numbers; its results mean nothing. */
  quick: boolean;
  /** Folder of the version to compare with; null when none was asked for. */
  earlier: EarlierVersion | null;
  /** Sizes of the growth benchmark. @default by `quick` */
  users?: readonly number[];
  /** Where the growth benchmark keeps its data, in a folder `{users}-users` each. @default a temporary folder */
  dataDir?: string;
  print(line: string): void;
}

export interface Benchmark {
  name: string;
  title: string;
  /** Profiles to measure, in sequence. */
  profiles: readonly ProfileName[];
  run(options: RunOptions, profile: Profile): Promise<ResultRow[]>;
}

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ms`;
export const perSecond = (value: number): string => `${Math.round(value)}/s`;

/** Minimum to maximum. */
export const span = (values: readonly number[], write: (value: number) => string): string =>
  values.length < 2 ? '' : `${write(Math.min(...values))} to ${write(Math.max(...values))}`;
