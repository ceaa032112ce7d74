import { createIds } from '@piecework/base';
import { embeddedSecret } from '../src/secret';

/** A process of its own, for tests that start several: `node --import tsx secret.child.ts DIR`. */
process.stdout.write(`${embeddedSecret(process.argv[2] ?? '', createIds())}\n`);
