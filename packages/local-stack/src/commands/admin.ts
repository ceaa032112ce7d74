import { UsageError } from '../options';
import { createTools } from '../service-tools';
import { readCommand, runCommand, withServices } from './with-services';

/** `npm run admin -- EMAIL`: makes somebody who has signed up an admin. The first one of an installation is made so. */
void runCommand(async () => {
  const { words, dataDir } = readCommand();
  const [email] = words;
  if (!email) throw new UsageError('Say whom: npm run admin -- EMAIL');
  const { done, message } = await withServices(dataDir, (call) => createTools(call).makeAdmin(email));
  console.log(message);
  return done ? 0 : 1;
});
