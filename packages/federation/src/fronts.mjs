// @ts-check
// Where the front ends of this checkout are served on one machine. What a remote shows is in its own manifest (mf-*/src/manifest.mjs).

/** Folder of a front end → offset of its port from the base port. */
export const FRONT_PORTS = /** @type {const} */ ({
  shell: 0,
  'mf-public': 1,
  'mf-worker': 2,
  'mf-buyer': 3,
  'mf-admin': 4,
});

/** @typedef {keyof typeof FRONT_PORTS} FrontName */

export const FRONTS = /** @type {readonly FrontName[]} */ (Object.keys(FRONT_PORTS));

/** Folders of the remotes. */
export const REMOTES = FRONTS.filter((front) => front !== 'shell');

/** Name of the federated container that is built from a folder. @param {string} folder */
export const containerOf = (folder) => folder.replaceAll('-', '_');

const GATEWAY_PORT = 80;

/**
 * Addresses of the gateway and of the manifests of the remotes, by container, of an installation on one machine.
 *
 * @param {string} host the host name that the page was opened under
 * @param {number} basePort
 */
export const localAddresses = (host, basePort) => ({
  gateway: `http://${host}:${basePort + GATEWAY_PORT}`,
  remotes: /** @type {Record<string, string>} */ (
    Object.fromEntries(
      REMOTES.map((front) => [containerOf(front), `http://${host}:${basePort + FRONT_PORTS[front]}/mf-manifest.json`]),
    )
  ),
});
