import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const TSC = path.join(path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

/** Compiles a project: a folder or a tsconfig file. @returns the errors; empty without any */
export function typeErrorsOf(project) {
  // Several checkers would each derive most of the types, in up to three times the processor time; builds run two at a time.
  const args = [TSC, '-p', project, '--checkers', '1'];
  const { status, stdout, error } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (error) throw error;
  return status === 0 ? '' : stdout.trim();
}

/**
 * Compiles with the options of this repository.
 *
 * @param {string} folder receives the tsconfig file; packages are resolved from there
 * @param {object} config of `compilerOptions`, `files` and `include`
 */
export function compileIn(folder, { compilerOptions = {}, ...config }) {
  const file = path.join(folder, 'tsconfig.json');
  const options = { types: ['node'], typeRoots: [path.join(ROOT, 'node_modules/@types')], ...compilerOptions };
  fs.writeFileSync(
    file,
    JSON.stringify({ extends: path.join(ROOT, 'tsconfig.base.json'), ...config, compilerOptions: options }),
  );
  return typeErrorsOf(file);
}

/** Runs `work` with a new folder, from which the packages of this repository resolve. */
export function withFolder(work) {
  const cache = path.join(ROOT, 'node_modules/.cache');
  fs.mkdirSync(cache, { recursive: true });
  const folder = fs.mkdtempSync(path.join(cache, 'piecework-types-'));
  try {
    return work(folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
