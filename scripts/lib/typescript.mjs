import { pathToFileURL } from 'node:url';
import { fromRoot } from './paths.mjs';

let isRegistered = false;

/** Imports a TypeScript module of this repository, whose packages are installed. */
export async function importTypeScript(file) {
  const { register } = await import('tsx/esm/api');
  if (!isRegistered) register();
  isRegistered = true;
  return import(pathToFileURL(fromRoot(file)).href);
}
