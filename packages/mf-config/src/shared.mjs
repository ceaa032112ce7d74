import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);

/** Counts the changes of what a remote must export: `RemoteModule` in packages/web-kit/src/remote.ts. */
export const REMOTE_CONTRACT = 1;

/** What there may be only one of in a page. The shell ships it, the remotes use the shell's. */
const SINGLETONS = [
  'react',
  'react-dom',
  'zustand',
  'styled-components',
  '@piecework/web-kit',
  '@piecework/web-kit/router',
  '@piecework/web-kit/query',
];

/** @param {string} request `name` or `@scope/name`, with or without a path behind it */
const packageOf = (request) =>
  request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/');

/** The version that is installed: package.json is looked up by folder, because not every package exports it. */
function versionOf(request) {
  const name = packageOf(request);
  for (const folder of require.resolve.paths(name) ?? []) {
    const file = path.join(folder, name, 'package.json');
    if (fs.existsSync(file)) return JSON.parse(fs.readFileSync(file, 'utf8')).version;
  }
  throw new Error(`${name} is not installed`);
}

/** Singleton → the version that a shell built here provides. */
export const provided = () => Object.fromEntries(SINGLETONS.map((request) => [request, versionOf(request)]));

/** The `shared` option of Module Federation, the same list for the shell and for every remote. */
export const shared = (more) =>
  Object.fromEntries(
    Object.entries(provided()).map(([request, version]) => [
      request,
      { singleton: true, version, requiredVersion: `^${version}`, ...more },
    ]),
  );
