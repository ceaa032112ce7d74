// node scripts/run.mjs TARGET.ts [its options]: the entry point of the npm commands and of each service's "start" script.
import './lib/require-node.mjs';

void import('./lib/run-target.mjs').then(({ runTarget }) => runTarget(process.argv[2], process.argv.slice(3)));
