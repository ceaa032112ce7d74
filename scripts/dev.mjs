// npm run dev: the back end, which begins anew whenever a file that it imports has changed, and webpack's dev servers for shell and remotes.
import './lib/require-node.mjs';

void import('./lib/watch.mjs').then(({ watch }) => watch(process.argv.slice(2)));
