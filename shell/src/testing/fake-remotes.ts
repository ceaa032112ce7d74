import { REMOTE_NAMES } from '@piecework/web-kit';

/** Mock of remotes.ts, which imports the federation runtime. */
export const addresses = async () => ({
  gateway: 'http://gateway.test',
  remotes: Object.fromEntries(REMOTE_NAMES.map((name) => [name, `http://${name}.test/mf-manifest.json`])),
});
