import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** About 250 MB: installed beside the repository, not as a dependency, because only one test needs it. */
const VERSION = '15.34.2';
const CACHE = process.env.PIECEWORK_CACHE || join(homedir(), '.cache', 'piecework');
const FOLDER = join(CACHE, `firebase-tools-${VERSION}`);
const MAIN = join('node_modules', 'firebase-tools', 'lib', 'bin', 'firebase.js');
/** Milliseconds. */
const INSTALL_WITHIN = 600_000;

/** The firebase-tools program, which starts the Auth emulator; null when it is not installed. */
export function findFirebaseTools() {
  const main = join(FOLDER, MAIN);
  return existsSync(main) ? main : null;
}

/** Like findFirebaseTools, but installs it when missing; null when that fails. Install scripts of its packages do not run. */
export function ensureFirebaseTools() {
  const found = findFirebaseTools();
  if (found) return found;
  console.log(`Installing firebase-tools ${VERSION} for the Auth emulator into ${FOLDER} (about 250 MB, once).`);
  const half = `${FOLDER}.${process.pid}`;
  try {
    mkdirSync(half, { recursive: true });
    writeFileSync(join(half, 'package.json'), '{"private":true}');
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=1'];
    const { status } = spawnSync('npm', ['install', ...options, `firebase-tools@${VERSION}`], {
      cwd: half,
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: INSTALL_WITHIN,
    });
    // Renamed only when complete, so that the final name never holds a partial install.
    if (status === 0) renameSync(half, FOLDER);
  } catch (error) {
    console.error(`firebase-tools could not be installed: ${error.message}`);
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
  return findFirebaseTools();
}
