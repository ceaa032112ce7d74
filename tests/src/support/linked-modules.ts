import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const ROOT = resolve('.');
const SCOPE = '@piecework';

const linkInstalled = (folder: string, dir: string) => {
  const modules = join(ROOT, folder, 'node_modules');
  if (!existsSync(modules)) return;
  mkdirSync(join(dir, folder, 'node_modules'), { recursive: true });
  for (const name of readdirSync(modules)) {
    // Caches contain paths of the original.
    const isCache = folder !== '' && name.startsWith('.');
    if (name !== SCOPE && !isCache) symlinkSync(join(modules, name), join(dir, folder, 'node_modules', name));
  }
};

/** Links a workspace of the copy `dir`, as `npm install` does. */
export const linkWorkspace = (folder: string, dir: string): void => {
  const { name } = JSON.parse(readFileSync(join(dir, folder, 'package.json'), 'utf8')) as { name: string };
  const link = join(dir, 'node_modules', name);
  // Relative, so that the copy can be moved.
  symlinkSync(relative(dirname(link), join(dir, folder)), link);
};

/** Links the packages of npm in the copy `dir` to those of this checkout, and its workspaces to themselves. `files`: those of the copy */
export const linkModules = (dir: string, files: readonly string[]): void => {
  linkInstalled('', dir);
  mkdirSync(join(dir, 'node_modules', SCOPE), { recursive: true });
  for (const file of files.filter((path) => path.endsWith('/package.json'))) {
    linkInstalled(dirname(file), dir);
    linkWorkspace(dirname(file), dir);
  }
};
