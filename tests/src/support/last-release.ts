import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { linkModules } from './linked-modules';

export interface Release {
  /** Full commit id. */
  commit: string;
  version: string;
  /** Its checkout, with the npm packages of today's; kept for later runs. Do not change its sources. */
  folder: string;
}

/** In the checkout, whose npm packages the releases use. */
const FOLDER = resolve('.build/releases');

/** The commit that changed the version of the root package.json last. */
const releaseCommit = (git: (...args: string[]) => string): string => {
  const advice = 'The tests need the commit of the last release';
  let commit: string;
  let boundaries: readonly string[] = [];
  try {
    commit = git('log', '-1', '--format=%H', '-G"version":', '--', 'package.json');
    const shallow = git('rev-parse', '--path-format=absolute', '--git-path', 'shallow');
    if (existsSync(shallow)) boundaries = readFileSync(shallow, 'utf8').split('\n');
  } catch {
    throw new Error(`${advice}: run them in a clone of the repository.`);
  }
  // The first commit of a shallow clone seems to add every file.
  if (commit === '' || boundaries.includes(commit))
    throw new Error(`${advice}, which this shallow clone lacks: run \`git fetch --unshallow\`.`);
  return commit;
};

/** `npm start` of the checkout takes the linked packages for its own. */
const markInstalled = (folder: string): void => {
  const stamp = join(folder, 'node_modules', '.piecework-install');
  // A link to that of today's checkout.
  rmSync(stamp, { force: true });
  const lock = readFileSync(join(folder, 'package-lock.json'));
  writeFileSync(stamp, JSON.stringify({ lock: createHash('sha256').update(lock).digest('hex') }));
};

/** Checks the last release out, once per commit. */
export const lastRelease = (repository = '.'): Release => {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: repository, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  const commit = releaseCommit(git);
  const folder = join(FOLDER, commit);
  if (!existsSync(folder)) {
    mkdirSync(FOLDER, { recursive: true });
    const partial = mkdtempSync(join(FOLDER, 'partial-'));
    const archive = join(partial, '.release.tar');
    git('archive', '--output', archive, commit, '--', '.', ':!docs/screens');
    execFileSync('tar', ['-xf', archive, '-C', partial]);
    rmSync(archive);
    linkModules(partial, git('ls-tree', '-r', '--name-only', commit).split('\n'));
    if (existsSync(join(partial, 'package-lock.json'))) markInstalled(partial);
    try {
      renameSync(partial, folder);
    } catch (error) {
      // Another process may have been faster.
      rmSync(partial, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    }
  }
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  return { commit, version, folder };
};
