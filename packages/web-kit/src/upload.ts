import { networkError, problemOf } from './api-error';
import { gatewayUrl } from './gateway';
import { newCorrelationId } from './random-id';

/** Two minutes carry `IMAGE_MEGABYTES` over a slow mobile connection. */
const TIMEOUT_MS = 120_000;

/** XMLHttpRequest, because `fetch` reports no upload progress. */
export const upload = (
  file: File,
  token: string,
  options: { correlationId?: string; onProgress?: (fraction: number) => void; signal?: AbortSignal },
): Promise<string> =>
  new Promise((resolve, reject) => {
    const { correlationId = newCorrelationId(), onProgress, signal } = options;
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    const fail = (error: unknown) => {
      signal?.removeEventListener('abort', abort);
      reject(error);
    };
    xhr.open('POST', gatewayUrl('/images'));
    xhr.timeout = TIMEOUT_MS;
    xhr.setRequestHeader('authorization', `Bearer ${token}`);
    xhr.setRequestHeader('x-correlation-id', correlationId);
    xhr.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress?.(loaded / total);
    };
    xhr.onerror = xhr.ontimeout = () => fail(networkError());
    xhr.onabort = () => fail(new DOMException('The upload was stopped.', 'AbortError'));
    xhr.onload = () => {
      if (xhr.status !== 201) return fail(problemOf(xhr.status, xhr.responseText));
      signal?.removeEventListener('abort', abort);
      onProgress?.(1);
      const { data } = JSON.parse(xhr.responseText) as { data: { display_url: string } };
      resolve(data.display_url);
    };
    if (signal?.aborted) return xhr.onabort?.(new ProgressEvent('abort'));
    signal?.addEventListener('abort', abort);
    const form = new FormData();
    form.append('image', file);
    xhr.send(form);
  });
