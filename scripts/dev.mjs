// npm run dev: npm start that begins anew whenever a file the server imports has changed.
import './lib/require-node.mjs';

void import('./lib/watch.mjs').then(({ watch }) =>
  watch('packages/local-stack/src/main.ts', process.argv.slice(2)),
);
