import type { Settings } from '@piecework/service-kit';
import { loadSettings } from '@piecework/service-kit/run';
import type { StackOptions } from './options';

/** Everybody knows the password of the demo's admin: in production the demo data is loaded only when it is asked for by name. */
const demoByDefault = ({ NODE_ENV }: NodeJS.ProcessEnv) => (NODE_ENV === 'production' ? '0' : '1');

/** The settings of a stack: the environment, with what was asked for on the command line. */
export const stackSettings = (options: StackOptions, env: NodeJS.ProcessEnv = process.env): Settings =>
  loadSettings({
    ...env,
    PORT: String(options.port),
    DATA_DIR: options.dataDir,
    DEMO_DATA: options.demo ? env.DEMO_DATA || demoByDefault(env) : '0',
  });
