// node docker/bundle.mjs PROGRAM FOLDER: one program of the back end as plain JavaScript in a folder, with the few packages that
// cannot be in it. In an image there is neither TypeScript nor npm.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

const [program, folder] = process.argv.slice(2);

const ENTRIES = {
  gateway: 'gateway/src/main.ts',
  front: 'packages/front-server/src/main.ts',
  tools: 'packages/local-stack/src/tools/main.ts',
};
const entry = ENTRIES[program] ?? `services/${program}/src/main.ts`;

/** Processes that a program starts, each a file beside its bundle. They import only sharp. */
const CHILDREN = { media: ['services/media/src/decoder.child.mjs'] };

/** Native code. The images keep documents in MongoDB: SQLite is in none of them. */
const OUTSIDE = ['sharp', 'libsql'];
const LEFT_OUT = ['libsql'];

const { metafile } = await build({
  entryPoints: [entry],
  outdir: folder,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  external: OUTSIDE,
  metafile: true,
  // CommonJS packages inside call it for what Node itself brings.
  banner: {
    js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
  },
  logLevel: 'warning',
});
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');

if (program === 'tools')
  cpSync('packages/local-stack/src/demo/pictures', join(folder, 'pictures'), { recursive: true });
const children = CHILDREN[program] ?? [];
for (const child of children) cpSync(child, join(folder, basename(child)));

const used = new Set(
  Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path)),
);
if (children.length > 0) used.add('sharp');
for (const name of OUTSIDE) if (used.has(name) && !LEFT_OUT.includes(name)) takeAlong(name, new Set());

/** Copies an installed package and what it depends on; of the variants per platform, those that are installed. */
function takeAlong(name, seen) {
  const from = join('node_modules', name);
  if (seen.has(name) || !existsSync(from)) return;
  seen.add(name);
  const to = join(folder, 'node_modules', name);
  mkdirSync(to, { recursive: true });
  cpSync(from, to, { recursive: true });
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
  for (const other of Object.keys({ ...dependencies, ...optionalDependencies })) takeAlong(other, seen);
}
