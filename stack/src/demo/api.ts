import { setTimeout as sleep } from 'node:timers/promises';
import type { InternalClient } from '../internal-client';
import { createTools } from '../service-tools';

export interface Answer<T> {
  status: number;
  body: T;
}

export interface CallOptions {
  token?: string;
  body?: unknown;
  /** Idempotency-Key */
  key?: string;
  /** Statuses that are accepted besides success. */
  expect?: readonly number[];
}

/** The calls that make the demo data: public ones, and a few internal ones of the installation's tools. */
export interface DemoApi {
  /** @throws {Error} with the problem's message when the answer is neither success nor expected */
  call<T = unknown>(method: string, path: string, options?: CallOptions): Promise<Answer<T>>;
  /** Sends a CSV file. @throws as `call` */
  put(token: string, path: string, csv: string): Promise<void>;
  /** Uploads a picture and returns its address. */
  upload(token: string, webp: Buffer): Promise<string>;
  internal: {
    countUsers(): Promise<number>;
    isRegistered(email: string): Promise<boolean>;
    makeAdmin(email: string): Promise<void>;
    confirmEmail(email: string): Promise<void>;
    addTestimonial(testimonial: { userName: string; userPhoto: string; quote: string }): Promise<void>;
  };
}

/** Attempts of a call that gets 429 or 503. */
const ATTEMPTS = 20;

/** Retries on 429 and 503: every request of the seed is idempotent. */
const withRetries = async (send: () => Promise<Response>): Promise<Response> => {
  for (let attempt = 1; ; attempt++) {
    const response = await send();
    if ((response.status !== 429 && response.status !== 503) || attempt === ATTEMPTS) return response;
    await response.body?.cancel();
    await sleep(1000 * Math.max(0.2, Number(response.headers.get('retry-after') ?? 1)));
  }
};

const read = async <T>(response: Response, what: string, expect: readonly number[]): Promise<Answer<T>> => {
  const text = await response.text();
  const body = (text === '' ? null : JSON.parse(text)) as T;
  if (!response.ok && !expect.includes(response.status)) {
    const { code, message } = body as { code?: string; message?: string };
    throw new Error(`${what} answered ${response.status} ${code ?? ''}: ${message ?? text}`);
  }
  return { status: response.status, body };
};

export const createDemoApi = (gateway: string, internal: InternalClient): DemoApi => {
  const authorized = (token: string | undefined): Record<string, string> =>
    token === undefined ? {} : { authorization: `Bearer ${token}` };

  return {
    call: async (method, path, { token, body, key, expect = [] } = {}) => {
      const request: RequestInit = {
        method,
        headers: {
          ...authorized(token),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      };
      return read(await withRetries(() => fetch(`${gateway}${path}`, request)), `${method} ${path}`, expect);
    },
    put: async (token, path, csv) => {
      const headers = { ...authorized(token), 'content-type': 'text/csv' };
      const send = () => fetch(`${gateway}${path}`, { method: 'PUT', headers, body: csv });
      await read(await withRetries(send), `PUT ${path}`, []);
    },
    upload: async (token, webp) => {
      const form = new FormData();
      form.append('image', new Blob([new Uint8Array(webp)], { type: 'image/webp' }), 'picture.webp');
      const send = () => fetch(`${gateway}/images`, { method: 'POST', headers: authorized(token), body: form });
      const { body } = await read<{ data: { display_url: string } }>(await withRetries(send), 'POST /images', []);
      return body.data.display_url;
    },
    internal: {
      countUsers: async () => ((await internal('user', 'countUsers')) as { count: number }).count,
      isRegistered: async (email) => (await internal('user', 'userByEmail', { email })) !== null,
      makeAdmin: async (email) => {
        const { done, message } = await createTools(internal).makeAdmin(email);
        if (!done) throw new Error(message);
      },
      confirmEmail: async (email) => {
        await internal('user', 'confirmEmail', { email });
      },
      addTestimonial: async (testimonial) => {
        await internal('user', 'addTestimonial', testimonial);
      },
    },
  };
};
