import { UsageError } from '../options';
import { createTools } from '../service-tools';
import { readCommand, runCommand, withServices } from './with-services';

/** `npm run factors -- EMAIL`: removes the second factors of a person who has lost them and the recovery codes. */
void runCommand(async () => {
  const { words, dataDir } = readCommand();
  const [email] = words;
  if (!email) throw new UsageError('Usage: npm run factors -- EMAIL');
  const { done, message } = await withServices(dataDir, ['user'], (call) => createTools(call).removeFactors(email));
  console.log(message);
  return done ? 0 : 1;
});
