import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { ensureInstalled } from './install.mjs';
import { fromRoot, ROOT } from './paths.mjs';

/** Types of the OpenAPI document. Git ignores it; its first line has the hash of its inputs. */
const CLIENT_TYPES = 'tests/src/client/api.gen.ts';
const GENERATOR = 'tests/src/client/main.ts';

export async function checkTypes(args) {
  await ensureInstalled();
  generateClientTypes();
  if (!args.includes('--client')) run('node_modules/typescript/bin/tsc', '--noEmit', '--checkers', String(CHECKERS));
}

function generateClientTypes() {
  const firstLine = `// Inputs: ${hashOfInputs()}\n`;
  const isUpToDate =
    existsSync(fromRoot(CLIENT_TYPES)) && readFileSync(fromRoot(CLIENT_TYPES), 'utf8').startsWith(firstLine);
  if (!isUpToDate) run('scripts/run.mjs', GENERATOR, CLIENT_TYPES, firstLine);
}

function hashOfInputs() {
  const hash = createHash('sha256');
  const files = [
    'package-lock.json',
    GENERATOR,
    ...sourcesIn('packages/contracts/src'),
    ...sourcesIn('gateway/src').filter((file) => file.includes('openapi')),
  ];
  for (const file of files) hash.update(file).update(readFileSync(fromRoot(file)));
  return hash.digest('hex');
}

/** By default four: each derives most of the types, so more than there are cores only cost time. */
const CHECKERS = Math.min(4, availableParallelism());

const sourcesIn = (folder) =>
  readdirSync(fromRoot(folder), { recursive: true })
    .filter((name) => /(?<!\.test)\.(ts|mjs)$/.test(name))
    .sort()
    .map((name) => `${folder}/${name}`);

/** Ends the process if the command fails. */
function run(...command) {
  const { status } = spawnSync(process.execPath, command, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
