import { OperatorError, printError } from '@piecework/base';
import { loadSettings, type ProgramName, type Settings } from '@piecework/config';

/** Runs a one-shot program: exit code 0 when it succeeds, also when there was nothing to do. */
export const runJob = async (
  job: (settings: Settings) => Promise<string>,
  program: ProgramName = 'job',
): Promise<void> => {
  try {
    console.log(await job(loadSettings(process.env, program)));
  } catch (error) {
    printError(error);
    process.exitCode = 1;
  }
};

/**
 * Containers share neither a file system nor a process: data in files would be lost with each of them.
 *
 * @throws {OperatorError}
 */
export const refuseFiles = ({ store, events, images }: Settings): void => {
  const wrong = [
    store !== 'mongodb' && 'STORE=mongodb',
    events !== 'kafka' && 'EVENTS=kafka',
    images === 'files' && 'IMAGES=gridfs',
  ].filter((setting) => setting !== false);
  if (wrong.length > 0)
    throw new OperatorError(`Containers do not persist files. Set ${wrong.join(', ')} (or run npm start, which does).`);
};
