import { newCorrelationId } from '../random-id';
import { ApiError, networkError, problemOf } from './api-error';
import { gatewayUrl } from './gateway';

/** Milliseconds for the response, after the file is sent. */
const RESPONSE_MS = 30_000;
/** The server's minimum rate (`uploadKibPerSecond`). */
const BYTES_PER_MS = 8;
/** Milliseconds before each further attempt. */
const PAUSES_MS = [1000, 2000, 4000, 8000, 16_000];
const MAX_OFFLINE_MS = 10 * 60_000;

export interface UploadOptions {
  correlationId?: string;
  /** null: waits to try again. */
  onProgress?: (fraction: number | null) => void;
  signal?: AbortSignal;
}

interface Upload {
  method: 'POST' | 'PUT';
  path: string;
  body: FormData | Blob;
  /** Bytes. */
  size: number;
  /** Of a body that is the file itself. */
  contentType?: string;
}

/** XMLHttpRequest, because `fetch` reports no upload progress. */
const attempt = (
  { method, path, body, size, contentType }: Upload,
  token: string,
  { correlationId, onProgress, signal }: UploadOptions & { correlationId: string },
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    const fail = (error: unknown) => {
      signal?.removeEventListener('abort', abort);
      reject(error);
    };
    xhr.open(method, gatewayUrl(path));
    xhr.timeout = RESPONSE_MS + size / BYTES_PER_MS;
    xhr.setRequestHeader('authorization', `Bearer ${token}`);
    xhr.setRequestHeader('x-correlation-id', correlationId);
    if (contentType) xhr.setRequestHeader('content-type', contentType);
    xhr.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress?.(loaded / total);
    };
    xhr.onerror = xhr.ontimeout = () => fail(networkError());
    xhr.onabort = () => fail(new DOMException('The upload was stopped.', 'AbortError'));
    xhr.onload = () => {
      if (xhr.status < 200 || xhr.status > 299) return fail(problemOf(xhr.status, xhr.responseText));
      signal?.removeEventListener('abort', abort);
      onProgress?.(1);
      resolve(JSON.parse(xhr.responseText));
    };
    if (signal?.aborted) return xhr.onabort?.(new ProgressEvent('abort'));
    signal?.addEventListener('abort', abort);
    xhr.send(body);
  });

const isPassing = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 || error.status >= 500 || ['upload-incomplete', 'request-timeout'].includes(error.code));

/** Ends early when the browser is online again, and waits for that when it is offline. */
const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, navigator.onLine ? ms : MAX_OFFLINE_MS);
    addEventListener('online', end);
    signal?.addEventListener('abort', end);
  });

/** Tries again after a cut. A picture whose response was lost is stored twice: nothing refers to the first, which the server deletes. */
const upload = async (what: Upload, token: string, options: UploadOptions): Promise<unknown> => {
  const { onProgress, signal, correlationId = newCorrelationId() } = options;
  const pauses = PAUSES_MS.values();
  for (;;) {
    try {
      return await attempt(what, token, { ...options, correlationId });
    } catch (error) {
      const { value: ms } = pauses.next();
      if (ms === undefined || !isPassing(error)) throw error;
      onProgress?.(null);
      await pause(ms, signal);
    }
  }
};

/** @returns its address */
export const sendPicture = async (file: File, token: string, options: UploadOptions): Promise<string> => {
  const body = new FormData();
  body.append('image', file);
  const answer = await upload({ method: 'POST', path: '/images', body, size: file.size }, token, options);
  return (answer as { data: { display_url: string } }).data.display_url;
};

/** The file as it is: the server knows its encoding and separator. */
export const sendCsv = (path: string, file: Blob, token: string, options: UploadOptions): Promise<unknown> =>
  upload({ method: 'PUT', path, body: file, size: file.size, contentType: 'text/csv' }, token, options);
