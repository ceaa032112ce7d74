import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Clock } from '@piecework/base';
import { type AnyEvent, EVENTS } from '@piecework/contracts';
import type { PlainRequest, PlainResponse } from '@piecework/http';
import fresh from 'fresh';
import { ServiceUnavailableError } from '../upstream/service-client';

/** Milliseconds: an event may arrive here before the task service has applied it. */
export const CACHE_MS = 1000;
/** Dropping the lists costs each a query: a number at once, then one per this many milliseconds. Meanwhile the lists are as old. */
export const DROP_MS = 250;
export const DROPS_AT_ONCE = 4;
const MAX_LISTS = 200;
const MAX_BYTES = 16 * 1024 * 1024;

interface CachedList {
  headers: Record<string, string>;
  body: Buffer;
  until: number;
}

const bytesOf = async (body: unknown): Promise<Buffer> => {
  if (Buffer.isBuffer(body)) return body;
  // From a service of this process.
  if (!(body instanceof Readable)) return Buffer.from(JSON.stringify(body));
  return buffer(body).catch((error) => {
    throw new ServiceUnavailableError('task', 'its response broke off', { cause: error });
  });
};

const toCachedList = async ({ headers, body }: PlainResponse, until: number): Promise<CachedList> => {
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

const toResponse = ({ headers, body }: CachedList, asked: PlainRequest['headers']): PlainResponse => {
  // Ignores the request's Cache-Control: `fetch` adds `no-cache` with If-None-Match.
  const isFresh = fresh({ 'if-none-match': asked['if-none-match'] }, { etag: headers.etag });
  if (!isFresh) return { status: 200, headers: { ...headers }, body };
  const { 'content-length': _length, 'content-type': _type, ...rest } = headers;
  return { status: 304, headers: rest, body: null };
};

/** For unauthenticated callers. Single-flight per list. */
export const createSharedTaskLists = ({ clock }: { clock: Clock }) => {
  const cache = new Map<string, CachedList>();
  const pending = new Map<string, Promise<CachedList | null>>();
  let bytes = 0;
  let hits = 0;

  const evict = (key: string) => {
    bytes -= cache.get(key)?.body.length ?? 0;
    cache.delete(key);
  };
  const store = (key: string, shared: CachedList) => {
    evict(key);
    for (const oldest of cache.keys()) {
      if (cache.size < MAX_LISTS && bytes + shared.body.length <= MAX_BYTES) break;
      evict(oldest);
    }
    cache.set(key, shared);
    bytes += shared.body.length;
  };
  let isStale = false;
  let drops = DROPS_AT_ONCE;
  let countedAt = clock.now();
  const dropStale = () => {
    if (!isStale) return;
    const isEmpty = cache.size === 0 && pending.size === 0;
    drops = Math.min(DROPS_AT_ONCE, drops + (clock.now() - countedAt) / DROP_MS);
    countedAt = clock.now();
    if (!isEmpty && drops < 1) return;
    isStale = false;
    if (isEmpty) return;
    drops -= 1;
    cache.clear();
    bytes = 0;
    // Requests in progress may predate the change: they are answered, but not cached.
    pending.clear();
  };
  const invalidate = () => {
    isStale = true;
    dropStale();
  };

  return {
    answer: async (
      key: string,
      { headers }: Pick<PlainRequest, 'headers'>,
      request: () => Promise<PlainResponse>,
    ): Promise<PlainResponse> => {
      dropStale();
      const list = cache.get(key);
      if (list && list.until > clock.now()) {
        hits += 1;
        return toResponse(list, headers);
      }
      const underway = pending.get(key);
      if (underway) {
        const shared = await underway;
        if (!shared) return request();
        hits += 1;
        return toResponse(shared, headers);
      }
      const until = clock.now() + CACHE_MS;
      const answered = request();
      const sharing = answered.then((response) => (response.status === 200 ? toCachedList(response, until) : null));
      pending.set(key, sharing);
      try {
        const shared = await sharing;
        if (!shared) return await answered;
        if (pending.get(key) === sharing) store(key, shared);
        return toResponse(shared, headers);
      } finally {
        if (pending.get(key) === sharing) pending.delete(key);
      }
    },
    invalidate,
    onEvent: (event: AnyEvent): void => {
      const { topic } = EVENTS[event.type];
      if (topic === 'task' || topic === 'submission') invalidate();
    },
    hits: () => hits,
  };
};
export type SharedTaskLists = ReturnType<typeof createSharedTaskLists>;
