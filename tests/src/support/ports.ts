import { createServer } from 'node:net';
import { FRONT_PORTS } from '@piecework/contracts/fronts';

/** Ports of a stack, counted from its base. */
const OFFSETS = [...Object.values(FRONT_PORTS), 80, 101, 102, 103, 104, 105];
/** Below the ports that systems give to outgoing connections; one stack per slot. */
const FIRST = 10_000;
const SLOTS = 180;
const SLOT = 120;
/** Jest workers each look in slots of their own, so that two of them do not choose the same one at the same moment. */
const WORKERS = 4;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });

/** Whether nothing listens on any port of the stack whose base this is. */
export const areFree = async (base: number): Promise<boolean> =>
  !(await Promise.all(OFFSETS.map((offset) => isFree(base + offset)))).includes(false);

/** A base port whose whole stack of ports is free at this moment. */
export const freeBasePort = async (): Promise<number> => {
  const worker = Number(process.env.JEST_WORKER_ID ?? 1) % WORKERS;
  const slots = Array.from({ length: SLOTS / WORKERS }, (_, index) => index * WORKERS + worker);
  const start = Math.floor(Math.random() * slots.length);
  for (const slot of [...slots.slice(start), ...slots.slice(0, start)]) {
    const base = FIRST + slot * SLOT;
    if (await areFree(base)) return base;
  }
  throw new Error('No room for the ports of a stack on this machine');
};
