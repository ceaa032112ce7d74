import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { provided } from './shared.mjs';

const semver = createRequire(import.meta.url)('semver');

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** One folder per version of web-kit (docs/adr/0089). */
const RECORDS = path.join(ROOT, 'packages/web-kit/contract');

/** Public modules of web-kit → file of their declarations in a record. */
export const PUBLIC_MODULES = { '.': 'index', './router': 'router', './query': 'query' };

/**
 * What a shell provides to remotes.
 *
 * @typedef {object} Contract
 * @property {string} version of web-kit
 * @property {string} product version of Piecework, after which it was recorded
 * @property {Record<string, string>} shared singleton → version
 * @property {Record<string, string>} libraries packages behind web-kit, whose types it exports → version
 * @property {Record<string, string>} types public module → its declarations
 */

const versionIn = (folder) => JSON.parse(fs.readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8')).version;

/** @returns {Contract} that of the sources with these types */
export function contractOf(types) {
  const shared = provided();
  const imported = Object.values(types).flatMap((text) =>
    [...text.matchAll(/^import .* from '([^'.]+)';$/gm)].map(([, name]) => name),
  );
  const libraries = [...new Set(imported)].filter((name) => !shared[name] && !name.startsWith('@piecework/'));
  return {
    version: versionIn('packages/web-kit'),
    product: versionIn('.'),
    shared,
    libraries: Object.fromEntries(libraries.sort().map((name) => [name, versionIn(path.join('node_modules', name))])),
    types,
  };
}

const typesFile = (version, name) => path.join(RECORDS, version, `${name}.d.ts`);
const versionsFile = (version) => path.join(RECORDS, version, 'versions.json');

/** @param {Contract} contract */
export function record({ types, ...versions }) {
  fs.mkdirSync(path.join(RECORDS, versions.version), { recursive: true });
  fs.writeFileSync(versionsFile(versions.version), `${JSON.stringify(versions, null, 2)}\n`);
  for (const [module, name] of Object.entries(PUBLIC_MODULES))
    fs.writeFileSync(typesFile(versions.version, name), types[module]);
}

/** @returns {Contract} */
const readRecord = (version) => ({
  ...JSON.parse(fs.readFileSync(versionsFile(version), 'utf8')),
  types: Object.fromEntries(
    Object.entries(PUBLIC_MODULES).map(([module, name]) => [module, fs.readFileSync(typesFile(version, name), 'utf8')]),
  ),
});

/** @returns {Contract[]} all records, the latest version first */
export const recorded = () =>
  fs.existsSync(RECORDS) ? fs.readdirSync(RECORDS).sort(semver.rcompare).map(readRecord) : [];

/**
 * `shell-contract.json` of a shell that is built from this checkout.
 *
 * @returns {Contract & { earlier: Contract[] }}
 */
export function shellContract() {
  const [current, ...earlier] = recorded();
  if (!current) throw new Error('No contract of the shell is recorded: npm run contract.');
  return { ...current, earlier };
}
