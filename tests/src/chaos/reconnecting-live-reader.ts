import type { Calls } from '../journey/calls';
import { createLiveReader, type LiveMessage, type LiveStream } from '../support/live-reader';

/** Milliseconds until a stream that ended is opened again, as the gateway asks of browsers. */
const PAUSE = 2000;

/** Reads `GET /live` through every interruption as the browser does: opens it again, and then reads afresh what it may have missed. */
export const createLastingReader = (url: string, calls: Calls) => {
  const open = createLiveReader(url);

  return async (person: { token: string }): Promise<LiveStream> => {
    const first = await open(person);
    const before: LiveMessage[] = [];
    let current = first;
    let isLeft = false;

    const readAfresh = async () => {
      const user = await calls.get('getUser', { as: person });
      before.push({ event: 'balance', data: { balance: user.userAvailableCoin } });
    };
    const reopen = async () => {
      while (!isLeft) {
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
        const next = await open(person).catch(() => null);
        if (next?.status !== 200) continue;
        before.push(...current.seen);
        current = next;
        return readAfresh();
      }
    };
    const keepOpen = async () => {
      while (!isLeft) if (await current.ended(PAUSE)) await reopen();
    };
    // What goes wrong here is seen by whoever compares what was told.
    void keepOpen().catch(() => {});

    return {
      ...first,
      get seen() {
        return [...before, ...current.seen];
      },
      close: () => {
        isLeft = true;
        current.close();
      },
    };
  };
};
