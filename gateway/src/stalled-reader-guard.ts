import type { ServerResponse } from 'node:http';
import type { Clock } from '@piecework/base';

/** Milliseconds between two looks; a reader is cut off by so much later than its limit at most. */
const LOOK_EVERY = 5000;

/** Bytes that have left this process. A long piece counts only as a whole, so answers are sent in short ones. */
const takenFrom = ({ socket }: ServerResponse): number =>
  socket ? socket.bytesWritten - socket.writableLength : 0;

/**
 * Destroys a response whose reader takes nothing for `limitMs` while bytes wait for it. One that has nothing to send is not
 * stalled, however long it lasts: `/live` is silent between two events.
 */
export const createStallGuard = ({ clock, limitMs }: { clock: Clock; limitMs: number }) => {
  const watched = new Map<ServerResponse, { taken: number; since: number }>();
  let cut = 0;
  let cancel = () => {};

  const look = () => {
    cancel = clock.after(LOOK_EVERY, look);
    const now = clock.now();
    for (const [response, last] of watched) {
      const taken = takenFrom(response);
      if (response.writableLength === 0 || taken !== last.taken) watched.set(response, { taken, since: now });
      else if (now - last.since >= limitMs) {
        cut += 1;
        response.destroy();
      }
    }
  };

  return {
    /** Until the response is closed. */
    watch: (response: ServerResponse): void => {
      if (watched.size === 0) cancel = clock.after(LOOK_EVERY, look);
      watched.set(response, { taken: takenFrom(response), since: clock.now() });
      response.once('close', () => {
        watched.delete(response);
        if (watched.size === 0) cancel();
      });
    },
    /** Responses destroyed since the start. */
    cut: (): number => cut,
  };
};
