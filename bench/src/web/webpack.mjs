import fs from 'node:fs';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { baseConfig, htmlPage, REMOTES, remoteConfig, shellConfig } from '@piecework/mf-config';

/**
 * The application built in three ways from the same sources, for comparison:
 *   ours   as it ships (packages/mf-config)
 *   plain  one bundle without federation: the shell with the remotes imported
 *   naive  federation as its first tutorial shows it: an asynchronous entry, every package shared as a whole by everybody
 */
const ROOT = path.resolve(import.meta.dirname, '../../..');
const OUT = path.join(ROOT, '.build/bench-web');
const FRONTS = ['shell', ...Object.keys(REMOTES).map((name) => name.replace('_', '-'))];

/** Where the files of a front are for one way of building. */
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
  cache: { ...config.cache, name: `bench-${variant}-${config.name}` },
});

function ours() {
  return FRONTS.flatMap((front) => {
    const dir = path.join(ROOT, front);
    const name = front.replace('-', '_');
    const make = front === 'shell' ? shellConfig({ dir }) : remoteConfig({ dir, name, title: front });
    // A remote's second build is its page of its own, which the dashboard never asks for.
    const config = [make({}, { mode: 'production' })].flat()[0];
    return into('ours', front, config);
  });
}

const page = (dir) => htmlPage({ dir, template: path.join(dir, 'src/index.html'), title: 'Piecework' });

function plain() {
  const dir = path.join(ROOT, 'shell');
  const config = baseConfig({
    dir,
    name: 'plain',
    isProduction: true,
    publicPath: '/',
    plugins: [page(dir)],
  });
  config.entry = { main: './src/index.ts' };
  config.output.clean = true;
  config.resolve.alias = { [path.join(dir, 'src/remotes.ts')]: written('plain-remotes.ts', PLAIN_REMOTES) };
  // One bundle: whatever is imported later is in it too.
  config.module.parser = { javascript: { dynamicImportMode: 'eager' } };
  return [into('plain', 'shell', config)];
}

/** Every package that more than one front depends on. */
const sharedByAll = () => {
  const read = (folder) => JSON.parse(fs.readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8'));
  const kits = ['packages/ui', 'packages/web-kit'].map(read);
  const names = kits.flatMap(({ name, dependencies }) => [name, ...Object.keys(dependencies)]);
  const isCode = (name) => !name.startsWith('@fontsource') && name !== '@piecework/contracts';
  return Object.fromEntries([...new Set(names)].filter(isCode).map((name) => [name, { singleton: true }]));
};

function naive() {
  const common = { shared: sharedByAll(), dts: false, dev: false };
  return FRONTS.map((front) => {
    const dir = path.join(ROOT, front);
    const name = front.replace('-', '_');
    const isShell = front === 'shell';
    const federation = isShell
      ? { name, ...common, manifest: false }
      : {
          name,
          ...common,
          exposes: { './routes': './src/routes' },
          filename: 'remoteEntry.js',
          manifest: true,
        };
    const plugins = [new ModuleFederationPlugin(federation), ...(isShell ? [page(dir)] : [])];
    const config = baseConfig({ dir, name, isProduction: true, publicPath: isShell ? '/' : 'auto', plugins });
    config.entry = isShell ? { main: written('naive-entry.ts', NAIVE_ENTRY) } : {};
    config.output.clean = true;
    return into('naive', front, config);
  });
}

/** The asynchronous boundary of the tutorials. */
const NAIVE_ENTRY = `import(${JSON.stringify(path.join(ROOT, 'shell/src/bootstrap'))});`;

/** Stands in for shell/src/remotes.ts: the same functions, with every remote imported. */
const PLAIN_REMOTES = [
  ...Object.keys(REMOTES).map(
    (name) => `import ${name} from ${JSON.stringify(path.join(ROOT, name.replace('_', '-'), 'src/routes'))};`,
  ),
  `const remotes = { ${Object.keys(REMOTES).join(', ')} };`,
  "const book = fetch('/remotes.json').then((answer) => answer.json());",
  'export const addresses = () => book;',
  'export const loadRemoteModule = async (name) => remotes[name];',
  'export const isRedeployed = async () => false;',
  'export const remoteOfFile = async () => undefined;',
  'export class MisfitError extends Error {}',
].join('\n');

const VARIANTS = { ours, plain, naive };

export default ({ variant }) => VARIANTS[variant]();
