import { EventEmitter } from 'node:events';
import { MINUTE_MS, silentLog } from '@piecework/base';
import { createManualClock } from '@piecework/base/testing';
import { type Child, supervise } from './supervisor';

class FakeChild extends EventEmitter implements Child {
  readonly received: string[] = [];
  readonly signals: NodeJS.Signals[] = [];
  send(message: string) {
    this.received.push(message);
  }
  kill(signal: NodeJS.Signals) {
    this.signals.push(signal);
  }
  becomeReady() {
    this.emit('message', 'ready');
  }
  end(code: number | null = 1, signal: NodeJS.Signals | null = null) {
    this.emit('exit', code, signal);
  }
}

const setUp = () => {
  const clock = createManualClock();
  const children: FakeChild[] = [];
  const givenUp: string[] = [];
  const supervised = supervise({
    name: 'services/wallet',
    spawn: () => {
      const child = new FakeChild();
      children.push(child);
      return child;
    },
    clock,
    log: silentLog,
    onRestartsExceeded: ({ message }) => givenUp.push(message),
  });
  const last = () => children.at(-1) as FakeChild;
  return { clock, children, givenUp, supervised, last };
};

const isSettled = async (promise: Promise<unknown>): Promise<boolean> => {
  const open = Symbol();
  await new Promise((resolve) => setImmediate(resolve));
  return (await Promise.race([promise.catch(() => null), Promise.resolve(open)])) !== open;
};

describe('a supervised process', () => {
  test('is ready after its ready message and no other message', async () => {
    const { supervised, last } = setUp();
    last().emit('message', 'hello');
    expect(await isSettled(supervised.ready)).toBe(false);
    last().becomeReady();
    await expect(supervised.ready).resolves.toBeUndefined();
  });

  test('that ends before it is ready has failed to start and is not restarted', async () => {
    const { supervised, last, clock, children } = setUp();
    last().end(1);
    await expect(supervised.ready).rejects.toThrow('services/wallet could not be started; its error is printed above.');
    await clock.advance(MINUTE_MS);
    expect(children).toHaveLength(1);
  });

  test('that ends later is restarted with exponential backoff', async () => {
    const { last, clock, children, givenUp } = setUp();
    last().becomeReady();
    for (const pause of [250, 500, 1000, 2000, 4000]) {
      const before = children.length;
      last().end(null, 'SIGKILL');
      await clock.advance(pause - 1);
      expect(children).toHaveLength(before);
      await clock.advance(1);
      expect(children).toHaveLength(before + 1);
    }
    expect(givenUp).toEqual([]);
  });

  test('that ends quickly too often is not restarted', async () => {
    const { last, clock, children, givenUp } = setUp();
    last().becomeReady();
    for (let ends = 1; ends <= 6; ends++) {
      last().end();
      await clock.advance(10_000);
    }
    expect(givenUp).toEqual(['services/wallet has ended 6 times in a row: check its log, then start again.']);
    expect(children).toHaveLength(6);
  });

  test('that runs long enough resets the count of restarts', async () => {
    const { last, clock, children, givenUp } = setUp();
    last().becomeReady();
    for (let ends = 1; ends <= 20; ends++) {
      await clock.advance(MINUTE_MS);
      last().end();
      await clock.advance(250);
    }
    expect(givenUp).toEqual([]);
    expect(children).toHaveLength(21);
  });

  test('and its replacement are notified when the stack is ready', async () => {
    const { supervised, last, clock, children } = setUp();
    last().becomeReady();
    expect(last().received).toEqual([]);
    supervised.open();
    expect(last().received).toEqual(['open']);
    last().end();
    await clock.advance(250);
    expect(last().received).toEqual([]);
    last().becomeReady();
    expect(last().received).toEqual(['open']);
    expect(children).toHaveLength(2);
  });

  test('is stopped with SIGTERM, awaited and not restarted', async () => {
    const { supervised, last, clock, children } = setUp();
    last().becomeReady();
    const stopped = supervised.stop();
    expect(last().signals).toEqual(['SIGTERM']);
    expect(await isSettled(stopped)).toBe(false);
    last().end(0);
    await stopped;
    await clock.advance(MINUTE_MS);
    expect(last().signals).toEqual(['SIGTERM']);
    expect(children).toHaveLength(1);
  });

  test('that does not stop is killed', async () => {
    const { supervised, last, clock } = setUp();
    const stopped = supervised.stop();
    await clock.advance(8000);
    expect(last().signals).toEqual(['SIGTERM', 'SIGKILL']);
    last().end(null, 'SIGKILL');
    await stopped;
  });

  test('that waits for its restart is not restarted after stop', async () => {
    const { supervised, last, clock, children } = setUp();
    last().becomeReady();
    last().end();
    await supervised.stop();
    await clock.advance(MINUTE_MS);
    expect(children).toHaveLength(1);
  });

  test('is killed at once on request', () => {
    const { supervised, last } = setUp();
    supervised.kill();
    expect(last().signals).toEqual(['SIGKILL']);
  });
});
