import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot, ROOT } from './paths.mjs';

// An area is a workspace, by its folder: `mf-worker`, `services/task`. Its journeys are in `tests/src/browser/AREA`.

const inRoot = (folder) => existsSync(fromRoot(folder));
// `FRONTS` of @piecework/contracts is not installed yet when `npm test` chooses its steps.
const isFrontEnd = (folder) => inRoot(join(folder, 'webpack.config.js'));

/** What the steps of `npm test -w AREA` check. */
export function partsOf(area) {
  const journeys = `tests/src/browser/${area}`;
  const isFront = isFrontEnd(area);
  return {
    lint: [area, ...(inRoot(journeys) ? [journeys] : [])],
    // A remote's entry in the files that list remotes; a service's calls as the gateway answers them.
    unit: [`${fromRoot(area)}/`, isFront ? 'tests/src/remotes' : `tests/src/contract/${area.split('/').at(-1)}`],
    journeys: isFront && inRoot(journeys) ? [`${fromRoot(journeys)}/`] : [],
    isFront,
  };
}

const git = (...args) => {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
};

/** The commit before the change: where it left origin/main, or the parent of the last commit. */
function baseOfChange() {
  const head = git('rev-parse', 'HEAD');
  const fork = git('merge-base', 'origin/main', 'HEAD');
  return fork && fork !== head ? fork : git('rev-parse', '--verify', '--quiet', 'HEAD^');
}

/** Folders with tests: a workspace, or a folder of `tests`, whose own tests are too many. */
function folderOf(file) {
  const [top, second, third] = file.split('/');
  if (top === 'services' || top === 'packages') return join(top, second);
  if (top === 'tests') return third && file.split('/').length > 3 ? join(top, second, third) : undefined;
  return ['gateway', 'audit', 'stack'].includes(top) || isFrontEnd(top) ? top : undefined;
}

/** Folders whose tests are run first: those of the files that this change touches. */
export function touchedFolders() {
  const base = baseOfChange();
  const files = base ? (git('diff', '--name-only', base) ?? '') : '';
  const folders = files.split('\n').filter(Boolean).map(folderOf);
  return [...new Set(folders)].filter((folder) => folder && inRoot(folder)).sort();
}
