// npm run build: rebuilds the shell and the remotes that are out of date, for production.
//   npm run build -- mf-worker     only this one
import './lib/require-node.mjs';

void import('./lib/install.mjs')
  .then(({ ensureInstalled }) => ensureInstalled())
  .then(() => Promise.all([import('./lib/build.mjs'), import('@piecework/federation/fronts')]))
  .then(([{ ensureBuilt }, { FRONTS }]) => {
    const named = process.argv.slice(2);
    const unknown = named.filter((name) => !FRONTS.includes(name));
    if (unknown.length > 0) {
      console.error(`There is no front end called ${unknown.join(', ')}. They are ${FRONTS.join(', ')}.`);
      process.exit(1);
    }
    return ensureBuilt({ strict: true, ...(named.length > 0 && { fronts: named }) });
  });
