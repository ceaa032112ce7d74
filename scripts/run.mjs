// node scripts/run.mjs TARGET.ts [options for it]: what the npm commands and each service's own "start" go through.
import './lib/require-node.mjs';

void import('./lib/run-target.mjs').then(({ runTarget }) =>
  runTarget(process.argv[2], process.argv.slice(3)),
);
