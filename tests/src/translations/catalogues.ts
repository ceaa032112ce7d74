import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCatalogue } from './read-texts';

export const ROOT = process.cwd();

/** Sources of the checkout, tracked or new, that exist. */
export const sourceFiles: readonly string[] = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*/src/*'],
  { cwd: ROOT, encoding: 'utf8' },
)
  .split('\n')
  .filter((path) => path && existsSync(join(ROOT, path)));

const BANGLA = '/src/bn.ts';

/** Workspaces with a Bangla catalogue. */
export const CATALOGUES: readonly string[] = sourceFiles
  .filter((path) => path.endsWith(BANGLA))
  .map((path) => path.slice(0, -BANGLA.length));

/** English → Bangla, of one workspace. */
export const catalogueOf = (workspace: string): Map<string, string> => {
  const path = `${workspace}${BANGLA}`;
  return readCatalogue(path, readFileSync(join(ROOT, path), 'utf8'));
};
