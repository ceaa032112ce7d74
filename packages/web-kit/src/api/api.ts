import type { DecisionEstimate } from '@piecework/contracts';
import { newCorrelationId } from '../random-id';
import type { Outcome, Source } from '../shrinking';
import { isFresh, readToken } from './access-token';
import { ApiError, isFactorRequired, loadChunk, networkError, problemOf } from './api-error';
import type { Answer, GetRoute, Input, InputArgument, ListRoute, Route, Row, Rows } from './contract';
import { takeEarlyRead } from './early-reads';
import { gatewayKnown, gatewayUrl } from './gateway';
import { learnServerTime } from './server-clock';
import type { UploadOptions } from './upload';

const TIMEOUT_MS = 30_000;

/** Implemented by the session. `renew` rejects with status 0 or 5xx when it could not run, and with 401 without a session. */
export interface Guard {
  renew(stale: string): Promise<string>;
  /** Called on 401, 403 and `account-suspended`; the session decides whether it ends. */
  refused(problem: ApiError, token: string): Promise<void>;
  /** Has the person give a second factor, and rejects with `reason` if they don't. */
  confirm(reason: ApiError): Promise<void>;
}
let guard: Guard | undefined;
export const setGuard = (next: Guard): void => {
  guard = next;
};

export interface Call {
  method: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** Replaces the stored access token ('': none) and bypasses the guard. */
  bearer?: string;
  keepalive?: boolean | undefined;
  /** 0: no timeout. */
  timeoutMs?: number;
  /** The answer is `file`, not `text`. */
  isFile?: boolean;
}

export interface Reply {
  ok: boolean;
  status: number;
  headers: Pick<Headers, 'get'>;
  text: string;
  file?: Blob;
  body: ReadableStream<Uint8Array> | null;
}

/** Alone, the correlation id would cause a CORS preflight, which costs the signed-out home a round trip; the gateway then generates one. */
const headersOf = (call: Call, token: string | null, correlationId: string): Record<string, string> => {
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(call.body !== undefined && { 'content-type': 'application/json' }),
    ...call.headers,
  };
  return Object.keys(headers).length > 0 ? { ...headers, 'x-correlation-id': correlationId } : headers;
};

/** Turns a timeout or a network failure into an ApiError; an abort by the caller passes through. */
const attempt = async (call: Call, token: string | null, correlationId: string): Promise<Reply> => {
  const { signal, timeoutMs = TIMEOUT_MS } = call;
  const stop = new AbortController();
  const abort = () => stop.abort();
  signal?.addEventListener('abort', abort);
  const timer = timeoutMs ? setTimeout(abort, timeoutMs) : undefined;
  try {
    signal?.throwIfAborted();
    await gatewayKnown;
    const response =
      (await takeEarlyRead(call.method, call.path, token)) ??
      (await fetch(gatewayUrl(call.path), {
        method: call.method,
        signal: stop.signal,
        ...(call.keepalive && { keepalive: true }),
        headers: headersOf(call, token, correlationId),
        ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
      }));
    const { ok, status, headers, body } = response;
    learnServerTime(headers.get('date'));
    if (ok && call.isFile) return { ok, status, headers, body, text: '', file: await response.blob() };
    const isStream = ok && !timeoutMs;
    return { ok, status, headers, body, text: isStream ? '' : await response.text() };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw networkError();
  } finally {
    clearTimeout(timer);
    // The caller aborts a stream while it reads it.
    if (timeoutMs) signal?.removeEventListener('abort', abort);
  }
};

const currentToken = async (): Promise<string | null> => {
  const token = readToken();
  return token && guard && !isFresh(token) ? guard.renew(token) : token;
};

const isAboutAccount = ({ status, code }: ApiError): boolean =>
  status === 401 || status === 403 || code === 'account-suspended';

/** Milliseconds for which reads of a page ask no more after the person has canceled: most refetch by themselves. */
const CANCELED_MS = 60_000;
let canceledAt = Number.NEGATIVE_INFINITY;

/** Sends as the signed-in user, after a second factor where the call needs one. Rejects with an ApiError. */
export const request = async (call: Call): Promise<Reply> => {
  try {
    return await sendAsUser(call);
  } catch (error) {
    if (!guard || call.bearer !== undefined || !isFactorRequired(error)) throw error;
    const isRead = call.method === 'GET' && !call.isFile;
    if (isRead && Date.now() - canceledAt < CANCELED_MS) throw error;
    await guard.confirm(error).catch((reason: unknown) => {
      canceledAt = Date.now();
      throw reason;
    });
    return sendAsUser(call);
  }
};

/** Renews the token on a 401. */
const sendAsUser = async (call: Call): Promise<Reply> => {
  let token = call.bearer === undefined ? await currentToken() : call.bearer || null;
  const correlationId = newCorrelationId();
  let reply = await attempt(call, token, correlationId);
  const watch = token !== null && call.bearer === undefined ? guard : undefined;
  if (reply.status === 401 && watch && token) {
    token = await watch.renew(token);
    reply = await attempt(call, token, correlationId);
  }
  if (reply.ok) return reply;
  const problem = problemOf(reply.status, reply.text);
  if (watch && token && isAboutAccount(problem)) await watch.refused(problem, token);
  throw problem;
};

export const jsonOf = ({ text }: Pick<Reply, 'text'>): unknown => {
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    throw networkError();
  }
};

export interface AnyInput {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  key?: string;
  keepalive?: boolean;
  signal?: AbortSignal;
}

export const toCall = (route: Route, { params, query, body, key, keepalive, signal }: AnyInput): Call => {
  const [method = '', template = ''] = route.split(' ');
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  return {
    method,
    path: search.size ? `${path}?${search}` : path,
    signal,
    keepalive,
    // Token renewal depends on it, so it must not wait for a token.
    ...(route === 'GET /config' && { bearer: '' }),
    ...(body !== undefined && { body }),
    ...(key && { headers: { 'idempotency-key': key } }),
  };
};

export const call = async <R extends Route>(route: R, ...[input]: InputArgument<Input<R>>): Promise<Answer<R>> =>
  jsonOf(await request(toCall(route, (input ?? {}) as AnyInput))) as Answer<R>;

export const callList = async <R extends ListRoute>(
  route: R,
  ...[input]: InputArgument<Input<R>>
): Promise<Rows<Row<R>>> => {
  const reply = await request(toCall(route, (input ?? {}) as AnyInput));
  const rows = jsonOf(reply) as Row<R>[];
  return { rows, total: Number(reply.headers.get('x-total-count') ?? rows.length) };
};

/** Saves an answer as a file. */
export const download = async <R extends GetRoute>(
  route: R,
  fileName: string,
  ...[input]: InputArgument<Input<R>>
): Promise<void> => {
  const { file } = await request({ ...toCall(route, (input ?? {}) as AnyInput), isFile: true });
  save(file as Blob, fileName);
};

/** With the byte-order mark, which spreadsheets need for UTF-8. */
export const saveCsv = (text: string, fileName: string): void =>
  save(new Blob(['\ufeff', text], { type: 'text/csv' }), fileName);

const save = (file: Blob, fileName: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = fileName;
  link.click();
  // Later, because the browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
};

/** In a worker thread, so that the page stays responsive. */
export const shrinkPicture = async (source: Source, signal: AbortSignal): Promise<Outcome> => {
  const { shrinkInTurn } = await loadChunk(import('../shrinking'));
  return shrinkInTurn(source, signal);
};

type UploadProgress = Omit<UploadOptions, 'correlationId'>;
type Uploads = typeof import('./upload');

/** As the signed-in user, with a renewed token after a 401. */
const uploaded = async <T>(
  options: UploadProgress,
  send: (code: Uploads, token: string, options: UploadOptions) => Promise<T>,
): Promise<T> => {
  const code = await loadChunk(import('./upload'));
  const correlationId = newCorrelationId();
  const sendAs = (token: string | null) => send(code, token ?? '', { ...options, correlationId });
  const stored = await currentToken();
  try {
    return await sendAs(stored);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || !stored || !guard) throw error;
    return sendAs(await guard.renew(stored));
  }
};

export const uploadImage = (file: File, options: UploadProgress = {}): Promise<string> =>
  uploaded(options, ({ sendPicture }, ...as) => sendPicture(file, ...as));

const uploadCsv = <T>(path: string, file: Blob, options: UploadProgress) =>
  uploaded(options, ({ sendCsv }, ...as) => sendCsv(path, file, ...as) as Promise<T>);

/** Of a draft. */
export const uploadRows = (batchId: string, file: Blob, options: UploadProgress = {}) =>
  uploadCsv<Answer<'PUT /batches/{id}/rows'>>(`/batches/${encodeURIComponent(batchId)}/rows`, file, options);

/** For an open batch; nothing is paid yet. */
export const stageRows = (taskId: string, file: Blob, options: UploadProgress = {}) =>
  uploadCsv<Answer<'PUT /tasks/{id}/rows'>>(`/tasks/${encodeURIComponent(taskId)}/rows`, file, options);

const decisionsPath = (taskId: string) => `/tasks/${encodeURIComponent(taskId)}/decisions.csv`;

/** What a reviewed file would do. */
export const checkDecisions = (taskId: string, file: Blob, options: UploadProgress = {}) =>
  uploadCsv<DecisionEstimate>(`${decisionsPath(taskId)}?dryRun=1`, file, options);

/** @returns the id of the run */
export const uploadDecisions = (taskId: string, file: Blob, options: UploadProgress = {}) =>
  uploadCsv<{ insertedId: string }>(decisionsPath(taskId), file, options);
