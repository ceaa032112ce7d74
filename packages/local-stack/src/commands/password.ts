import { createInterface } from 'node:readline/promises';
import { UsageError } from '../options';
import { readCommand, runCommand, withServices } from './with-services';

const readPassword = async (): Promise<string> => {
  // Not as an argument: those stand in the shell's history and in the list of processes.
  const reader = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await reader.question('New password: ')).trim();
  } finally {
    reader.close();
  }
};

/** `npm run password -- EMAIL`: sets a new password for somebody who forgot theirs (embedded identity). */
void runCommand(async () => {
  const { words, dataDir } = readCommand();
  const [email] = words;
  if (!email) throw new UsageError('Say whose: npm run password -- EMAIL');
  const password = await readPassword();
  const { done, message } = (await withServices(dataDir, (call) =>
    call('user', 'setPassword', { email, password }),
  )) as { done: boolean; message: string };
  console.log(message);
  return done ? 0 : 1;
});
