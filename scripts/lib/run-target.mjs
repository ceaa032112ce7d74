import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { fromRoot, ROOT } from './paths.mjs';

/**
 * Runs a TypeScript file of this repository in this process, as if it had been started with `args`.
 *
 * @param {() => Promise<void>} [prepare] runs once everything is installed
 */
export async function runTarget(target, args, prepare) {
  const file = fromRoot(target);
  if (!existsSync(file)) {
    console.error(`${target} does not exist: this checkout is incomplete (see git status).`);
    process.exit(1);
  }
  await ensureInstalled();
  await prepare?.();
  process.chdir(ROOT); // a workspace's own "start" runs in its folder; .data and paths are relative to the root
  process.argv = [process.execPath, file, ...args];
  const { register } = await import('tsx/esm/api');
  register();
  await import(pathToFileURL(file).href);
}
