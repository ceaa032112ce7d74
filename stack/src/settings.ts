import { loadSettings, type Settings } from '@piecework/config';
import type { StackOptions } from './options';

/**
 * The demo admin's password is public, so production loads the demo data only on explicit request. The demo people have embedded accounts and pay
 * with test cards, and their pictures must not go to an external host: with any external provider the default is no demo data.
 */
const demoByDefault = ({ NODE_ENV, IDENTITY, PAYMENTS, IMAGES }: NodeJS.ProcessEnv) =>
  NODE_ENV === 'production' || IDENTITY === 'firebase' || PAYMENTS === 'stripe' || IMAGES === 'imgbb' ? '0' : '1';

/** In development the terminal shows only addresses and problems; production logs are collected. */
const logLevelByDefault = ({ NODE_ENV }: NodeJS.ProcessEnv) => (NODE_ENV === 'production' ? 'info' : 'warn');

/** Settings of a stack: the environment, overridden by the command line. */
export const stackSettings = (options: StackOptions, env: NodeJS.ProcessEnv = process.env): Settings =>
  loadSettings({
    ...env,
    PORT: String(options.port),
    DATA_DIR: options.dataDir,
    LOG_LEVEL: env.LOG_LEVEL || logLevelByDefault(env),
    DEMO_DATA: options.demo ? env.DEMO_DATA || demoByDefault(env) : '0',
  });
