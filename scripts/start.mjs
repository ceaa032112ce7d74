// npm start: installs and builds what is missing, then runs everything in one process. Options are read by
// stack/src/main.ts.
import './lib/require-node.mjs';

const args = process.argv.slice(2);
/** Imported lazily: its dependencies have to be installed first. A start that cannot succeed is refused before the build. */
const build = async () => {
  const { importTypeScript } = await import('./lib/typescript.mjs');
  const { checkStart } = await importTypeScript('stack/src/check-start.ts');
  await checkStart(args);
  const { ensureBuilt } = await import('./lib/build.mjs');
  await ensureBuilt();
};

void import('./lib/run-target.mjs').then(({ runTarget }) =>
  runTarget(
    'stack/src/main.ts',
    args,
    ['--no-fronts', '--no-build'].some((option) => args.includes(option)) ? undefined : build,
  ),
);
