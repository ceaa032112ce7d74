// npm start: everything in one process, from a fresh clone. Options are read by packages/local-stack/src/main.ts.
import './lib/require-node.mjs';

void import('./lib/run-target.mjs').then(({ runTarget }) =>
  runTarget('packages/local-stack/src/main.ts', process.argv.slice(2)),
);
