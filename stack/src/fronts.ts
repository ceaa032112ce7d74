import { join } from 'node:path';
import { createLog } from '@piecework/base';
import type { Settings } from '@piecework/config';
import { FRONTS } from '@piecework/federation/fronts';
import { serveFront } from '@piecework/front-server';

/** Serves the builds of the shell and the remotes on the ports base, base + 1, … */
export const serveFronts = async (root: string, settings: Settings): Promise<{ stop(): Promise<void> }> => {
  const servers: { stop(): Promise<void> }[] = [];
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()));
  };
  try {
    for (const front of FRONTS) {
      const log = createLog(front, settings.logLevel);
      servers.push(await serveFront({ front, dir: join(root, front, 'dist'), settings, log }));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
};
