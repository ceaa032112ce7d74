import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fromRoot } from './paths.mjs';

const DAY_MS = 86_400_000;

let isRegistered = false;

/**
 * Imports a TypeScript module of this repository, whose packages are installed. It is bundled with the workspaces at every start, so that nothing
 * is ever stale, and Node's loader hooks need not transform 500 modules one by one (docs/adr/0010-typescript-without-a-build.md).
 */
export async function importTypeScript(file) {
  const path = await bundle(file).catch((error) => {
    // A checkout that this user may only read.
    if (error.code === 'EACCES' || error.code === 'EROFS') return undefined;
    throw error;
  });
  if (path) return import(pathToFileURL(path).href);
  const { register } = await import('tsx/esm/api');
  if (!isRegistered) register();
  isRegistered = true;
  return import(pathToFileURL(fromRoot(file)).href);
}

/** Writes the bundle and returns its path. */
async function bundle(file) {
  const { build, stop } = await import('esbuild');
  // From here the bundle finds the packages of its workspace, and those of all.
  const modules = fromRoot(file.replace(/\/src\/.*/, ''), 'node_modules');
  const folder = join(modules, '.cache', 'piecework-bundles');
  const { outputFiles } = await build({
    entryPoints: [fromRoot(file)],
    outdir: folder,
    entryNames: '[name]-[hash]',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'linked',
    external: [...packagesIn(fromRoot('node_modules')), ...packagesIn(modules)],
    plugins: [OWN_URL],
    logLevel: 'warning',
  });
  // Its child process would live as long as this one.
  await stop();
  mkdirSync(folder, { recursive: true });
  removeOld(folder);
  for (const { path, contents } of outputFiles) write(path, contents);
  process.setSourceMapsEnabled(true);
  return outputFiles.find((output) => output.path.endsWith('.mjs')).path;
}

/** Names of the packages in a `node_modules`, without the workspaces. */
const packagesIn = (folder) =>
  (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) => {
    if (name.startsWith('.') || name === '@piecework') return [];
    return name.startsWith('@') ? readdirSync(join(folder, name)).map((inner) => `${name}/${inner}`) : [name];
  });

/** `import.meta.url` stays that of the module, which reads files of its own folder. */
const OWN_URL = {
  name: 'own-url',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      if (!text.includes('import.meta.url')) return undefined;
      return { contents: text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)), loader: 'ts' };
    }),
};

/** Atomic: another process may read and write the same file at the same time. */
function write(path, contents) {
  const part = `${path}.${process.pid}`;
  writeFileSync(part, contents);
  renameSync(part, path);
}

/** A running process has read its bundle. */
function removeOld(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path, { throwIfNoEntry: false })?.mtimeMs < Date.now() - DAY_MS) rmSync(path, { force: true });
  }
}
