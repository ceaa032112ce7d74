import { Readable } from 'node:stream';
import type { WhenGone } from '@piecework/base';
import type { Dispatcher } from 'undici';

export type { WhenGone };

export interface Exchanged {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Short and of known length: whole. Everything else comes as it comes; destroying it ends the exchange. */
  body: Buffer | Readable;
}

/** Bytes up to which an answer is taken in whole: it goes out in one write, and costs no stream. */
const WHOLE_BYTES = 64 * 1024;

/** Nobody waits for the answer any more. */
export class CallerGoneError extends Error {
  override readonly name = 'CallerGoneError';
}

const streamOf = (controller: Dispatcher.DispatchController): Readable => {
  const stream = new Readable({
    read: () => controller.resume(),
    destroy(error, done) {
      // After its end the connection already serves somebody else.
      if (!this.readableEnded) controller.abort(error ?? new CallerGoneError());
      done(error);
    },
  });
  // A break between the head of the answer and its first reader is told to that reader, not to the process.
  stream.on('error', () => {});
  return stream;
};

/**
 * One request and its answer over a pool, on undici's lowest level: a stream and an `AbortController` per call would cost as much as all the
 * rest of the gateway. `onEnd` is called once, when the connection is free again or lost.
 */
export const exchangeUpstream = (
  pool: Dispatcher,
  request: Dispatcher.DispatchOptions,
  onEnd: () => void,
  whenGone?: WhenGone,
): Promise<Exchanged> =>
  new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let stream: Readable | undefined;
    let answer: Omit<Exchanged, 'body'> | undefined;
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
        if (Number(headers['content-length']) <= WHOLE_BYTES) return;
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
