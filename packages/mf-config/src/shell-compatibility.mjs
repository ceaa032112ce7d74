import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import webpack from 'webpack';
import { assetsPlugin, emit, MANIFEST_FILE } from './asset-plugins.mjs';
import { PUBLIC_MODULES, recorded, shellContract } from './shell-contract.mjs';
import { compileIn, typeErrorsOf, withFolder } from './tsc.mjs';

const semver = createRequire(import.meta.url)('semver');

const PACKAGES = path.resolve(import.meta.dirname, '../..');
const WEB_KIT = '@piecework/web-kit';

/** Emits the shell's contract file, against which remotes are built. */
export const shellContractPlugin = () =>
  assetsPlugin('shell contract', 'ADDITIONAL', (compilation) =>
    emit(compilation, 'shell-contract.json', `${JSON.stringify(shellContract(), null, 2)}\n`),
  );

/**
 * Reasons why a remote cannot run in a shell; empty when it can. They do not concern its types.
 *
 * @param {object} manifest mf-manifest.json of the remote
 * @param {{ shared: Record<string, string> }} shell its contract
 * @returns {string[]}
 */
export function incompatibilitiesOf(manifest, shell) {
  const reasons = [];
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
async function targetedShell() {
  const source = process.env.SHELL_CONTRACT;
  if (!source) return shellContract();
  if (!/^https?:/.test(source)) return JSON.parse(fs.readFileSync(source, 'utf8'));
  const answer = await fetch(source, { signal: AbortSignal.timeout(10_000) });
  if (!answer.ok) throw new Error(`${source} answered ${answer.status}`);
  return answer.json();
}

/** Errors of the remote's sources, compiled against these types of the public modules of web-kit. */
function typeErrorsAgainst(types, dir) {
  return withFolder((folder) => {
    const paths = Object.entries(PUBLIC_MODULES).map(([module, name]) => {
      const file = path.join(folder, `${name}.d.ts`);
      fs.writeFileSync(file, types[module]);
      return [path.posix.join(WEB_KIT, module), [file]];
    });
    return compileIn(folder, {
      compilerOptions: { paths: Object.fromEntries(paths) },
      files: [path.join(dir, 'src/routes.tsx')],
      include: [path.join(PACKAGES, '*/src/**/*.d.ts')],
    });
  });
}

/**
 * @typedef {object} Shell
 * @property {string} version
 * @property {Record<string, string>} shared
 * @property {Record<string, string>} types
 * @property {Shell[]} [earlier]
 */

/**
 * Reasons why the sources of a remote do not fit a shell or one of the earlier shells that its manifest accepts.
 *
 * @param {object} manifest mf-manifest.json of the remote
 * @param {string} dir of the remote
 * @param {Shell} shell its contract
 * @returns {string[]}
 */
export function typeFaults(manifest, dir, shell) {
  const compiledAgainst = new Set([JSON.stringify(recorded()[0]?.types)]);
  const faults = [];
  for (const one of [shell, ...(shell.earlier ?? [])]) {
    const types = JSON.stringify(one.types);
    if (incompatibilitiesOf(manifest, one).length > 0 || compiledAgainst.has(types)) continue;
    compiledAgainst.add(types);
    const errors = typeErrorsAgainst(one.types, dir);
    if (errors)
      faults.push(
        `its package.json accepts ${WEB_KIT} ${one.version}, which lacks what it uses: require a later version\n${errors}`,
      );
  }
  return faults;
}

/** Fails the build of a remote that is incompatible with the shell: its exposed module, its required versions, its types. */
export class ShellCompatibilityPlugin {
  constructor({ dir, name }) {
    this.dir = dir;
    this.name = name;
  }

  apply(compiler) {
    compiler.hooks.afterEmit.tapPromise('ShellCompatibilityPlugin', async (compilation) => {
      if (compilation.errors.length > 0) return;
      const file = path.join(compilation.outputOptions.path, MANIFEST_FILE);
      // A dev server keeps its files in memory; the check is for what is deployed.
      if (!fs.existsSync(file)) return;
      const manifest = JSON.parse(fs.readFileSync(file, 'utf8'));
      const shell = await targetedShell();
      const typeErrors = typeErrorsOf(this.dir);
      for (const reason of [
        ...incompatibilitiesOf(manifest, shell),
        ...(typeErrors ? [`type errors\n${typeErrors}`] : typeFaults(manifest, this.dir, shell)),
      ])
        compilation.errors.push(new webpack.WebpackError(`${this.name} is incompatible with the shell: ${reason}`));
    });
  }
}
