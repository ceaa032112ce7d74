import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '@piecework/tests/support/statistics';
import autocannon from 'autocannon';
import { Client, type Dispatcher, Pool } from 'undici';

export interface Request {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** Sequential requests on one connection; the targets alternate, so that noise affects all of them. */
interface LatencyJob {
  kind: 'latency';
  targets: { origin: string; request: Request }[];
  count: number;
  /** Milliseconds between two requests. @default 0 */
  pauseMs?: number;
}
/** Maximum throughput, or `perSecond` requests per second. */
interface RateJob {
  kind: 'rate';
  origin: string;
  request: Request;
  connections: number;
  seconds: number;
  perSecond?: number;
}
/** A list of requests at full speed with a fixed concurrency. */
interface BurstJob {
  kind: 'burst';
  origin: string;
  requests: Request[];
  atOnce: number;
}
/** An attack: the request at a steady rate, plus a burst every two seconds. Refusals are counted separately from errors. */
interface FloodJob {
  kind: 'flood';
  origin: string;
  request: Request;
  perSecond: number;
  burst: number;
  seconds: number;
}
/** Reads a live stream per token for this long. The id of each notice is the time of its publication, in milliseconds since 1970. */
interface StreamsJob {
  kind: 'streams';
  origin: string;
  path: string;
  tokens: string[];
  seconds: number;
}
export type LoadJob = LatencyJob | RateJob | BurstJob | FloodJob | StreamsJob;

export interface Burst {
  /** Milliseconds since 1970, comparable between processes of this machine. */
  began: number;
  ended: number;
  answers: { status: number; body: string }[];
}
export interface StreamTimes {
  notices: number;
  /** Milliseconds from the publication to the reader. */
  p50: number;
  p99: number;
}
export type LoadResult<J extends LoadJob> = J extends LatencyJob
  ? /** Milliseconds, by target. */ number[][]
  : J extends RateJob
    ? number
    : J extends FloodJob
      ? /** Answers by status. */ Record<string, number>
      : J extends StreamsJob
        ? StreamTimes
        : Burst;

const now = () => performance.timeOrigin + performance.now();

const exchange = async (on: Dispatcher, { method, path, headers, body }: Request) => {
  const answer = await on.request({ method, path, headers, body: body ?? null });
  return { status: answer.statusCode, body: await answer.body.text() };
};

/** Requests per turn: a connection that idles between single requests behaves unlike a browser's. */
const TURN = 50;

const measureLatency = async ({ targets, count, pauseMs = 0 }: LatencyJob): Promise<number[][]> => {
  const clients = targets.map(({ origin }) => new Client(origin));
  const times = targets.map((): number[] => []);
  for (let done = 0; done < count; done += TURN) {
    for (const [index, { request }] of targets.entries()) {
      for (let turn = 0; turn < TURN; turn++) {
        const began = performance.now();
        const { status } = await exchange(clients[index] as Client, request);
        times[index]?.push(performance.now() - began);
        if (status !== 200) throw new Error(`${request.path} answered ${status}`);
        if (pauseMs > 0) await sleep(pauseMs);
      }
    }
  }
  await Promise.all(clients.map((client) => client.close()));
  return times;
};

/** autocannon costs less per request than a promise-based client, which would be the bottleneck with 32 connections. */
const measureRate = async ({ origin, request, connections, seconds, perSecond }: RateJob): Promise<number> => {
  const { path, method, headers } = request;
  const result = await autocannon({
    url: `${origin}${path}`,
    method,
    headers,
    connections,
    duration: seconds,
    ...(perSecond !== undefined && { overallRate: perSecond }),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${path}: ${result.non2xx} answers with other statuses, ${result.errors} errors`);
  return result.requests.total / result.duration;
};

const runBurst = async ({ origin, requests, atOnce }: BurstJob): Promise<Burst> => {
  const pool = new Pool(origin, { connections: atOnce });
  const answers: Burst['answers'] = [];
  let next = 0;
  const began = now();
  const runner = async () => {
    while (next < requests.length) {
      const index = next++;
      answers[index] = await exchange(pool, requests[index] as Request);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runner));
  const ended = now();
  await pool.close();
  return { began, ended, answers };
};

const BURST_EVERY = 2000;

const flood = async ({ origin, request, perSecond, burst, seconds }: FloodJob) => {
  const pool = new Pool(origin, { connections: 256 });
  const answers: Record<string, number> = {};
  const underway = new Set<Promise<void>>();
  const ask = () => {
    const { method, path, headers, body } = request;
    const asked = pool
      .request({ method, path, headers, body: body ?? null })
      .then(async ({ statusCode, body: answer }) => {
        answers[statusCode] = (answers[statusCode] ?? 0) + 1;
        // Discarded: processing it would take CPU from the measured processes.
        for await (const _ of answer);
      })
      .finally(() => underway.delete(asked));
    underway.add(asked);
  };
  const steady = setInterval(ask, 1000 / perSecond);
  const bursts = setInterval(() => {
    for (let index = 0; index < burst; index++) ask();
  }, BURST_EVERY);
  await sleep(seconds * 1000);
  clearInterval(steady);
  clearInterval(bursts);
  await Promise.all(underway);
  await pool.close();
  return answers;
};

const ID = Buffer.from('"id":"');
const TIME_DIGITS = 13;
const OPEN_AT_ONCE = 50;

const readStreams = async ({ origin, path, tokens, seconds }: StreamsJob): Promise<StreamTimes> => {
  const { hostname, port } = new URL(origin);
  const times: number[] = [];
  const read = (chunk: Buffer) => {
    const arrived = now();
    for (let at = chunk.indexOf(ID); at !== -1; at = chunk.indexOf(ID, at + 1))
      times.push(arrived - Number(chunk.toString('latin1', at + ID.length, at + ID.length + TIME_DIGITS)));
  };
  const open = (token: string) =>
    new Promise<Socket>((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      socket.once('error', reject);
      socket.once('data', (head) => {
        if (!head.toString('latin1').startsWith('HTTP/1.1 200')) reject(new Error('A stream is refused'));
        socket.on('data', read);
        resolve(socket);
      });
      socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\n\r\n`);
    });
  const sockets: Socket[] = [];
  for (let from = 0; from < tokens.length; from += OPEN_AT_ONCE)
    sockets.push(...(await Promise.all(tokens.slice(from, from + OPEN_AT_ONCE).map(open))));
  await sleep(seconds * 1000);
  for (const socket of sockets) socket.destroy();
  return { notices: times.length, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
};

const run = (job: LoadJob): Promise<LoadResult<LoadJob>> => {
  if (job.kind === 'latency') return measureLatency(job);
  if (job.kind === 'flood') return flood(job);
  if (job.kind === 'streams') return readStreams(job);
  return job.kind === 'rate' ? measureRate(job) : runBurst(job);
};

process.on('message', (job: LoadJob) => {
  run(job).then(
    (result) => process.send?.({ result }),
    (error) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
