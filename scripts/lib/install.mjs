import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fromRoot, ROOT } from './paths.mjs';

const LOCK = fromRoot('package-lock.json');
const MODULES = fromRoot('node_modules');
const STAMP = fromRoot('node_modules', '.piecework-install');
const NPM_RECORD = fromRoot('node_modules', '.package-lock.json'); // npm writes it last, when an install is complete

/** Installs exactly what package-lock.json lists, unless it is already installed. Ends the process on failure. */
export async function ensureInstalled() {
  const wanted = {
    lock: createHash('sha256').update(readFileSync(LOCK)).digest('hex'),
    system: `${process.platform}-${process.arch}-abi${process.versions.modules}`, // native packages differ by platform and ABI
  };
  const reason = reasonToInstall(wanted);
  if (reason) await install(reason);
  writeStamp(wanted);
}

function reasonToInstall(wanted) {
  if (!existsSync(MODULES)) return 'nothing is installed yet';
  const stamp = JSON.parse(readOr(STAMP, '{}'));
  if (stamp.system && stamp.system !== wanted.system)
    return 'the installed packages are for another Node version or system';
  if (stamp.lock === wanted.lock || recordMatchesLock()) return null; // the latter after a manual npm install
  return stamp.lock ? 'package-lock.json has changed' : 'the last install is not complete';
}

function recordMatchesLock() {
  const record = readOr(NPM_RECORD, '');
  if (record === '') return false;
  const installed = JSON.parse(record).packages;
  const locked = Object.entries(JSON.parse(readFileSync(LOCK, 'utf8')).packages);
  return locked.every(([place, entry]) => {
    // A workspace, which may have a new version.
    if (!place.includes('node_modules/') || entry.optional) return true;
    const found = installed[place];
    return found !== undefined && found.version === entry.version && found.link === entry.link;
  });
}

async function install(reason) {
  if (!isWritable()) {
    fail(
      `Piecework has to install its packages (${reason}), but the folder ${ROOT} cannot be written to. ` +
        'Copy it to a folder of yours, or make it writable, and run the same command again.',
    );
  }
  console.log(`Installing Piecework's packages, because ${reason}: npm ci --ignore-scripts (about 300 MB, once).`);
  const started = Date.now();
  const { code, output } = await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']);
  if (code !== 0) fail(explain(output, code));
  console.log(`Installed in ${seconds(started)} s.\n`);
}

function npm(args) {
  const started = Date.now();
  const viaNpm = process.env.npm_execpath?.endsWith('.js') ? process.env.npm_execpath : undefined;
  const [command, first] = viaNpm ? [process.execPath, [viaNpm]] : ['npm', []];
  const quick = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=4000'];
  const child = spawn(command, [...first, ...args, ...quick, '--loglevel=error'], {
    cwd: ROOT,
    env: { ...process.env, npm_config_workspace: undefined, npm_config_workspaces: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: !viaNpm && process.platform === 'win32',
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const beat = setInterval(() => console.log(`  still installing (${seconds(started)} s)`), 15_000);
  return new Promise((resolve) => {
    const done = (code) => {
      clearInterval(beat);
      resolve({ code, output });
    };
    child.on('error', (error) => {
      output += `${error.code ?? ''} ${error.message}`;
      done(1);
    });
    child.on('close', done);
  });
}

function explain(output, code) {
  const includesAny = (...words) => words.some((word) => output.includes(word));
  if (includesAny('ENOSPC')) return 'The disk is full: free about 500 MB, then run the same command again.';
  if (includesAny('EROFS', 'EACCES', 'EPERM')) {
    return `npm may not write to ${ROOT} or to its own cache (npm config get cache). Make both writable, then run the same command again.`;
  }
  if (includesAny('spawn npm ENOENT')) return 'npm was not found: it comes with Node from https://nodejs.org.';
  if (
    includesAny(
      'ENOTFOUND',
      'EAI_AGAIN',
      'ECONNREFUSED',
      'ECONNRESET',
      'ETIMEDOUT',
      'ENETUNREACH',
      'ERR_SOCKET_TIMEOUT',
    )
  ) {
    return 'The npm registry cannot be reached: connect to the internet (or set your proxy: npm config set proxy …), then run the same command again.';
  }
  const tail = output.trim().split('\n').slice(-15).join('\n');
  return `npm could not install the packages (exit code ${code}). Its output:\n\n${tail}`;
}

function isWritable() {
  try {
    accessSync(ROOT, constants.W_OK);
    if (existsSync(MODULES)) accessSync(MODULES, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function writeStamp(stamp) {
  const text = JSON.stringify(stamp);
  if (readOr(STAMP, '') === text) return;
  try {
    writeFileSync(STAMP, text);
  } catch {
    // A read-only checkout that is already installed: the next run merely compares again.
  }
}

function readOr(file, fallback) {
  return existsSync(file) ? readFileSync(file, 'utf8') : fallback;
}

function seconds(since) {
  return Math.round((Date.now() - since) / 1000);
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
