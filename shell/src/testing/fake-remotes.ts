import { REMOTE_NAMES } from '@piecework/web-kit';

/** Stands in for remotes.ts, which brings the federation runtime. */
export const addresses = async () => ({
  gateway: 'http://gateway.test',
  remotes: Object.fromEntries(REMOTE_NAMES.map((name) => [name, `http://${name}.test/mf-manifest.json`])),
});
