import {
  OPERATIONS,
  type OperationId,
  type OperationOutput,
  type OperationSpec,
  type Problem,
  type ProblemCode,
  problemSchema,
  problemStatus,
  problemsOf,
} from '@piecework/contracts';
import { Pool } from 'undici';

export interface Send {
  /** Bearer token. */
  token?: string | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is. */
  raw?: string | Buffer | NodeJS.ReadableStream;
  headers?: Record<string, string>;
  /** Idempotency-Key */
  key?: string;
}

/** A call of the contract, in its own words. */
export interface Ask extends Send {
  /** Who calls; `token` wins. */
  as?: { token: string } | undefined;
  params?: Record<string, string>;
  query?: Record<string, string | number>;
}

export interface Answer<B = unknown> {
  status: number;
  headers: Record<string, string | undefined>;
  /** Parsed, when it says that it is JSON. */
  body: B;
  text: string;
}

const PROBLEM = 'application/problem+json';

const headersOf = (headers: Record<string, string | string[] | undefined>): Answer['headers'] =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );

const bytesOf = ({ body, raw }: Send) => raw ?? (body === undefined ? null : JSON.stringify(body));

/** The path of an operation, with its parameters and query. */
export const pathOf = (operation: OperationId, { params = {}, query = {} }: Ask): string => {
  const path = OPERATIONS[operation].path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString();
  return search ? `${path}?${search}` : path;
};

/** Every answer keeps the contract: a documented status, exactly the documented body, or a problem. Throws what is wrong with it. */
export const checkAnswer = (operation: OperationId, { status, headers, body, text }: Answer): void => {
  const spec: OperationSpec = OPERATIONS[operation];
  if (status >= 400) {
    expect(headers['content-type']).toBe(PROBLEM);
    // Parsing leaves out what the schema does not name: an answer that says more is not what was parsed.
    expect(problemSchema.parse(body)).toEqual(body);
    const { code } = body as { code: ProblemCode };
    expect([operation, problemsOf(spec)]).toEqual([operation, expect.arrayContaining([code])]);
    expect(body).toMatchObject({ status: problemStatus(code, spec.service).status });
    expect((body as Problem).status).toBe(status);
    return;
  }
  const { responses } = spec;
  if (status === 304) return;
  if (!Object.hasOwn(responses, status))
    throw new Error(`${operation} answered ${status}, which the contract does not name: ${text}`);
  const schema = responses[status];
  if (!schema) return;
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(schema.parse(body)).toEqual(body);
};

/**
 * Calls the gateway over real HTTP.
 *
 * @param check what is asked of every answer; outside of jest, which the default needs, nothing
 */
export const createClient = (url: string, check: typeof checkAnswer = checkAnswer) => {
  const pool = new Pool(url, { connections: 128, pipelining: 1 });

  /** One request and its whole answer; a stream of events, which has no end, is left when it has begun. */
  const call = async (method: string, path: string, send: Send = {}): Promise<Answer> => {
    const { token, key, headers } = send;
    const bytes = bytesOf(send);
    const response = await pool.request({
      method: method as 'GET',
      path,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(send.body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...headers,
      },
      ...(bytes !== null && { body: bytes as string }),
    });
    const answered = headersOf(response.headers);
    const isStream = answered['content-type']?.startsWith('text/event-stream') ?? false;
    if (isStream) response.body.on('error', () => {}).destroy();
    const text = isStream ? '' : await response.body.text();
    const isJson = /^application\/(problem\+)?json/.test(answered['content-type'] ?? '');
    return {
      status: response.statusCode,
      headers: answered,
      body: isJson && text ? JSON.parse(text) : undefined,
      text,
    };
  };

  /** Calls an operation; whatever it answers, it keeps the contract. */
  const ask = async (operation: OperationId, asked: Ask = {}): Promise<Answer> => {
    const answer = await call(OPERATIONS[operation].method, pathOf(operation, asked), {
      ...asked,
      token: asked.token ?? asked.as?.token,
    });
    check(operation, answer);
    return answer;
  };

  /** Calls an operation that has to succeed; answers its body. */
  const get = async <I extends OperationId>(operation: I, asked: Ask = {}): Promise<OperationOutput<I>> => {
    const { status, body, text } = await ask(operation, asked);
    if (status >= 400) throw new Error(`${operation} answered ${status}: ${text}`);
    return body as OperationOutput<I>;
  };

  /** Calls an operation that has to insert; answers the id. */
  const insert = async (operation: OperationId, asked: Ask = {}): Promise<string> => {
    const { status, body, text } = await ask(operation, asked);
    if (status !== 201) throw new Error(`${operation} answered ${status}: ${text}`);
    return (body as { insertedId: string }).insertedId;
  };

  return { call, ask, get, insert, close: () => pool.destroy() };
};
export type Client = ReturnType<typeof createClient>;

/** The status and code of an answer, for reading at a glance. */
export const outcome = ({ status, body }: Answer): string => {
  const code = status >= 400 ? (body as Problem).code : '';
  return code ? `${status} ${code}` : String(status);
};

/** The fields that a validation problem names. */
export const faultyFields = ({ body }: Answer): string[] =>
  ((body as Problem).errors ?? []).map(({ field }) => field).sort();
