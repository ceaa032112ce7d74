import fs from 'node:fs';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { containerOf, FRONTS, REMOTES } from '@piecework/federation/fronts';
import { baseConfig, htmlPage, remoteConfig, shellConfig } from '@piecework/mf-config';
import { manifestPlugin } from '@piecework/mf-config/asset-plugins';

/**
 * The application built in three ways from the same sources, for comparison:
 *   ours   as it ships (packages/mf-config)
 *   plain  one bundle without federation: the shell with the remotes imported
 *   naive  federation as in its first tutorial: an asynchronous entry, and every package shared as a whole
 */
const ROOT = path.resolve(import.meta.dirname, '../../..');
const OUT = path.join(ROOT, '.build/bench-web');

const outputOf = (variant, front) => path.join(OUT, variant, front);

/** Sources that only a comparison needs. */
const written = (name, source) => {
  const file = path.join(OUT, name);
  fs.mkdirSync(OUT, { recursive: true });
  fs.writeFileSync(file, source);
  return file;
};

const into = (variant, front, config) => ({
  ...config,
  name: `${variant}_${config.name}`,
  output: { ...config.output, path: outputOf(variant, front) },
  cache: {
    ...config.cache,
    name: `bench-${variant}-${config.name}`,
    buildDependencies: {
      config: [...config.cache.buildDependencies.config.filter(fs.existsSync), import.meta.filename],
    },
  },
});

/** The pages and menu of a remote. */
const manifestOf = async (front) => (await import(path.join(ROOT, front, 'src/manifest.mjs'))).manifest;

function ours() {
  const configs = FRONTS.map(async (front) => {
    const dir = path.join(ROOT, front);
    const make = front === 'shell' ? shellConfig({ dir }) : remoteConfig({ dir, manifest: await manifestOf(front) });
    // A remote's second build is its standalone page, which the dashboard never requests.
    const config = [make({}, { mode: 'production' })].flat()[0];
    // The types are checked in the shipped build.
    config.plugins = config.plugins.filter((plugin) => plugin.constructor.name !== 'ShellCompatibilityPlugin');
    return into('ours', front, config);
  });
  return Promise.all(configs);
}

/** The shell's page with the inline prefetch script replaced. */
const page = (variant, early) => {
  const dir = path.join(ROOT, 'shell');
  const html = fs.readFileSync(path.join(dir, 'src/index.html'), 'utf8').replace('<!--early-->', early);
  return htmlPage({ dir, template: written(`${variant}.html`, html), title: 'Piecework' });
};

function plain() {
  const dir = path.join(ROOT, 'shell');
  const config = baseConfig({
    dir,
    name: 'plain',
    isProduction: true,
    publicPath: '/',
    plugins: [page('plain', PRELOAD_ADDRESSES)],
  });
  config.entry = { main: './src/index.ts' };
  config.output.clean = true;
  config.resolve.alias[path.join(dir, 'src/remotes.ts')] = written('plain-remotes.ts', PLAIN_REMOTES);
  // One bundle: dynamic imports are included.
  config.module.parser = { javascript: { dynamicImportMode: 'eager' } };
  return [into('plain', 'shell', config)];
}

/** Subpath exports of our packages; a second copy of one would have a separate state. */
const entriesOf = (name) => (name.startsWith('@piecework/') ? [`${name}/`] : []);

/** Every package that more than one front end depends on. */
const sharedByAll = () => {
  const read = (folder) => JSON.parse(fs.readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8'));
  const kits = ['packages/ui', 'packages/web-kit'].map(read);
  const names = kits.flatMap(({ name, dependencies }) => [name, ...Object.keys(dependencies)]);
  const isCode = (name) => !name.startsWith('@fontsource') && name !== '@piecework/contracts';
  const entries = [...new Set(names)].filter(isCode).flatMap((name) => [name, ...entriesOf(name)]);
  return Object.fromEntries(entries.map((entry) => [entry, { singleton: true, requiredVersion: false }]));
};

function naive() {
  const common = { shared: sharedByAll(), dts: false, dev: false };
  const configs = FRONTS.map(async (front) => {
    const dir = path.join(ROOT, front);
    const name = containerOf(front);
    const isShell = front === 'shell';
    const federation = isShell
      ? { name, ...common, manifest: false }
      : { name, ...common, exposes: { './routes': './src/routes' }, filename: 'remoteEntry.js', manifest: true };
    const plugins = [
      new ModuleFederationPlugin(federation),
      isShell ? page('naive', '') : manifestPlugin({ manifest: await manifestOf(front), version: 'naive' }),
    ];
    const config = baseConfig({ dir, name, isProduction: true, publicPath: isShell ? '/' : 'auto', plugins });
    config.entry = isShell ? { main: written('naive-entry.ts', NAIVE_ENTRY) } : {};
    config.output.clean = true;
    return into('naive', front, config);
  });
  return Promise.all(configs);
}

/** The asynchronous boundary of the tutorials. */
const NAIVE_ENTRY = `import(${JSON.stringify(path.join(ROOT, 'shell/src/bootstrap'))});`;

/** The only address that a single bundle knows in advance. */
const PRELOAD_ADDRESSES = '<link rel="preload" as="fetch" crossorigin href="/remotes.json">';

/** Replaces shell/src/remotes.ts: the same functions, with every remote imported. */
const PLAIN_REMOTES = [
  ...REMOTES.map(
    (front) => `import ${containerOf(front)} from ${JSON.stringify(path.join(ROOT, front, 'src/routes'))};`,
  ),
  `const remotes = { ${REMOTES.map(containerOf).join(', ')} };`,
  'export const loadRemoteModule = async (name) => remotes[name];',
  'export const isRedeployed = async () => false;',
  'export const remoteOfFile = async () => undefined;',
  'export class IncompatibleRemoteError extends Error {}',
].join('\n');

const VARIANTS = { ours, plain, naive };

export default ({ variant }) => VARIANTS[variant]();
