import { LIVE_SILENCE_MS } from '@piecework/contracts/constants';
import { createParser } from 'eventsource-parser';
import { request } from '../api/api';
import type { LiveStatus } from './live-status';

export interface Share {
  notice(kind: string, data: unknown): void;
  status(status: LiveStatus): void;
  /** Events may have been missed: refetch everything. */
  refresh(): void;
  beat(): void;
}

const WATCH_MS = 5000;
const RETRY_MS = 2000;
const MAX_WAIT_MS = 30_000;
/** Consecutive failures before the fallback to polling. */
const FAILURES_BEFORE_POLLING = 3;
const POLL_MS = 10_000;
/** A connection that ends sooner counts as a failure. */
const SHORT_CONNECTION_MS = 5000;

/** Exponential backoff with jitter, so that browsers do not reconnect at once after an outage. */
export const waitFor = (retryMs: number, failures: number, random = Math.random()): number =>
  Math.max(retryMs, Math.min(MAX_WAIT_MS, retryMs * 2 ** failures)) * (0.5 + random);

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      removeEventListener('online', wake);
      signal.removeEventListener('abort', wake);
      resolve();
    };
    const timer = Number.isFinite(ms) ? setTimeout(wake, ms) : undefined;
    addEventListener('online', wake);
    signal.addEventListener('abort', wake);
    if (signal.aborted) wake();
  });

interface Connection {
  lastedMs: number;
  retryMs: number;
}

const readOnce = async (share: Share, signal: AbortSignal, onOpen: () => void): Promise<Connection> => {
  const controller = new AbortController();
  const stop = () => controller.abort();
  let lastBeatAt = Date.now();
  let openedAt: number | undefined;
  let retryMs = RETRY_MS;
  const watch = setInterval(() => {
    if (Date.now() - lastBeatAt > LIVE_SILENCE_MS) stop();
  }, WATCH_MS);
  signal.addEventListener('abort', stop);
  addEventListener('offline', stop);
  try {
    const headers = { accept: 'text/event-stream' };
    const { body } = await request({ method: 'GET', path: '/live', headers, signal: controller.signal, timeoutMs: 0 });
    openedAt = Date.now();
    onOpen();
    const parser = createParser({
      onRetry: (ms) => {
        retryMs = ms;
      },
      onEvent: ({ event = 'message', data }) => share.notice(event, JSON.parse(data)),
    });
    const decoder = new TextDecoder();
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      lastBeatAt = Date.now();
      share.beat();
      parser.feed(decoder.decode(piece.value, { stream: true }));
    }
  } catch {
    // Every failure ends this connection only; the caller reconnects.
  } finally {
    controller.abort();
    clearInterval(watch);
    signal.removeEventListener('abort', stop);
    removeEventListener('offline', stop);
  }
  return { lastedMs: openedAt === undefined ? 0 : Date.now() - openedAt, retryMs };
};

export const keepReading = async (share: Share, signal: AbortSignal, hasMissed: boolean): Promise<void> => {
  let failures = 0;
  let polling: ReturnType<typeof setInterval> | undefined;
  const poll = (isOn: boolean) => {
    clearInterval(polling);
    polling = isOn ? setInterval(share.refresh, POLL_MS) : undefined;
  };
  const onOpen = () => {
    poll(false);
    share.status('live');
    if (hasMissed) share.refresh();
    hasMissed = true;
  };
  while (!signal.aborted) {
    if (!navigator.onLine) {
      poll(false);
      share.status('offline');
      await sleep(Number.POSITIVE_INFINITY, signal);
      failures = 0;
      continue;
    }
    const { lastedMs, retryMs } = await readOnce(share, signal, onOpen);
    if (signal.aborted || !navigator.onLine) continue;
    failures = lastedMs > SHORT_CONNECTION_MS ? 0 : failures + 1;
    const wait = waitFor(retryMs, failures);
    if (!polling && (failures >= FAILURES_BEFORE_POLLING || retryMs > MAX_WAIT_MS)) {
      share.status('polling');
      share.refresh();
      poll(true);
    }
    await sleep(wait, signal);
  }
  poll(false);
};
