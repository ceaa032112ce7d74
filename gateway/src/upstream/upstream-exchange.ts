import { Readable } from 'node:stream';
import type { WhenGone } from '@piecework/base';
import { CallerGoneError } from '@piecework/http';
import type { Dispatcher } from 'undici';

export interface UpstreamResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** A stream for a long response; destroying it cancels the exchange. */
  body: Buffer | Readable;
}

/** Bytes: shorter responses are buffered and written at once. */
const MAX_BUFFERED_BYTES = 64 * 1024;

const streamOf = (controller: Dispatcher.DispatchController): Readable => {
  const stream = new Readable({
    read: () => controller.resume(),
    destroy(error, done) {
      // After the end the connection may serve another call.
      if (!this.readableEnded) controller.abort(error ?? new CallerGoneError());
      done(error);
    },
  });
  // Without this listener, an error before the first reader attaches would crash the process.
  stream.on('error', () => {});
  return stream;
};

/** `dispatch` avoids a stream and an `AbortController` per call. `onEnd` is called once, when the connection is free or lost. */
export const exchangeUpstream = (
  pool: Dispatcher,
  request: Dispatcher.DispatchOptions,
  onEnd: () => void,
  whenGone?: WhenGone,
): Promise<UpstreamResponse> =>
  new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let stream: Readable | undefined;
    let answer: Omit<UpstreamResponse, 'body'> | undefined;
    let isGone = false;
    let abort = () => {};
    whenGone?.(() => {
      isGone = true;
      abort();
    });

    pool.dispatch(request, {
      onRequestStart: (controller) => {
        abort = () => controller.abort(new CallerGoneError());
        if (isGone) abort();
      },
      onResponseStart: (controller, status, headers) => {
        if (status < 200) return;
        answer = { status, headers };
        if (Number(headers['content-length']) <= MAX_BUFFERED_BYTES) return;
        stream = streamOf(controller);
        resolve({ ...answer, body: stream });
      },
      onResponseData: (controller, chunk) => {
        if (!stream) chunks.push(chunk);
        else if (!stream.push(chunk)) controller.pause();
      },
      onResponseEnd: () => {
        abort = () => {};
        onEnd();
        if (stream) stream.push(null);
        else if (answer)
          resolve({ ...answer, body: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks) });
        chunks = [];
      },
      onResponseError: (_controller, error) => {
        abort = () => {};
        onEnd();
        if (stream) stream.destroy(error);
        else reject(error);
      },
    });
  });
