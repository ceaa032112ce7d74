import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** About 250 MB: beside the repository and not in its packages, because only one test needs it. */
const VERSION = '15.34.2';
const CACHE = process.env.PIECEWORK_CACHE || join(homedir(), '.cache', 'piecework');
const FOLDER = join(CACHE, `firebase-tools-${VERSION}`);
const MAIN = join('node_modules', 'firebase-tools', 'lib', 'bin', 'firebase.js');
/** Milliseconds. */
const INSTALL_WITHIN = 600_000;

/** The program of firebase-tools, with which the Auth emulator is started; null where it is not installed. */
export function findFirebaseTools() {
  const main = join(FOLDER, MAIN);
  return existsSync(main) ? main : null;
}

/** As above, installed first where it is missing; null where that fails. Its packages run no code while they are installed. */
export function ensureFirebaseTools() {
  const found = findFirebaseTools();
  if (found) return found;
  console.log(
    `Installing firebase-tools ${VERSION} for the Auth emulator into ${FOLDER} (about 250 MB, once).`,
  );
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
    // Only a whole one gets the name that is looked for.
    if (status === 0) renameSync(half, FOLDER);
  } catch (error) {
    console.error(`firebase-tools could not be installed: ${error.message}`);
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
  return findFirebaseTools();
}
