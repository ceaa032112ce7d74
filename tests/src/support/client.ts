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
  /** Sent unchanged. */
  raw?: string | Buffer | NodeJS.ReadableStream;
  headers?: Record<string, string>;
  /** Idempotency-Key */
  key?: string;
}

/** A call of an operation of the contract. */
export interface Ask extends Send {
  /** The caller; `token` overrides its token. */
  as?: { token: string } | undefined;
  params?: Record<string, string>;
  query?: Record<string, string | number>;
}

export interface Answer<B = unknown> {
  status: number;
  headers: Record<string, string | undefined>;
  /** Parsed if the content type is JSON. */
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
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return search ? `${path}?${search}` : path;
};

/** Asserts that an answer conforms to the contract: a documented status with exactly the documented body, or a documented problem. */
const checkAnswer = (operation: OperationId, { status, headers, body, text }: Answer): void => {
  const spec: OperationSpec = OPERATIONS[operation];
  if (status >= 400) {
    expect(headers['content-type']).toBe(PROBLEM);
    // Parsing drops unknown fields, so an answer with additional fields differs from the result.
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
    throw new Error(`${operation} answered ${status}, which the contract does not document: ${text}`);
  const schema = responses[status];
  if (!schema) return;
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(schema.parse(body)).toEqual(body);
};

/**
 * Calls the gateway over real HTTP.
 *
 * @param check runs on every answer of `ask`; the default needs jest
 */
export const createClient = (url: string, check: typeof checkAnswer = checkAnswer) => {
  const pool = new Pool(url, { connections: 128, pipelining: 1 });

  /** Sends a request and reads the whole answer; an event stream is closed after its headers. */
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
    const isJson = /^application\/(problem\+)?json(;|$)/.test(answered['content-type'] ?? '');
    return {
      status: response.statusCode,
      headers: answered,
      body: isJson && text ? JSON.parse(text) : undefined,
      text,
    };
  };

  /** Calls an operation and checks that the answer conforms to the contract. */
  const ask = async (operation: OperationId, asked: Ask = {}): Promise<Answer> => {
    const answer = await call(OPERATIONS[operation].method, pathOf(operation, asked), {
      ...asked,
      token: asked.token ?? asked.as?.token,
    });
    check(operation, answer);
    return answer;
  };

  /** Calls an operation that has to succeed. @returns the body */
  const get = async <I extends OperationId>(operation: I, asked: Ask = {}): Promise<OperationOutput<I>> => {
    const { status, body, text } = await ask(operation, asked);
    if (status >= 400) throw new Error(`${operation} answered ${status}: ${text}`);
    return body as OperationOutput<I>;
  };

  /** Calls an operation that has to answer 201. @returns the id */
  const insert = async (operation: OperationId, asked: Ask = {}): Promise<string> => {
    const { status, body, text } = await ask(operation, asked);
    if (status !== 201) throw new Error(`${operation} answered ${status}: ${text}`);
    return (body as { insertedId: string }).insertedId;
  };

  return { call, ask, get, insert, close: () => pool.destroy() };
};
export type Client = ReturnType<typeof createClient>;

/** Status and problem code of an answer, such as `404 not-found`. */
export const outcome = ({ status, body }: Answer): string => {
  const code = status >= 400 ? (body as Problem).code : '';
  return code ? `${status} ${code}` : String(status);
};

/** Fields of a validation problem, sorted. */
export const faultyFields = ({ body }: Answer): string[] =>
  ((body as Problem).errors ?? []).map(({ field }) => field).sort();
