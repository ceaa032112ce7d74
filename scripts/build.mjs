// npm run build: the production builds of the shell and the remotes, those that are not up to date.
import './lib/require-node.mjs';

void import('./lib/install.mjs')
  .then(({ ensureInstalled }) => ensureInstalled())
  .then(() => import('./lib/build.mjs'))
  .then(({ ensureBuilt }) => ensureBuilt({ strict: true }));
