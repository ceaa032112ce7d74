import { pause } from '@piecework/base/testing';
import type { Calls } from '../journey/checked-calls';
import { createLiveReader, type LiveMessage, type LiveStream } from '../support/live-reader';

/** Milliseconds before a reconnect, the `retry` that the gateway sends to browsers. */
const RECONNECT_DELAY = 2000;

/** Reads `GET /live` and reconnects after interruptions as the browser does; then refetches the balance, whose message it may have missed. */
export const createReconnectingLiveReader = (url: string, calls: Calls) => {
  const open = createLiveReader(url);

  return async (person: { token: string }): Promise<LiveStream> => {
    const first = await open(person);
    const before: LiveMessage[] = [];
    let current = first;
    let isClosed = false;

    const refetchBalance = async () => {
      const user = await calls.get('getUser', { as: person });
      before.push({ event: 'balance', data: { balance: user.userAvailableCoin } });
    };
    const reopen = async () => {
      while (!isClosed) {
        await pause(RECONNECT_DELAY);
        const next = await open(person).catch(() => null);
        if (next?.status !== 200) continue;
        before.push(...current.seen);
        current = next;
        return refetchBalance();
      }
    };
    const keepOpen = async () => {
      while (!isClosed) if (await current.ended(RECONNECT_DELAY)) await reopen();
    };
    // A failure shows when `verify` compares the last streamed balance.
    void keepOpen().catch(() => {});

    return {
      ...first,
      get seen() {
        return [...before, ...current.seen];
      },
      close: () => {
        isClosed = true;
        current.close();
      },
    };
  };
};
