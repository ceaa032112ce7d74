import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);

/** Packages of which a page may load only one instance. The shell provides them to the remotes. */
const SINGLETONS = [
  'react',
  'react-dom',
  'zustand',
  'styled-components',
  '@piecework/web-kit',
  '@piecework/web-kit/router',
  '@piecework/web-kit/query',
];

/** @param {string} request `name` or `@scope/name`, with or without a subpath */
const packageOf = (request) =>
  request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/');

/** The installed version. package.json is looked up by folder, because not every package exports it. */
function versionOf(request) {
  const name = packageOf(request);
  for (const folder of require.resolve.paths(name) ?? []) {
    const file = path.join(folder, name, 'package.json');
    if (fs.existsSync(file)) return JSON.parse(fs.readFileSync(file, 'utf8')).version;
  }
  throw new Error(`${name} is not installed`);
}

/** Singleton → version that a shell built from this checkout provides. */
export const provided = () => Object.fromEntries(SINGLETONS.map((request) => [request, versionOf(request)]));

/** The `shared` option of Module Federation for the shell. */
export const sharedByShell = () =>
  Object.fromEntries(
    Object.entries(provided()).map(([request, version]) => [
      request,
      {
        singleton: true,
        version,
        requiredVersion: `^${version}`,
        // The signed-out home does not need the query library.
        eager: request !== '@piecework/web-kit/query',
      },
    ]),
  );

/** The `shared` option for the remote in `dir`. It requires the ranges of its package.json. */
export function sharedByRemote(dir) {
  const { dependencies } = JSON.parse(fs.readFileSync(path.join(dir, 'package.json'), 'utf8'));
  return Object.fromEntries(
    Object.entries(provided()).map(([request, version]) => [
      request,
      {
        singleton: true,
        import: false,
        strictVersion: true,
        version,
        // What only the packages that it includes use: as they do.
        requiredVersion: dependencies[packageOf(request)] ?? `^${version}`,
      },
    ]),
  );
}
