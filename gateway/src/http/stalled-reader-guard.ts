import type { ServerResponse } from 'node:http';
import type { Clock } from '@piecework/base';
import { onClose } from '@piecework/http/on-close';

/** Milliseconds; also the maximum delay of a disconnect. */
const CHECK_EVERY_MS = 5000;

/** Bytes. A reader of one network buffer now and then would hold its call for ever. */
const LEAST_TAKEN = 16 * 1024;

/** Bytes sent. Counts complete chunks only, so responses use small ones. */
const bytesTakenBy = ({ socket }: ServerResponse): number => (socket ? socket.bytesWritten - socket.writableLength : 0);

/** Destroys a response whose reader accepts less than 16 KiB in `limitMs` while bytes are queued. An idle stream (`/live`) is not stalled. */
export const createStallGuard = ({ clock, limitMs }: { clock: Clock; limitMs: number }) => {
  const watched = new Map<ServerResponse, { taken: number; since: number }>();
  let disconnects = 0;
  let cancel = () => {};

  const forget = (response: ServerResponse) => {
    watched.delete(response);
    if (watched.size === 0) cancel();
  };

  const check = () => {
    cancel = clock.after(CHECK_EVERY_MS, check);
    const now = clock.now();
    for (const [response, last] of watched) {
      const taken = bytesTakenBy(response);
      if (response.writableLength === 0 || taken - last.taken >= LEAST_TAKEN)
        watched.set(response, { taken, since: now });
      else if (now - last.since >= limitMs) {
        disconnects += 1;
        response.destroy();
        // Without its own socket it emits no 'close'.
        forget(response);
      }
    }
  };

  return {
    watch: (response: ServerResponse): void => {
      if (watched.size === 0) cancel = clock.after(CHECK_EVERY_MS, check);
      watched.set(response, { taken: bytesTakenBy(response), since: clock.now() });
      onClose(response, () => forget(response));
    },
    disconnects: (): number => disconnects,
  };
};
