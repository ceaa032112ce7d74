import { eventually, pause } from '@piecework/base/testing';
import type { DeliveredRecord, EventBus, EventRecord, Subscribe } from '../src/bus';

export interface BusUnderTest {
  /** Each call stands for another process on the same log, which is empty at first. The suite closes what it opens. */
  open(): Promise<EventBus>;
  destroy(): Promise<void>;
}

export interface SuiteOptions {
  timeoutMs?: number;
}

const record = (key: string, value: string, topic: EventRecord['topic'] = 'task'): EventRecord => ({
  topic,
  key,
  value,
});
const numbered = (key: string, count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => record(key, `${key}-${from + i}`));
const valuesOf = (records: readonly DeliveredRecord[], key?: string) =>
  records.filter((one) => key === undefined || one.key === key).map(({ value }) => value);
const expected = (key: string, count: number) => numbered(key, count).map(({ value }) => value);

export const describeEventBus = (
  name: string,
  make: () => Promise<BusUnderTest>,
  { timeoutMs = 10_000 }: SuiteOptions = {},
): void => {
  describe(`EventBus: ${name}`, () => {
    let underTest: BusUnderTest;
    let opened: EventBus[];

    beforeEach(async () => {
      underTest = await make();
      opened = [];
    }, 6 * timeoutMs);
    afterEach(async () => {
      await Promise.all(opened.map((bus) => bus.close()));
      await underTest.destroy();
    }, 6 * timeoutMs);

    const open = async () => {
      const bus = await underTest.open();
      opened.push(bus);
      return bus;
    };
    const listen = async (bus: EventBus, options: Partial<Subscribe> & Pick<Subscribe, 'group'>) => {
      const got: DeliveredRecord[] = [];
      const subscription = await bus.subscribe({
        topics: ['task'],
        ...options,
        handler: async (one) => {
          await options.handler?.(one);
          got.push(one);
        },
      });
      return { got, ...subscription };
    };
    const arrived = (got: readonly unknown[], count: number) =>
      eventually(() => got.length >= count, `${count} records`, timeoutMs);
    const behaves = (what: string, fn: () => Promise<void>) => it(what, fn, 6 * timeoutMs);

    behaves('delivers published records unchanged, each with its position', async () => {
      const bus = await open();
      const { got } = await listen(bus, { group: 'a', topics: ['task', 'user'] });
      await bus.publish([
        record('k1', '{"é":"🪙\\n"}'),
        record('k2', 'x'.repeat(100_000), 'user'),
        record('k1', 'last'),
      ]);
      await arrived(got, 3);
      const byValue = [...got].sort((a, b) => a.value.length - b.value.length);
      expect(byValue.map(({ topic, key, value }) => ({ topic, key, value }))).toEqual([
        record('k1', 'last'),
        record('k1', '{"é":"🪙\\n"}'),
        record('k2', 'x'.repeat(100_000), 'user'),
      ]);
      expect(new Set(got.map(({ topic, position }) => `${topic} ${position}`)).size).toBe(3);
    });

    behaves('delivers malformed values unchanged', async () => {
      const bus = await open();
      const { got } = await listen(bus, { group: 'a' });
      const values = ['', '{', 'null', '[]', '{"type":7}'];
      await bus.publish(values.map((value) => record('k', value)));
      await arrived(got, values.length);
      expect(valuesOf(got)).toEqual(values);
    });

    behaves('delivers the records of a key one after the other, in order', async () => {
      const bus = await open();
      const busy = new Set<string>();
      let overlaps = 0;
      const { got } = await listen(bus, {
        group: 'a',
        handler: async ({ key, value }) => {
          if (busy.has(key)) overlaps += 1;
          busy.add(key);
          await pause(value.endsWith('0') ? 3 : 0);
          busy.delete(key);
        },
      });
      const keys = ['k1', 'k2', 'k3'];
      for (let from = 0; from < 60; from += 20) await bus.publish(keys.flatMap((key) => numbered(key, 20, from)));
      await arrived(got, 180);
      expect(overlaps).toBe(0);
      for (const key of keys) expect(valuesOf(got, key)).toEqual(expected(key, 60));
    });

    behaves('keeps the order of concurrent publishers of one process', async () => {
      const bus = await open();
      await Promise.all(numbered('k', 50).map((one) => bus.publish([one])));
      const { got } = await listen(bus, { group: 'a' });
      await arrived(got, 50);
      expect(valuesOf(got)).toEqual(expected('k', 50));
    });

    behaves('redelivers a rejected record before the next one of its key', async () => {
      const bus = await open();
      const tries: string[] = [];
      const { got } = await listen(bus, {
        group: 'a',
        handler: async ({ value }) => {
          tries.push(value);
          if (value === 'k-1' && tries.filter((one) => one === value).length <= 2)
            throw new TypeError('the store is unavailable');
        },
      });
      await bus.publish(numbered('k', 3));
      await arrived(got, 3);
      expect(tries).toEqual(['k-0', 'k-1', 'k-1', 'k-1', 'k-2']);
    });

    behaves('continues at the position of the group after a new subscription', async () => {
      const bus = await open();
      const first = await listen(bus, { group: 'a' });
      await bus.publish(numbered('k', 5));
      await arrived(first.got, 5);
      await first.stop();
      await bus.publish(numbered('k', 5, 5));
      const second = await listen(bus, { group: 'a' });
      await arrived(second.got, 5);
      expect(valuesOf(second.got)).toEqual(expected('k', 10).slice(5));
    });

    behaves('continues at the position of the group after a restart', async () => {
      const before = await open();
      const first = await listen(before, { group: 'a' });
      await before.publish(numbered('k', 5));
      await arrived(first.got, 5);
      await before.close();
      const after = await open();
      await after.publish(numbered('k', 5, 5));
      const second = await listen(after, { group: 'a' });
      await arrived(second.got, 5);
      expect(valuesOf(second.got)).toEqual(expected('k', 10).slice(5));
    });

    behaves('redelivers records that were not handled when the subscription stopped', async () => {
      const bus = await open();
      const first = await listen(bus, {
        group: 'a',
        handler: async ({ value }) => {
          if (value === 'k-2') throw new Error('never');
        },
      });
      await bus.publish(numbered('k', 5));
      await arrived(first.got, 2);
      await first.stop();
      const second = await listen(bus, { group: 'a' });
      await arrived(second.got, 3);
      expect(valuesOf(second.got).slice(-3)).toEqual(['k-2', 'k-3', 'k-4']);
    });

    behaves('waits on stop for running handlers and delivers nothing afterwards', async () => {
      const bus = await open();
      let finish: (() => void) | undefined;
      let ended = false;
      const subscription = await listen(bus, {
        group: 'a',
        handler: async () => {
          await new Promise<void>((resolve) => {
            finish = resolve;
          });
          ended = true;
        },
      });
      await bus.publish(numbered('k', 2));
      await eventually(() => finish !== undefined, 'the handler to run', timeoutMs);
      const stopped = subscription.stop().then(() => ended);
      await pause(20);
      finish?.();
      expect(await stopped).toBe(true);
      await pause(50);
      expect(valuesOf(subscription.got)).toEqual(['k-0']);
    });

    behaves('keeps groups independent', async () => {
      const bus = await open();
      const stuck = await listen(bus, {
        group: 'stuck',
        handler: async () => {
          throw new Error('never');
        },
      });
      const free = await listen(bus, { group: 'free' });
      await bus.publish(numbered('k', 10));
      await arrived(free.got, 10);
      expect(stuck.got).toEqual([]);
      const late = await listen(bus, { group: 'late' });
      await arrived(late.got, 10);
      expect(valuesOf(late.got)).toEqual(expected('k', 10));
    });

    behaves('delivers subscribed topics only', async () => {
      const bus = await open();
      const { got } = await listen(bus, { group: 'a', topics: ['wallet', 'user'] });
      await bus.publish([
        record('k', 'no'),
        record('k', 'yes', 'wallet'),
        record('k', 'no', 'submission'),
        record('k', 'yes', 'user'),
      ]);
      await bus.publish([record('end', 'end', 'wallet')]);
      await eventually(() => got.some(({ value }) => value === 'end') && got.length >= 3, 'the last record', timeoutMs);
      expect(valuesOf(got).sort()).toEqual(['end', 'yes', 'yes']);
    });

    behaves('delivers a topic that a group adds later from its beginning', async () => {
      const bus = await open();
      await bus.publish([record('k', 'task'), record('k', 'user', 'user')]);
      const first = await listen(bus, { group: 'a' });
      await arrived(first.got, 1);
      await first.stop();
      const second = await listen(bus, { group: 'a', topics: ['task', 'user'] });
      await arrived(second.got, 1);
      expect(valuesOf(second.got)).toEqual(['user']);
    });

    behaves('starts every private reader at the beginning or at the end', async () => {
      const bus = await open();
      await bus.publish(numbered('k', 3));
      for (let time = 0; time < 2; time++) {
        const all = await listen(bus, { group: null });
        await arrived(all.got, 3);
        expect(valuesOf(all.got)).toEqual(expected('k', 3));
        await all.stop();
      }
      const tail = await listen(bus, { group: null, from: 'end' });
      await tail.caughtUp;
      await bus.publish([record('k', 'new')]);
      await arrived(tail.got, 1);
      expect(valuesOf(tail.got)).toEqual(['new']);
    });

    behaves('starts a private reader at a time, with every record published since', async () => {
      const bus = await open();
      await bus.publish(numbered('k', 3));
      await pause(20);
      const since = Date.now();
      await pause(20);
      await bus.publish([...numbered('k', 2, 3), record('k', 'other', 'user')]);
      const recent = await listen(bus, { group: null, from: { since } });
      await recent.caughtUp;
      expect(valuesOf(recent.got)).toEqual(['k-3', 'k-4']);
      const later = await listen(bus, { group: null, from: { since: Date.now() + 60_000 } });
      await later.caughtUp;
      await bus.publish(numbered('k', 1, 5));
      await arrived(recent.got, 3);
      await arrived(later.got, 1);
      expect([valuesOf(recent.got), valuesOf(later.got)]).toEqual([['k-3', 'k-4', 'k-5'], ['k-5']]);
      const all = await listen(bus, { group: null, from: { since: 0 } });
      await arrived(all.got, 6);
      expect(valuesOf(all.got)).toEqual(expected('k', 6));
    });

    behaves('redelivers everything to a group, and to no other, after a reset to the beginning', async () => {
      const bus = await open();
      await bus.publish(numbered('k', 5));
      for (const group of ['a', 'b']) {
        const once = await listen(bus, { group });
        await arrived(once.got, 5);
        await once.stop();
      }
      await bus.resetToBeginning('a');
      const again = await listen(bus, { group: 'a' });
      await arrived(again.got, 5);
      expect(valuesOf(again.got)).toEqual(expected('k', 5));
      const other = await listen(bus, { group: 'b' });
      await other.caughtUp;
      expect(other.got).toEqual([]);
    });

    behaves('resolves caughtUp when everything published before has been handled', async () => {
      const bus = await open();
      await bus.publish(['k1', 'k2', 'k3'].flatMap((key) => numbered(key, 100)));
      const { got, caughtUp } = await listen(bus, { group: 'a', handler: () => pause(1) });
      expect(got.length).toBeLessThan(300);
      await caughtUp;
      expect(got.length).toBe(300);
    });

    behaves('resolves caughtUp at once on an empty log and without remaining records', async () => {
      const bus = await open();
      const first = await listen(bus, { group: 'a', topics: ['task', 'wallet'] });
      await first.caughtUp;
      await bus.publish(numbered('k', 3));
      await arrived(first.got, 3);
      await first.stop();
      const second = await listen(bus, { group: 'a', topics: ['task', 'wallet'] });
      await second.caughtUp;
      expect(second.got).toEqual([]);
    });

    behaves('reports the lag of a group per topic', async () => {
      const bus = await open();
      let held = true;
      await bus.publish([...numbered('k', 4), record('u', 'u', 'user')]);
      const { got } = await listen(bus, {
        group: 'a',
        topics: ['task', 'user'],
        handler: async ({ topic }) => {
          if (topic === 'task' && held) throw new Error('not yet');
        },
      });
      const lagIs = (task: number, user: number) =>
        eventually(
          async () => {
            const lag = await bus.lag('a');
            return lag.task === task && lag.user === user;
          },
          `a lag of ${task} and ${user}`,
          timeoutMs,
        );
      await lagIs(4, 0);
      held = false;
      await arrived(got, 5);
      await lagIs(0, 0);
    });

    behaves('delivers records to another process', async () => {
      const [here, there] = [await open(), await open()];
      const { got } = await listen(there, { group: 'a' });
      for (let i = 0; i < 5; i++) await here.publish(numbered('k', 4, i * 4));
      await arrived(got, 20);
      expect(valuesOf(got)).toEqual(expected('k', 20));
    });

    behaves('loses nothing with many publishers while a subscriber restarts', async () => {
      const bus = await open();
      const keys = Array.from({ length: 10 }, (_, i) => `k${i}`);
      const publishing = (async () => {
        for (let from = 0; from < 100; from += 5)
          await Promise.all(keys.map((key) => bus.publish(numbered(key, 5, from))));
      })();
      const seen = new Map<string, number>(keys.map((key) => [key, 0]));
      const gaps: string[] = [];
      const handler = async ({ key, value }: DeliveredRecord) => {
        const [at, next] = [Number(value.split('-')[1]), seen.get(key) as number];
        // A repeat is allowed; a gap is a loss.
        if (at > next) gaps.push(value);
        seen.set(key, Math.max(next, at + 1));
      };
      const all = () => [...seen.values()].every((count) => count === 100);
      for (let round = 0; round < 4; round++) {
        const { stop } = await bus.subscribe({ group: 'a', topics: ['task'], handler });
        await pause(15);
        await stop();
      }
      await publishing;
      await bus.subscribe({ group: 'a', topics: ['task'], handler });
      await eventually(all, 'every record', timeoutMs);
      expect(gaps).toEqual([]);
    });

    behaves('accepts an empty publish and answers a ping', async () => {
      const bus = await open();
      await bus.publish([]);
      await bus.ping();
    });
  });
};
