import { parseArgs } from 'node:util';
import { OperatorError } from '@piecework/base';
import { HIGHEST_BASE_PORT } from '@piecework/config';

export interface StackOptions {
  port: number;
  dataDir: string;
  /** False overrides the settings. */
  demo: boolean;
  processes: boolean;
  /** False when another process serves the shell and remotes, such as `npm run dev`. */
  fronts: boolean;
}

/** The command line is invalid; `message` states the usage. */
export class UsageError extends OperatorError {
  override readonly name = 'UsageError';
}

/**
 * Options of `npm start -- …`. Omitted ones come from the environment, then from the defaults of docs/operations.md.
 *
 * @throws {UsageError}
 */
export const readOptions = (args: readonly string[], env: NodeJS.ProcessEnv = process.env): StackOptions => {
  const { values } = parse(args);
  const port = values.port ?? (env.PORT || '3000');
  if (!/^\d+$/.test(port) || Number(port) < 1 || Number(port) > HIGHEST_BASE_PORT) {
    throw new UsageError(
      `${values.port === undefined ? 'PORT' : '--port'} must be a whole number from 1 to ${HIGHEST_BASE_PORT}, not '${port}'.`,
    );
  }
  if (values.data === '') throw new UsageError('--data must name a folder.');
  return {
    port: Number(port),
    dataDir: values.data ?? (env.DATA_DIR || '.data'),
    demo: !values['no-demo'],
    processes: values.processes ?? false,
    fronts: !values['no-fronts'],
  };
};

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        data: { type: 'string' },
        'no-demo': { type: 'boolean' },
        processes: { type: 'boolean' },
        'no-fronts': { type: 'boolean' },
        // Handled earlier, by scripts/start.mjs.
        'no-build': { type: 'boolean' },
      },
    });
  } catch (error) {
    const fault = (error as Error).message.split(/\.\s/)[0];
    throw new UsageError(
      `${fault}. The options are --port N, --data DIR, --no-demo, --no-build, --no-fronts and --processes.`,
    );
  }
};
