import { existsSync } from 'node:fs';
import { ensureInstalled } from './install.mjs';
import { fromRoot, ROOT } from './paths.mjs';
import { importTypeScript } from './typescript.mjs';

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
  process.chdir(ROOT); // a workspace's own "start" runs in its folder; .data and paths are relative to the root
  await prepare?.();
  process.argv = [process.execPath, file, ...args];
  await importTypeScript(target);
}
