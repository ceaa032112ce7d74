import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';

export interface EarlierVersion {
  /** Short commit id. */
  commit: string;
  folder: string;
}

/** Ignored by git. */
const FOLDER = '.build/earlier-version';

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();

const remove = () => {
  rmSync(FOLDER, { recursive: true, force: true });
  git('worktree', 'prune');
};

/** Runs `work` with a checkout of that commit and its own packages. */
export const withEarlierVersion = async <R>(ref: string, work: (version: EarlierVersion) => Promise<R>): Promise<R> => {
  const commit = git('rev-parse', '--short', `${ref}^{commit}`);
  remove();
  try {
    git('worktree', 'add', '--detach', FOLDER, commit);
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: FOLDER, stdio: 'ignore' });
    return await work({ commit, folder: resolve(FOLDER) });
  } finally {
    remove();
  }
};
