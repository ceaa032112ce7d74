// npm run dev: the back end, restarted when a file that it imports changes, and webpack's dev servers for the shell and the remotes.
import './lib/require-node.mjs';

void import('./lib/watch.mjs').then(({ watch }) => watch(process.argv.slice(2)));
