import { loadSettings, type Settings } from '@piecework/config';
import type { StackOptions } from './options';

/**
 * Everybody knows the password of the demo's admin: in production the demo data is loaded only when it is asked for by name. Its people have
 * embedded accounts and pay with test cards, and its pictures are not for a host of strangers: with a provider outside there is none.
 */
const demoByDefault = ({ NODE_ENV, IDENTITY, PAYMENTS, IMAGES }: NodeJS.ProcessEnv) =>
  NODE_ENV === 'production' || IDENTITY === 'firebase' || PAYMENTS === 'stripe' || IMAGES === 'imgbb'
    ? '0'
    : '1';

/** On one's own machine the terminal is for the addresses and for what goes wrong; what happens is read where it is collected. */
const logLevelByDefault = ({ NODE_ENV }: NodeJS.ProcessEnv) => (NODE_ENV === 'production' ? 'info' : 'warn');

/** The settings of a stack: the environment, with what was asked for on the command line. */
export const stackSettings = (options: StackOptions, env: NodeJS.ProcessEnv = process.env): Settings =>
  loadSettings({
    ...env,
    PORT: String(options.port),
    DATA_DIR: options.dataDir,
    LOG_LEVEL: env.LOG_LEVEL || logLevelByDefault(env),
    DEMO_DATA: options.demo ? env.DEMO_DATA || demoByDefault(env) : '0',
  });
