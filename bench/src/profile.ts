import { type Engines, withEngines } from './engines';

export type ProfileName = 'embedded' | 'production';

/** A way to run the product: its adapters and its budgets. */
export interface Profile {
  name: ProfileName;
  /** Each service in a process of its own, as in production. */
  processes: boolean;
  /** Milliseconds from an approval to the balance that shows it. */
  budgets: { p50: number; p99: number };
  /** Fresh engines per stack, so that figures do not affect each other. */
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

/** A remark on a figure: its value with SQLite in place of the stand-in, all else equal. */
export const withSqlite = (standIn: string, instead: string): string =>
  `with SQLite in the place of the engine that stands in for MongoDB (${standIn}) ${instead}`;

/** The production profile with SQLite as the store: shows how much of a figure is due to the stand-in for MongoDB. */
export const productionOnSqlite: Profile = {
  ...production,
  withEngines: (work) =>
    production.withEngines(({ env }) => work({ env: { ...env, STORE: 'sqlite' }, standIn: null })),
};
