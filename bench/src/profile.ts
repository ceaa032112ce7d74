import { type Engines, withEngines } from './engines';

export type ProfileName = 'embedded' | 'production';

/** A way to run the product: its adapters, and what they are expected to reach. */
export interface Profile {
  name: ProfileName;
  /** Each service in a process of its own, as it is deployed. */
  processes: boolean;
  /** Milliseconds from an approval to the balance that shows it. */
  budgets: { p50: number; p99: number };
  /** Engines of one stack alone, so that no figure meets what another has left behind. */
  withEngines<R>(work: (engines: Engines) => Promise<R>): Promise<R>;
}

export const embedded: Profile = {
  name: 'embedded',
  processes: false,
  budgets: { p50: 10, p99: 50 },
  withEngines: (work) => work({ env: { STORE: 'sqlite', EVENTS: 'sqlite' }, standIn: null }),
};

export const production: Profile = {
  name: 'production',
  processes: true,
  budgets: { p50: 50, p99: 300 },
  withEngines,
};

/** Said beside a figure: what it is with SQLite in the stand-in's place, and all else as it is. */
export const withSqlite = (standIn: string, instead: string): string =>
  `with SQLite in the place of the engine that stands in for MongoDB (${standIn}) ${instead}`;

/** Production with one engine exchanged, to tell what the one that stands in for MongoDB takes of a figure. */
export const productionOnSqlite: Profile = {
  ...production,
  withEngines: (work) =>
    production.withEngines(({ env }) => work({ env: { ...env, STORE: 'sqlite' }, standIn: null })),
};
