// npm start: installs and builds what is missing, then runs everything in one process. Options are read by
// packages/local-stack/src/main.ts.
import './lib/require-node.mjs';

const args = process.argv.slice(2);
/** Imported lazily: its dependencies have to be installed first. */
const build = () => import('./lib/build.mjs').then(({ ensureBuilt }) => ensureBuilt());

void import('./lib/run-target.mjs').then(({ runTarget }) =>
  runTarget(
    'packages/local-stack/src/main.ts',
    args,
    ['--no-fronts', '--no-build'].some((option) => args.includes(option)) ? undefined : build,
  ),
);
