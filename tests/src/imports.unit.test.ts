import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** Folders of the packages, the lowest first. A package imports only packages of the lines before its own. */
const LAYERS = [
  ['packages/contracts', 'packages/csv-file', 'packages/i18n'],
  ['packages/federation', 'packages/texts'],
  ['packages/base', 'packages/mf-config'],
  ['packages/config', 'packages/ui'],
  ['packages/store', 'packages/event-log', 'packages/http', 'packages/identity', 'packages/web-kit'],
  ['packages/service-runtime'],
  ['packages/domain'],
  [
    'services/user',
    'services/task',
    'services/submission',
    'services/wallet',
    'services/media',
    'services/notification',
  ],
  ['gateway', 'packages/front-server', 'shell', 'mf-public', 'mf-worker', 'mf-buyer', 'mf-admin'],
  ['audit'],
  ['stack'],
  ['tests'],
  ['bench'],
];

const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(ts|tsx|mts|mjs|js|cjs)$/.test(file) && existsSync(join(ROOT, file)));

interface Manifest {
  folder: string;
  name: string;
  exports: Record<string, unknown>;
  dependencies: ReadonlySet<string>;
}

const manifests = LAYERS.flat().map((folder): Manifest => {
  const manifest = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
  const { name, exports = {}, dependencies = {}, devDependencies = {} } = manifest;
  return { folder, name, exports, dependencies: new Set(Object.keys({ ...dependencies, ...devDependencies })) };
});

const IMPORTS = [
  /^(?:import|export)\s(?:[^'";]*?\sfrom\s)?['"]([^'"]+)['"]/gm,
  /\b(?:import|require|requireActual)\(\s*['"]([^'"]+)['"]/g,
];

const importsOf = (file: string): string[] => {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return IMPORTS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, specifier = '']) => specifier));
};

const ENDINGS = ['', '.ts', '.tsx', '.mjs', '.js', '.cjs', '/index.ts', '/index.tsx'];
const fileAt = (path: string): string | undefined =>
  ENDINGS.map((ending) => path + ending).find(
    (file) => statSync(join(ROOT, file), { throwIfNoEntry: false })?.isFile() ?? false,
  );

const packageOf = (specifier: string): Manifest | undefined =>
  manifests.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));

/** The repository file that an import resolves to; undefined for npm packages and Node modules. */
const targetOf = (file: string, specifier: string): string | undefined => {
  if (specifier.startsWith('.')) return fileAt(join(dirname(file), specifier));
  const found = packageOf(specifier);
  if (!found) return undefined;
  const entry = `.${specifier.slice(found.name.length)}`;
  for (const [pattern, path] of Object.entries(found.exports)) {
    const [before = '', after] = pattern.split('*');
    const isMatch = after === undefined ? entry === pattern : entry.startsWith(before) && entry.endsWith(after);
    if (isMatch && typeof path === 'string')
      return fileAt(join(found.folder, path.replace('*', entry.slice(before.length))));
  }
  return undefined;
};

const isInside = (file: string, folder: string) => file.startsWith(`${folder}/`);
const layerOf = (folder: string) => LAYERS.findIndex((layer) => layer.includes(folder));

test('LAYERS lists every package', () => {
  const folders = sources.flatMap((file) => /^(?:packages\/|services\/)?[^/]+(?=\/src\/)/.exec(file)?.[0] ?? []);
  expect([...new Set(folders)].sort()).toEqual(LAYERS.flat().sort());
});

test('a package imports only packages of lower layers, and declares them', () => {
  const wrong: string[] = [];
  for (const { folder, name, dependencies } of manifests) {
    for (const file of sources.filter((one) => isInside(one, folder))) {
      for (const specifier of importsOf(file)) {
        const imported = packageOf(specifier);
        if (!imported || imported.name === name) continue;
        if (layerOf(imported.folder) >= layerOf(folder))
          wrong.push(`${file} imports ${specifier}, which is not of a lower layer`);
        if (!dependencies.has(imported.name)) wrong.push(`${folder}/package.json lacks ${imported.name}`);
      }
    }
  }
  expect([...new Set(wrong)]).toEqual([]);
});

test('an import of a package of this repository names one of its exports', () => {
  const wrong = sources.flatMap((file) =>
    importsOf(file)
      .filter((specifier) => packageOf(specifier) && !/\.css$/.test(specifier) && !targetOf(file, specifier))
      .map((specifier) => `${file} imports ${specifier}`),
  );
  expect(wrong).toEqual([]);
});

/** Strongly connected components of two files or more (Tarjan). */
const cyclesOf = (graph: ReadonlyMap<string, readonly string[]>): string[][] => {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string): void => {
    order.set(file, order.size);
    lowest.set(file, order.get(file) as number);
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(file, Math.min(lowest.get(file) as number, lowest.get(next) as number));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    if (group.length > 1) cycles.push(group.sort());
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return cycles.sort((a, b) => String(a).localeCompare(String(b)));
};

test('there are no import cycles, including type and dynamic imports', () => {
  const graph = new Map(
    sources.map((file) => [file, importsOf(file).flatMap((specifier) => targetOf(file, specifier) ?? [])]),
  );
  expect(cyclesOf(graph)).toEqual([]);
});
