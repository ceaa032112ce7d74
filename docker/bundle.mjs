// node docker/bundle.mjs PROGRAM FOLDER: bundles a back-end program as plain JavaScript, and copies the packages that cannot be bundled.
// Images contain neither TypeScript nor npm.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

const [program, folder] = process.argv.slice(2);

const ENTRIES = {
  gateway: 'gateway/src/main.ts',
  front: 'packages/front-server/src/main.ts',
  tools: 'stack/src/tools/main.ts',
};
const entry = ENTRIES[program] ?? `services/${program}/src/main.ts`;

/** Files of child processes and threads, copied next to the bundle. They import only sharp and each other. */
const CHILDREN = {
  media: ['services/media/src/image/decoder.child.mjs'],
  submission: ['dawid-skene.worker.mjs', 'dawid-skene.mjs'].map((file) => `services/submission/src/consensus/${file}`),
};

/** Packages with native code. libsql is never copied: the images use MongoDB. */
const EXTERNAL = ['sharp', 'libsql'];
const EXCLUDED = ['libsql'];

const { metafile } = await build({
  entryPoints: [entry],
  outdir: folder,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  external: EXTERNAL,
  metafile: true,
  // Bundled CommonJS packages call `require` for Node's built-in modules.
  banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
  logLevel: 'warning',
});
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');

if (program === 'tools') cpSync('stack/src/demo/pictures', join(folder, 'pictures'), { recursive: true });
const children = CHILDREN[program] ?? [];
for (const child of children) cpSync(child, join(folder, basename(child)));

const used = new Set(Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path)));
if (program === 'media') used.add('sharp');
for (const name of EXTERNAL) if (used.has(name) && !EXCLUDED.includes(name)) copyPackage(name, new Set());

/** Copies an installed package and its dependencies; of platform-specific packages only the installed ones. */
function copyPackage(name, seen) {
  const from = join('node_modules', name);
  if (seen.has(name) || !existsSync(from)) return;
  seen.add(name);
  const to = join(folder, 'node_modules', name);
  mkdirSync(to, { recursive: true });
  cpSync(from, to, { recursive: true });
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
  for (const other of Object.keys({ ...dependencies, ...optionalDependencies })) copyPackage(other, seen);
}
