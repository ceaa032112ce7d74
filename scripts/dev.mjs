// npm run dev: runs the back end, which restarts when an imported file changes, and webpack's dev servers of the shell and the remotes.
import './lib/require-node.mjs';

void import('./lib/watch.mjs').then(({ watch }) => watch(process.argv.slice(2)));
