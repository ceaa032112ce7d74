import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import webpack from 'webpack';
import { provided, REMOTE_CONTRACT } from './shared.mjs';

const require = createRequire(import.meta.url);
const semver = require('semver');

/** States the contract version of a shell and the versions of the packages that it provides. */
const SHELL_CONTRACT_FILE = 'shell-contract.json';

/** Emits the shell's contract file, against which remotes are built. */
export class ShellContractPlugin {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('ShellContractPlugin', (compilation) => {
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tap({ name: 'ShellContractPlugin', stage }, () => {
        const shell = { contract: REMOTE_CONTRACT, shared: provided() };
        compilation.emitAsset(
          SHELL_CONTRACT_FILE,
          new webpack.sources.RawSource(`${JSON.stringify(shell, null, 2)}\n`),
        );
      });
    });
  }
}

/**
 * Reasons why a remote cannot run in a shell; empty when it is compatible.
 *
 * @param {object} manifest mf-manifest.json of the remote
 * @param {{ contract: number, shared: Record<string, string> }} shell its shell-contract.json
 * @returns {string[]}
 */
export function incompatibilitiesOf(manifest, shell) {
  const reasons = [];
  if (shell.contract !== REMOTE_CONTRACT)
    reasons.push(
      `the shell requires contract ${shell.contract}, this remote is built for ${REMOTE_CONTRACT}`,
    );
  if (!manifest.exposes.some(({ path: exposed }) => exposed === './routes'))
    reasons.push('it does not expose ./routes');
  for (const { name, requiredVersion } of manifest.shared) {
    const version = shell.shared[name];
    if (!version) reasons.push(`it requires ${name}, which the shell does not share`);
    else if (!semver.satisfies(version, requiredVersion))
      reasons.push(`it requires ${name} ${requiredVersion}, the shell provides ${version}`);
  }
  return reasons;
}

/** Read from the file or URL in SHELL_CONTRACT; by default that of a shell built from this checkout. */
async function shellContract() {
  const source = process.env.SHELL_CONTRACT;
  if (!source) return { contract: REMOTE_CONTRACT, shared: provided() };
  if (!/^https?:/.test(source)) return JSON.parse(fs.readFileSync(source, 'utf8'));
  const answer = await fetch(source, { signal: AbortSignal.timeout(10_000) });
  if (!answer.ok) throw new Error(`${source} answered ${answer.status}`);
  return answer.json();
}

/** Fails the build of a remote that is incompatible with the shell: its types, its exposed module, its required versions. */
export class ShellCompatibilityPlugin {
  constructor({ dir, name }) {
    this.dir = dir;
    this.name = name;
  }

  apply(compiler) {
    const fail = (compilation, reason) =>
      compilation.errors.push(
        new webpack.WebpackError(`${this.name} is incompatible with the shell: ${reason}`),
      );
    compiler.hooks.afterEmit.tapPromise('ShellCompatibilityPlugin', async (compilation) => {
      if (compilation.errors.length > 0) return;
      const file = path.join(compilation.outputOptions.path, 'mf-manifest.json');
      // A dev server keeps its files in memory; the check is for what is deployed.
      if (!fs.existsSync(file)) return;
      for (const reason of incompatibilitiesOf(
        JSON.parse(fs.readFileSync(file, 'utf8')),
        await shellContract(),
      ))
        fail(compilation, reason);
      const typeErrors = this.typeErrors();
      if (typeErrors) fail(compilation, `type errors\n${typeErrors}`);
    });
  }

  /** A menu entry or route that the shell does not know is a type error (`RemoteModule`). */
  typeErrors() {
    const tsc = path.join(path.dirname(require.resolve('typescript/package.json')), 'bin/tsc');
    const run = spawnSync(process.execPath, [tsc, '--noEmit', '-p', this.dir], { encoding: 'utf8' });
    return run.status === 0 ? '' : run.stdout;
  }
}
