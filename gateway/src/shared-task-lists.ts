import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Clock } from '@piecework/base';
import { type AnyEvent, EVENTS } from '@piecework/contracts';
import type { PlainRequest, PlainResponse } from '@piecework/http';
import fresh from 'fresh';
import { ServiceUnavailableError } from './service-client';

/** Milliseconds: an event may arrive here before the task service has applied it. */
export const SHARED_FOR = 1000;
const MAX_LISTS = 200;
const MAX_BYTES = 16 * 1024 * 1024;

interface Shared {
  headers: Record<string, string>;
  body: Buffer;
  until: number;
}

const bytesOf = async (body: unknown): Promise<Buffer> => {
  if (!(body instanceof Readable)) return body as Buffer;
  return buffer(body).catch((error) => {
    throw new ServiceUnavailableError('task', 'broke its answer off', { cause: error });
  });
};

const toShared = async ({ headers, body }: PlainResponse, until: number): Promise<Shared> => {
  const bytes = await bytesOf(body);
  const hash = createHash('sha1').update(bytes).update(`${headers['x-total-count']} ${headers.link}`);
  return {
    headers: {
      ...headers,
      'content-length': String(bytes.length),
      'cache-control': 'no-cache',
      etag: `"${hash.digest('base64url')}"`,
      // Authenticated callers get more at the same URL.
      vary: 'Origin, Authorization',
    },
    body: bytes,
    until,
  };
};

const toResponse = ({ headers, body }: Shared, asked: PlainRequest['headers']): PlainResponse => {
  // Ignores the request's Cache-Control: `fetch` adds `no-cache` with If-None-Match.
  const isFresh = fresh({ 'if-none-match': asked['if-none-match'] }, { etag: headers.etag });
  if (!isFresh) return { status: 200, headers: { ...headers }, body };
  const { 'content-length': _length, 'content-type': _type, ...rest } = headers;
  return { status: 304, headers: rest, body: null };
};

/** For unauthenticated callers. Single-flight per list. */
export const createSharedTaskLists = ({ clock }: { clock: Clock }) => {
  const kept = new Map<string, Shared>();
  const asking = new Map<string, Promise<Shared | null>>();
  let bytes = 0;
  let hits = 0;

  const drop = (key: string) => {
    bytes -= kept.get(key)?.body.length ?? 0;
    kept.delete(key);
  };
  const keep = (key: string, shared: Shared) => {
    drop(key);
    for (const oldest of kept.keys()) {
      if (kept.size < MAX_LISTS && bytes + shared.body.length <= MAX_BYTES) break;
      drop(oldest);
    }
    kept.set(key, shared);
    bytes += shared.body.length;
  };
  const forget = () => {
    kept.clear();
    bytes = 0;
    // Requests in progress may predate the change: they are answered, but not cached.
    asking.clear();
  };

  return {
    answer: async (
      key: string,
      { headers }: Pick<PlainRequest, 'headers'>,
      ask: () => Promise<PlainResponse>,
    ): Promise<PlainResponse> => {
      const known = kept.get(key);
      if (known && known.until > clock.now()) {
        hits += 1;
        return toResponse(known, headers);
      }
      const underway = asking.get(key);
      if (underway) {
        const shared = await underway;
        if (!shared) return ask();
        hits += 1;
        return toResponse(shared, headers);
      }
      const until = clock.now() + SHARED_FOR;
      const answered = ask();
      const question = answered.then((response) =>
        response.status === 200 ? toShared(response, until) : null,
      );
      asking.set(key, question);
      try {
        const shared = await question;
        if (!shared) return await answered;
        if (asking.get(key) === question) keep(key, shared);
        return toResponse(shared, headers);
      } finally {
        if (asking.get(key) === question) asking.delete(key);
      }
    },
    forget,
    heard: (event: AnyEvent): void => {
      const { topic } = EVENTS[event.type];
      if (topic === 'task' || topic === 'submission') forget();
    },
    hits: () => hits,
  };
};
