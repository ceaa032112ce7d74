import { createServer } from 'node:net';
import { SERVICES } from '@piecework/contracts';
import { FRONT_PORTS } from '@piecework/federation/fronts';

/** Ports of a stack, relative to its base port. */
const OFFSETS = [...Object.values(FRONT_PORTS), 80, ...SERVICES.map((_, index) => 101 + index)];
/** Below the ephemeral port range. Each stack gets a slot. */
const FIRST = 10_000;
const SLOTS = 180;
const SLOT = 120;
/** Each jest worker has its own slots, so that two workers do not choose the same port concurrently. */
const WORKERS = 4;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });

/** Whether all ports of a stack with this base port are free. */
export const areFree = async (base: number): Promise<boolean> =>
  !(await Promise.all(OFFSETS.map((offset) => isFree(base + offset)))).includes(false);

/** A base port of a stack whose ports are all free. */
export const freeBasePort = async (): Promise<number> => {
  const worker = Number(process.env.JEST_WORKER_ID ?? 1) % WORKERS;
  const slots = Array.from({ length: SLOTS / WORKERS }, (_, index) => index * WORKERS + worker);
  const start = Math.floor(Math.random() * slots.length);
  for (const slot of [...slots.slice(start), ...slots.slice(0, start)]) {
    const base = FIRST + slot * SLOT;
    if (await areFree(base)) return base;
  }
  throw new Error('No free ports for a stack on this machine');
};
