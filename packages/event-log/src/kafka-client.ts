import { connect, type Socket } from 'node:net';
import { type Log, type Tally, timeLimited } from '@piecework/base';
import { Kafka, type KafkaConfig, type logCreator, logLevel } from 'kafkajs';
import { BusUnavailableError } from './bus';
import './kafka-request-queue';

export interface KafkaAccess {
  /** `host:port` each. */
  brokers: readonly string[];
  /** SASL/SCRAM-SHA-512; absent: no authentication. */
  login?: { username: string; password: string } | undefined;
}

export interface KafkaClientOptions extends KafkaAccess {
  log: Log;
  requests?: Tally;
  /** Milliseconds. */
  requestTimeout?: number;
}

/** Few and short: callers replace a failed client, which avoids the states in which KafkaJS hangs. */
export const RETRY = { retries: 5, initialRetryTime: 100, maxRetryTime: 500 } as const;
const CONNECTION_TIMEOUT_MS = 2_000;
const REQUEST_TIMEOUT_MS = 3_000;
const KEEP_ALIVE_MS = 60_000;

/** KafkaJS logs each failed attempt as an error; the caller logs the outcome, so these are debug messages. */
const toLog =
  (log: Log): logCreator =>
  () =>
  ({ level, namespace, log: { message, ...details } }) => {
    const { error, broker, groupId } = details;
    const fields = { namespace, error, broker, groupId };
    if (level === logLevel.ERROR) log.debug(fields, message);
  };

export const createKafkaClient = ({ brokers, login, log, requestTimeout = REQUEST_TIMEOUT_MS }: KafkaClientOptions) => {
  const sockets = new Set<Socket>();
  let destroyed = false;
  const socketFactory: NonNullable<KafkaConfig['socketFactory']> = ({ host, port, onConnect }) => {
    const socket = connect({ host, port, noDelay: true }, onConnect);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    // KafkaJS may queue many requests on a socket before it connects, each with a listener.
    socket.setMaxListeners(0);
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // A pending connect must not outlive the client.
    if (destroyed) socket.destroy(new Error('the client is destroyed'));
    return socket;
  };
  const kafka = new Kafka({
    clientId: 'piecework',
    brokers: [...brokers],
    ...(login && { sasl: { mechanism: 'scram-sha-512' as const, ...login } }),
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout,
    retry: RETRY,
    socketFactory,
    logLevel: logLevel.ERROR,
    logCreator: toLog(log),
  });
  return {
    kafka,
    /** Cuts every connection at once: KafkaJS waits for the last response, which may never come. */
    destroy: () => {
      destroyed = true;
      for (const socket of sockets) socket.destroy(new Error('the client is destroyed'));
    },
  };
};
type KafkaClient = ReturnType<typeof createKafkaClient>;

export const unavailable = (brokers: readonly string[], error: unknown): BusUnavailableError =>
  error instanceof BusUnavailableError
    ? error
    : new BusUnavailableError(`Kafka at ${brokers.join(', ')}: ${(error as Error)?.message ?? error}`, {
        cause: error,
      });

/** Bounds the total time: KafkaJS's own timeouts add up. */
export const within = <R>(ms: number, work: Promise<R>): Promise<R> =>
  timeLimited(ms, work, () => new Error(`no answer within ${ms} ms`));

const DISCONNECT_MS = 1_000;

export const disconnectQuietly = async (client: KafkaClient, disconnect: () => Promise<void>): Promise<void> => {
  await within(DISCONNECT_MS, disconnect()).catch(() => {});
  client.destroy();
};

export const createReopening = <T>(open: () => Promise<{ value: T; close: () => Promise<void> }>) => {
  let current: ReturnType<typeof open> | undefined;
  const drop = async (opening: typeof current) => {
    if (opening === undefined) return;
    if (current === opening) current = undefined;
    await opening.then(({ close }) => close()).catch(() => {});
  };

  return {
    use: async <R>(work: (value: T) => Promise<R>): Promise<R> => {
      current ??= open();
      const opening = current;
      try {
        return await work((await opening).value);
      } catch (error) {
        void drop(opening);
        throw error;
      }
    },
    close: () => drop(current),
  };
};
