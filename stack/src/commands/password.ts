import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { UsageError } from '../options';
import { createTools } from '../service-tools';
import { readCommand, runCommand, withServices } from './with-services';

/** Discards readline's echo of the typed keys. */
const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/** Reads one line of the standard input. Not an argument: arguments appear in the shell's history and in the process list. */
const readPassword = (): Promise<string> =>
  new Promise((resolve, reject) => {
    const { stdin, stderr } = process;
    const reader = createInterface({ input: stdin, output: nowhere(), terminal: stdin.isTTY });
    if (stdin.isTTY) stderr.write('New password (it is not shown): ');
    reader.once('line', (line) => {
      resolve(line);
      reader.close();
    });
    reader.once('SIGINT', () => reader.close());
    reader.once('close', () => {
      if (stdin.isTTY) stderr.write('\n');
      reject(new UsageError('No password was entered, so none was set.'));
    });
  });

/** `npm run password -- EMAIL`: sets a new password of an account (embedded identity). */
void runCommand(async () => {
  const { words, dataDir } = readCommand();
  const [email] = words;
  if (!email) throw new UsageError('Usage: npm run password -- EMAIL');
  const password = await readPassword();
  const { done, message } = await withServices(dataDir, ['user'], (call) =>
    createTools(call).setPassword(email, password),
  );
  console.log(message);
  return done ? 0 : 1;
});
