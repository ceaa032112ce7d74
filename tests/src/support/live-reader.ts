import { request } from 'node:http';
import { createParser } from 'eventsource-parser';

export interface LiveMessage {
  event: string;
  data: Record<string, unknown>;
}

/** Reads `GET /live` as the browser does, with a bearer token. */
export const createLiveReader =
  (url: string) =>
  (person: { token: string }): Promise<LiveStream> =>
    new Promise((resolve, reject) => {
      const seen: LiveMessage[] = [];
      let ended = false;
      let wake = () => {};
      const call = request(`${url}/live`, { headers: { authorization: `Bearer ${person.token}` } });
      const end = () => {
        ended = true;
        wake();
      };
      call.once('error', reject);
      call.once('response', (response) => {
        call.off('error', reject).on('error', end);
        const parser = createParser({
          onEvent: ({ event = 'message', data }) => seen.push({ event, data: JSON.parse(data) }),
        });
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          parser.feed(chunk);
          wake();
        });
        response.on('error', end).on('close', end);
        const until = async (is: () => boolean, withinMs: number) => {
          const deadline = Date.now() + withinMs;
          while (!is() && Date.now() < deadline) {
            await new Promise<void>((again) => {
              wake = again;
              setTimeout(again, Math.max(0, deadline - Date.now())).unref();
            });
          }
        };
        resolve({
          status: response.statusCode ?? 0,
          contentType: response.headers['content-type'] ?? '',
          seen,
          next: async (is, withinMs = 2000) => {
            await until(() => seen.some(is), withinMs);
            const at = seen.findIndex(is);
            if (at < 0) throw new Error(`No such message; received: ${JSON.stringify(seen)}`);
            return seen.splice(at, 1)[0] as LiveMessage;
          },
          ended: async (withinMs = 2000) => {
            await until(() => ended, withinMs);
            return ended;
          },
          close: () => call.destroy(),
        });
      });
      call.end();
    });

export interface LiveStream {
  status: number;
  contentType: string;
  /** Received messages that `next` has not removed. */
  seen: readonly LiveMessage[];
  /** Waits for the first message that satisfies `is`, and removes it from `seen`. */
  next(is: (message: LiveMessage) => boolean, withinMs?: number): Promise<LiveMessage>;
  /** Whether the stream ends within `withinMs`. */
  ended(withinMs?: number): Promise<boolean>;
  close(): void;
}
