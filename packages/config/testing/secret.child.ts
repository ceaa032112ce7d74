import { createIds } from '@piecework/base';
import { embeddedSecret } from '../src/secret';

/** For tests with several processes: `node --import tsx secret.child.ts DIR`. */
process.stdout.write(`${embeddedSecret(process.argv[2] ?? '', createIds())}\n`);
