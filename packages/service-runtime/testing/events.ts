import { createIds, silentLog, systemClock } from '@piecework/base';
import { tempFolder } from '@piecework/base/testing';
import { EVENTS, type EventData, type EventEnvelope, type EventType } from '@piecework/contracts';
import { type EventBus, type EventRecord, toRecord } from '@piecework/event-log';
import { openTestBus } from '@piecework/event-log/testing';
import { collection, type Store, StoreUnavailableError, type Transaction } from '@piecework/store';
import { openTestStore, removeTestFolder } from '@piecework/store/testing';
import { adminActs } from '../src/admin-trail';
import type { Consumer } from '../src/events/consumer';
import { type ConsumptionDeps, createConsumption, eventCollections } from '../src/events/inbox';
import { createRelay } from '../src/events/outbox';
import { createTransact, createTransactBatch } from '../src/events/transact';
import type { Cause } from '../src/events/unit';

export const cause: Cause = { correlationId: 'request-1', causationId: null, actor: 'user-1' };

/** One row per effect of an event, ordered by `at`. */
export interface EffectRow {
  _id: string;
  at: number;
  key: string;
  text: string;
}
export const effectRows = collection<EffectRow>('effects');

const ids = createIds();

export const eventOf = <T extends EventType>(type: T, aggregateId: string, data: EventData<T>): EventEnvelope<T> => ({
  eventId: ids.next(),
  type,
  version: EVENTS[type].version,
  occurredAt: new Date().toISOString(),
  aggregateId,
  correlationId: 'request-1',
  causationId: null,
  actor: null,
  data,
});

/** Tests identify the event by `title`. */
export const edited = (taskId: string, title: string) => eventOf('task.edited', taskId, { taskId, title });
export const editedRecord = (taskId: string, title: string): EventRecord => toRecord('task', edited(taskId, title));

export const recordEffect = async (tx: Transaction, key: string, text: string): Promise<void> => {
  const effects = tx.collection(effectRows);
  const at = await effects.countDocuments({});
  await effects.insertOne({ _id: `${at}`, at, key, text });
};

export const effectsOf = async (store: Store, key?: string): Promise<string[]> =>
  (await store.collection(effectRows).find(key === undefined ? {} : { key }, { sort: { at: 1 } })).map(
    ({ text }) => text,
  );

export const breakable = (store: Store) => {
  let down = false;
  const check = () => {
    if (down) throw new StoreUnavailableError('down');
  };
  const wrapped: Store = {
    ...store,
    collection: (spec) =>
      new Proxy(store.collection(spec), {
        get:
          (target, method: string) =>
          async (...args: never[]) => {
            check();
            return (target as never as Record<string, (...args: never[]) => unknown>)[method]?.(...args);
          },
      }),
    transaction: async (fn) => {
      check();
      return store.transaction(async (tx) => {
        const result = await fn(tx);
        check();
        return result;
      });
    },
  };
  const setDown = (value: boolean) => {
    down = value;
  };
  return { store: wrapped, setDown };
};

export const intercepted = (bus: EventBus, publish: (records: readonly EventRecord[]) => Promise<void>): EventBus => ({
  ...bus,
  publish,
});

/** Uses real files: reopening is a restart. */
export const openService = async (path: (name: string) => string, name = 'service') => {
  const store = await openTestStore(path(`${name}.db`));
  await store.prepare([...eventCollections, adminActs, effectRows]);
  const bus = await openTestBus(path('events.db'));
  const clock = systemClock;
  const log = silentLog;
  const transactBatchOn = (on: Store, onCommit?: () => void) =>
    createTransactBatch({ store: on, ids, clock, ...(onCommit ? { onCommit } : {}) });
  const transactOn = (on: Store, onCommit?: () => void) => createTransact(transactBatchOn(on, onCommit), clock);

  return {
    store,
    bus,
    clock,
    log,
    ids,
    transactOn,
    transactBatchOn,
    relay: (deps: { store?: Store; bus?: EventBus } = {}) => createRelay({ store, bus, clock, log, ...deps }),
    consume: (consumers: readonly Consumer[], deps: Partial<ConsumptionDeps> = {}) =>
      createConsumption({
        service: name,
        store,
        bus,
        transactBatch: transactBatchOn(deps.store ?? store),
        consumers,
        clock,
        ids,
        log,
        ...deps,
      }),
    close: async () => {
      await bus.close();
      await store.close();
    },
  };
};

type OpenService = Awaited<ReturnType<typeof openService>>;

export interface OwnService extends OpenService {
  reopen(): Promise<OwnService>;
  remove(): Promise<void>;
}

const openIn = async (folder: Awaited<ReturnType<typeof tempFolder>>): Promise<OwnService> => {
  const service = await openService(folder.path);
  return {
    ...service,
    reopen: () => openIn(folder),
    remove: async () => {
      await service.close();
      await folder.remove();
    },
  };
};

export const newService = async (): Promise<OwnService> => openIn(await tempFolder(removeTestFolder));
