import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import type { Clock } from '@piecework/base';
import { IMAGE_LIMITS } from '@piecework/contracts';
import { readAtMost } from '@piecework/http';
import { Agent, buildConnector, type Dispatcher, request } from 'undici';
import { isFetchable, isPublicAddress } from './remote-image.addresses';

export const FETCH_TIMEOUT_MS = 8000;
/** A person waits for it. */
export const PROBE_TIMEOUT_MS = 4000;
const MAX_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];

export interface FetcherOptions {
  clock: Pick<Clock, 'after'>;
  /** Rejects when the host has no address. */
  resolve?: (hostname: string) => Promise<string[]>;
  isAllowed?: (address: string) => boolean;
  connector?: (lookup: LookupFunction) => buildConnector.connector;
}

/** The system's resolver would block a libuv thread. */
const resolveByDns = async (hostname: string): Promise<string[]> => {
  const resolver = new Resolver({ timeout: 3000, tries: 1 });
  const lookups = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  return lookups.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
};

const connectByTls = (lookup: LookupFunction) => buildConnector({ lookup, timeout: FETCH_TIMEOUT_MS });

/** Prevents DNS rebinding (SSRF): a connection uses the address that was checked. */
export const createFetcher = (options: FetcherOptions) => {
  const { clock, resolve = resolveByDns, isAllowed = isPublicAddress, connector = connectByTls } = options;

  const addressesOf = async (hostname: string) => {
    const addresses = await resolve(hostname);
    if (addresses.length === 0) throw new Error('the host has no address');
    // One private address among public ones indicates an attack.
    if (!addresses.every(isAllowed)) throw new Error('the host is not on the public internet');
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  const lookup: LookupFunction = (hostname, { all }, callback) => {
    addressesOf(hostname).then(
      (found) => {
        if (all) callback(null, found);
        else callback(null, found[0]?.address ?? '', found[0]?.family);
      },
      (error: Error) => callback(error, ''),
    );
  };

  const get = (url: URL, dispatcher: Dispatcher, signal: AbortSignal) => {
    if (!isFetchable(url)) throw new Error('the URL is not allowed');
    const headers = { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'piecework' };
    return request(url, { dispatcher, signal, headers });
  };

  const follow = async (start: string, dispatcher: Dispatcher, signal: AbortSignal) => {
    let url = new URL(start);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const response = await get(url, dispatcher, signal);
      const { location } = response.headers;
      if (!REDIRECTS.includes(response.statusCode) || typeof location !== 'string') return response;
      response.body.on('error', () => {}).destroy();
      url = new URL(location, url);
    }
    throw new Error('too many redirects');
  };

  const refuseOthers = ({ statusCode }: Dispatcher.ResponseData) => {
    if (statusCode !== 200) throw new Error(`the host answered ${statusCode}`);
  };
  const read = async (response: Dispatcher.ResponseData): Promise<Buffer> => {
    refuseOthers(response);
    const bytes = await readAtMost(response.body, IMAGE_LIMITS.maxBytes);
    if (!bytes) throw new Error('the file is too large');
    return bytes;
  };

  const probe = (response: Dispatcher.ResponseData) => {
    refuseOthers(response);
    response.body.on('error', () => {}).destroy();
    const { 'content-type': type = '', 'content-length': bytes = 0 } = response.headers;
    if (String(type).startsWith('text/')) throw new Error('the file is no picture');
    if (Number(bytes) > IMAGE_LIMITS.maxBytes) throw new Error('the file is too large');
  };

  const ask = async <T>(
    url: string,
    timeoutMs: number,
    use: (response: Dispatcher.ResponseData) => T | Promise<T>,
  ): Promise<T> => {
    const agent = new Agent({ connect: connector(lookup), pipelining: 0 });
    const timeout = new AbortController();
    const cancel = clock.after(timeoutMs, () => timeout.abort(new Error('the download timed out')));
    try {
      return await use(await follow(url, agent, timeout.signal));
    } finally {
      cancel();
      await agent.destroy();
    }
  };

  return {
    /** Rejects with the reason. */
    fetch: (url: string): Promise<Buffer> => ask(url, FETCH_TIMEOUT_MS, read),
    /** Reads the head of the answer only. Rejects with the reason for which the picture could not be fetched. */
    probe: (url: string): Promise<void> => ask(url, PROBE_TIMEOUT_MS, probe),
  };
};
export type Fetcher = ReturnType<typeof createFetcher>;
