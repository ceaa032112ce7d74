import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FRONTS } from '@piecework/federation/fronts';
import { sourceId } from '@piecework/mf-config/source-id';
import { compressHashedFiles } from './compress.mjs';
import { fromRoot } from './paths.mjs';

const WEBPACK = fromRoot('node_modules', 'webpack-cli', 'bin', 'cli.js');
/** Concurrent builds; webpack itself uses several threads. */
const PARALLEL = 2;
/** Last lines of webpack's output that are shown when a build fails. */
const LINES = 40;

/**
 * Builds the front ends whose sources have changed since their last build; ends the process when a build fails.
 *
 * @param {{ strict?: boolean, fronts?: readonly string[] }} options not strict: a build with errors is served if webpack emitted one, with a warning
 */
export async function ensureBuilt({ strict = Boolean(process.env.CI), fronts = FRONTS } = {}) {
  if (fronts.every(isBuilt)) return;
  const unlock = await lock();
  try {
    const waiting = fronts.filter((front) => !isBuilt(front)); // a concurrent process may have built them meanwhile
    const failed = [];
    const worker = async () => {
      for (let front = waiting.shift(); front; front = waiting.shift()) if (!(await build(front))) failed.push(front);
    };
    await Promise.all(Array.from({ length: PARALLEL }, worker));
    const missing = strict ? failed : failed.filter((front) => !isServable(front));
    for (const front of failed.filter((front) => !missing.includes(front)))
      console.error(`${front} does not build (see above): serving its last build.`);
    if (missing.length > 0) {
      console.error(
        `${missing.join(', ')} cannot be built: fix the errors above and run the command again, or start the back end alone with npm start -- --no-fronts.`,
      );
      process.exitCode = 1;
    }
  } finally {
    unlock();
  }
  if (process.exitCode) process.exit();
}

const distOf = (front) => fromRoot(front, 'dist');
/** Hash of the build's sources; a hidden file, which is never served. */
const stampOf = (front) => fromRoot(front, 'dist', '.built-from');

function sourcesOf(front) {
  const hash = createHash('sha256').update(sourceId(fromRoot(front)));
  for (const file of [fromRoot(front, 'webpack.config.js'), ...filesIn(fromRoot(front, 'public'))])
    hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

const filesIn = (folder) => (existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []);

function isBuilt(front) {
  const stamp = stampOf(front);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesOf(front);
}

const isServable = (front) =>
  existsSync(fromRoot(front, 'dist', 'index.html')) &&
  (front === 'shell' || existsSync(fromRoot(front, 'dist', 'mf-manifest.json')));

async function build(front) {
  const started = Date.now();
  const stamp = sourcesOf(front); // read before the build: a change during the build belongs to the next one
  const { code, output } = await webpack(front);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (code !== 0) {
    console.error(`${front} does not build. Last lines of webpack's output:\n\n${lastLines(output)}\n`);
    return false;
  }
  await compressHashedFiles(distOf(front));
  writeFileSync(stampOf(front), stamp);
  console.log(`Built ${front} in ${seconds} s.`);
  return true;
}

/** `npm run build` of the front end, without the npm process. */
function webpack(front) {
  const child = spawn(process.execPath, [WEBPACK, '--mode', 'production'], {
    cwd: fromRoot(front),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

const lastLines = (text) => text.trim().split('\n').slice(-LINES).join('\n');

/** Concurrent builds of one front end would delete each other's files. */
async function lock() {
  const file = fromRoot('node_modules', '.cache', 'piecework-build.pid');
  mkdirSync(fromRoot('node_modules', '.cache'), { recursive: true });
  for (let hasReported = false; ; hasReported = true) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      process.once('exit', () => rmSync(file, { force: true }));
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const owner = Number(readOr(file, '0'));
    if (owner > 0 && !isAlive(owner)) rmSync(file, { force: true });
    else if (!hasReported) console.log(`Process ${owner} is already building: waiting for it.`);
    await sleep(200);
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function readOr(file, fallback) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return fallback;
  }
}
