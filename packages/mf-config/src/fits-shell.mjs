import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import webpack from 'webpack';
import { provided, REMOTE_CONTRACT } from './shared.mjs';

const require = createRequire(import.meta.url);
const semver = require('semver');

/** The promise of a shell: which contract its remotes must meet, and which versions it ships. */
export const SHELL_CONTRACT_FILE = 'shell-contract.json';

/** Writes the promise beside the shell's files, where the teams of the remotes find it. */
export class ShellContractPlugin {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('ShellContractPlugin', (compilation) => {
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tap({ name: 'ShellContractPlugin', stage }, () => {
        const promise = { contract: REMOTE_CONTRACT, shared: provided() };
        compilation.emitAsset(
          SHELL_CONTRACT_FILE,
          new webpack.sources.RawSource(`${JSON.stringify(promise, null, 2)}\n`),
        );
      });
    });
  }
}

/**
 * What keeps a remote from running in a shell: empty when it fits.
 *
 * @param {object} manifest mf-manifest.json of the remote
 * @param {{ contract: number, shared: Record<string, string> }} shell its shell-contract.json
 * @returns {string[]}
 */
export function faultsOf(manifest, shell) {
  const faults = [];
  if (shell.contract !== REMOTE_CONTRACT)
    faults.push(`the shell wants contract ${shell.contract}, this remote is built for ${REMOTE_CONTRACT}`);
  if (!manifest.exposes.some(({ path: exposed }) => exposed === './routes'))
    faults.push('it does not expose ./routes');
  for (const { name, requiredVersion } of manifest.shared) {
    const version = shell.shared[name];
    if (!version) faults.push(`it wants ${name}, which the shell does not share`);
    else if (!semver.satisfies(version, requiredVersion))
      faults.push(`it wants ${name} ${requiredVersion}, the shell ships ${version}`);
  }
  return faults;
}

/** Where the promise comes from: a file or an address in SHELL_CONTRACT, else a shell built from this checkout. */
async function shellContract() {
  const source = process.env.SHELL_CONTRACT;
  if (!source) return { contract: REMOTE_CONTRACT, shared: provided() };
  if (!/^https?:/.test(source)) return JSON.parse(fs.readFileSync(source, 'utf8'));
  const answer = await fetch(source, { signal: AbortSignal.timeout(10_000) });
  if (!answer.ok) throw new Error(`${source} answered ${answer.status}`);
  return answer.json();
}

/** Fails the build of a remote that the shell could not run: its types, what it exposes, the versions it wants. */
export class FitsShellPlugin {
  constructor({ dir, name }) {
    this.dir = dir;
    this.name = name;
  }

  apply(compiler) {
    const fail = (compilation, sentence) =>
      compilation.errors.push(new webpack.WebpackError(`${this.name} does not fit the shell: ${sentence}`));
    compiler.hooks.afterEmit.tapPromise('FitsShellPlugin', async (compilation) => {
      if (compilation.errors.length > 0) return;
      const file = path.join(compilation.outputOptions.path, 'mf-manifest.json');
      // A dev server keeps its files in memory; the check is for what is deployed.
      if (!fs.existsSync(file)) return;
      for (const fault of faultsOf(JSON.parse(fs.readFileSync(file, 'utf8')), await shellContract()))
        fail(compilation, fault);
      const typeFaults = this.typeFaults();
      if (typeFaults) fail(compilation, `its types are wrong\n${typeFaults}`);
    });
  }

  /** `RemoteModule` is a type: a menu or a route that the shell does not know is a type error. */
  typeFaults() {
    const tsc = path.join(path.dirname(require.resolve('typescript/package.json')), 'bin/tsc');
    const run = spawnSync(process.execPath, [tsc, '--noEmit', '-p', this.dir], { encoding: 'utf8' });
    return run.status === 0 ? '' : run.stdout;
  }
}
