// @ts-check
// The shell and its remotes, for servers and tools. Not for the browser, which needs less.
import { REMOTES } from './remotes.mjs';

/** @typedef {keyof typeof REMOTES} RemoteName */
/**
 * @template {string} Name
 * @typedef {Name extends `${infer Head}_${infer Tail}` ? `${Head}-${FolderOf<Tail>}` : Name} FolderOf
 */
/** @typedef {'shell' | FolderOf<RemoteName>} FrontName */

const remotes = /** @type {[RemoteName, (typeof REMOTES)[RemoteName]][]} */ (Object.entries(REMOTES));

/** Folder of a front end → offset of its port from the base port. */
export const FRONT_PORTS = /** @type {Readonly<Record<FrontName, number>>} */ ({
  shell: 0,
  ...Object.fromEntries(remotes.map(([name, { port }]) => [name.replaceAll('_', '-'), port])),
});

export const FRONTS = /** @type {readonly FrontName[]} */ (Object.keys(FRONT_PORTS));

const GATEWAY_PORT = 80;

/**
 * /remotes.json of an installation on one machine.
 *
 * @param {string} host the host name that the page was opened under
 * @param {number} basePort
 */
export const localAddresses = (host, basePort) => ({
  gateway: `http://${host}:${basePort + GATEWAY_PORT}`,
  remotes: Object.fromEntries(
    remotes.map(([name, { port }]) => [name, `http://${host}:${basePort + port}/mf-manifest.json`]),
  ),
});
