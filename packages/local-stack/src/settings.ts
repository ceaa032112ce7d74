import type { Settings } from '@piecework/service-kit';
import { loadSettings } from '@piecework/service-kit/run';
import type { StackOptions } from './options';

/** The settings of a stack: the environment, with what was asked for on the command line. */
export const stackSettings = (options: StackOptions): Settings =>
  loadSettings({
    ...process.env,
    PORT: String(options.port),
    DATA_DIR: options.dataDir,
    DEMO_DATA: options.demo ? '1' : '0',
  });
