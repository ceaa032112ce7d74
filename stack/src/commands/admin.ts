import { UsageError } from '../options';
import { createTools } from '../service-tools';
import { readCommand, runCommand, withServices } from './with-services';

/** `npm run admin -- EMAIL`: makes a registered user an admin. The only way to create the first admin of an installation. */
void runCommand(async () => {
  const { words, dataDir } = readCommand();
  const [email] = words;
  if (!email) throw new UsageError('Usage: npm run admin -- EMAIL');
  const { done, message } = await withServices(dataDir, ['user'], (call) => createTools(call).makeAdmin(email));
  console.log(message);
  return done ? 0 : 1;
});
