import { type Engines, withEngines } from './engines';

export type ProfileName = 'embedded' | 'production';

/** A way to run the product: its adapters and its budgets. */
export interface Profile {
  name: ProfileName;
  /** A separate process per service, as in production. */
  processes: boolean;
  /** Milliseconds from an approval to the balance that shows it. */
  budgets: { p50: number; p99: number };
  /** Fresh engines per stack, so that benchmarks do not affect each other. */
  withEngines<R>(work: (engines: Engines) => Promise<R>): Promise<R>;
}

export const embedded: Profile = {
  name: 'embedded',
  processes: false,
  budgets: { p50: 10, p99: 50 },
  withEngines: (work) => work({ env: { STORE: 'sqlite', EVENTS: 'sqlite' }, substitute: null }),
};

export const production: Profile = { name: 'production', processes: true, budgets: { p50: 50, p99: 300 }, withEngines };

/** The value of a benchmark with SQLite in place of the substitute engine, all else equal. */
export const withSqlite = (substitute: string, instead: string): string =>
  `with SQLite in place of the substitute for MongoDB (${substitute}) ${instead}`;

/** The production profile with SQLite as the store: shows the effect of the substitute for MongoDB on a result. */
export const productionOnSqlite: Profile = {
  ...production,
  withEngines: (work) =>
    production.withEngines(({ env }) => work({ env: { ...env, STORE: 'sqlite' }, substitute: null })),
};
