import {
  type Backoff,
  type Clock,
  createBatcher,
  exponentialBackoff,
  type Ids,
  isoTime,
  isUnavailable,
  type Log,
  reasonOf,
  sleep,
} from '@piecework/base';
import { EVENTS, type EventEnvelope, type EventType, parseEvent, topicsOf } from '@piecework/contracts';
import type { DeliveredRecord, EventBus, Subscription } from '@piecework/event-log';
import {
  type AnyCollectionSpec,
  collection,
  DuplicateKeyError,
  type Store,
  type Transaction,
  type UnitOfWork,
} from '@piecework/store';
import { ATTEMPT_BACKOFF, attemptsRows, createAttempts, MAX_ATTEMPTS } from './attempts';
import type { Consumer } from './consumer';
import { type Label, labelOf } from './event-label';
import { outboxRows } from './outbox';
import { createParking, type ParkedEvents } from './parked';
import { type ParkedRow, parkedRows } from './parked.store';
import { createQuarantine, isEvent, quarantinedRows } from './quarantine';
import type { Cause, TransactBatch, Work } from './unit';

/** A handled event, by its id. Kept as long as its topic can be replayed. */
export interface InboxRow {
  _id: string;
  at: string;
}

export const inboxRows = collection<InboxRow>('inbox');

export const eventCollections = [outboxRows, inboxRows, attemptsRows, parkedRows, quarantinedRows] as const;

export interface ConsumptionDeps {
  /** Also the consumer group. */
  service: string;
  store: Store;
  bus: EventBus;
  /** Must use `store`. */
  transactBatch: TransactBatch;
  consumers: readonly Consumer[];
  clock: Clock;
  ids: Ids;
  log: Log;
  /** Faults after which an event is parked. @default 5 */
  maxAttempts?: number;
  /** Pauses between attempts. @default ATTEMPT_BACKOFF */
  attemptBackoff?: Backoff;
}

class AlreadyHandled extends Error {}

const byType = (consumers: readonly Consumer[]): ReadonlyMap<EventType, Consumer> => {
  const byEvent = new Map(consumers.map((consumer) => [consumer.on, consumer]));
  if (byEvent.size < consumers.length) throw new Error('an event has two consumers in one service');
  return byEvent;
};

const causeOf = ({ correlationId, eventId, actor }: EventEnvelope): Cause => ({
  correlationId,
  causationId: eventId,
  actor,
});

/** Runs before the handlers, so a duplicate is detected before any effect. */
const enterInbox = async (tx: UnitOfWork, eventIds: readonly string[], at: string): Promise<void> => {
  try {
    await tx.collection(inboxRows).insertMany(eventIds.map((_id) => ({ _id, at })));
    await tx.flush();
  } catch (error) {
    throw error instanceof DuplicateKeyError ? new AlreadyHandled() : error;
  }
};

/** An event with its consumer. */
interface Delivery {
  event: EventEnvelope;
  consumer: Consumer;
}

const idOf = ({ event }: Delivery): string => event.eventId;
const HANDLED: PromiseSettledResult<void> = { status: 'fulfilled', value: undefined };

/** One read per collection. The transaction keeps the documents for the handlers. */
const readAhead = async (tx: Transaction, deliveries: readonly Delivery[]): Promise<void> => {
  const wanted = new Map<AnyCollectionSpec, string[]>();
  for (const { event, consumer } of deliveries)
    for (const { of, ids } of consumer.reads?.(event) ?? []) wanted.set(of, [...(wanted.get(of) ?? []), ...ids]);
  for (const [spec, ids] of wanted) await tx.collection(spec).find({ _id: { $in: ids } });
};

/** Events of one transaction. Larger batches save little and hold up the calls of the same process. */
const MAX_BATCH = 32;

/** Handles events, each in the transaction that marks it as handled. */
const createDeliveries = (
  deps: Pick<ConsumptionDeps, 'store' | 'transactBatch' | 'clock'> & {
    attempts: ReturnType<typeof createAttempts>;
    whichAreHandled: (eventIds: readonly string[]) => Promise<string[]>;
    stopping: AbortSignal;
  },
) => {
  const { store, transactBatch, clock, attempts, whichAreHandled, stopping } = deps;

  const workOf = ({ event, consumer }: Delivery): Work => ({
    cause: causeOf(event),
    emits: consumer.emits,
    run: (unit) => consumer.handle(event, unit),
  });

  const handle = async (delivery: Delivery, also?: (tx: Transaction) => Promise<unknown>): Promise<void> => {
    const { eventId } = delivery.event;
    let forget = () => {};
    const conclude = async (tx: Transaction) => {
      if (attempts.knows(eventId)) forget = await attempts.forget(tx, eventId);
      await also?.(tx);
    };
    const work = workOf(delivery);
    const run: Work['run'] = async (unit) => {
      await work.run(unit);
      await conclude(unit);
    };
    try {
      await transactBatch([{ ...work, run }], (tx) => enterInbox(tx, [eventId], isoTime(clock.now())));
    } catch (error) {
      if (!(error instanceof AlreadyHandled)) throw error;
      await store.transaction(conclude);
    }
    forget();
  };

  const handleTogether = (deliveries: readonly Delivery[]): Promise<void> =>
    transactBatch(deliveries.map(workOf), async (tx) => {
      await enterInbox(tx, deliveries.map(idOf), isoTime(clock.now()));
      await readAhead(tx, deliveries);
    });

  /** Without the handled ones when a redelivery is among them; one by one when one of them cannot be handled. */
  const handleBatch = async (deliveries: readonly Delivery[]): Promise<PromiseSettledResult<void>[]> => {
    const oneByOne = () => Promise.allSettled(deliveries.map((delivery) => handle(delivery)));
    if (deliveries.length <= 1) return oneByOne();
    try {
      await handleTogether(deliveries);
      return deliveries.map(() => HANDLED);
    } catch (error) {
      if (isUnavailable(error) || stopping.aborted) throw error;
      const handledIds = error instanceof AlreadyHandled ? await whichAreHandled(deliveries.map(idOf)) : [];
      const handled = new Set(handledIds);
      if (handled.size === 0) return oneByOne();
      const rest = deliveries.filter((delivery) => !handled.has(idOf(delivery)));
      const outcomes = await handleBatch(rest);
      return deliveries.map((delivery) => outcomes[rest.indexOf(delivery)] ?? HANDLED);
    }
  };
  return { handle, handleBatch };
};

/** Handles every event exactly once and in the order of its key. An event that cannot be handled is parked, and its key waits behind it. */
export const createConsumption = (deps: ConsumptionDeps) => {
  const { service, store, bus, clock, ids, log, maxAttempts = MAX_ATTEMPTS, attemptBackoff = ATTEMPT_BACKOFF } = deps;
  const consumers = byType(deps.consumers);
  const topics = topicsOf([...consumers.keys()]);
  const isHandled = async (tx: Transaction, eventId: string) =>
    (await tx.collection(inboxRows).findOne({ _id: eventId })) !== null;
  const whichAreHandled = async (eventIds: readonly string[]) =>
    (await store.collection(inboxRows).find({ _id: { $in: eventIds } })).map(({ _id }) => _id);
  const attempts = createAttempts({ store, whichAreHandled });
  const stopping = new AbortController();
  let subscription: Subscription | undefined;

  const deliveries = { ...deps, attempts, whichAreHandled, stopping: stopping.signal };
  const { handle, handleBatch } = createDeliveries(deliveries);
  const batcher = createBatcher({ clock, maxSize: MAX_BATCH, run: handleBatch });

  const quarantine = createQuarantine({ service, store, clock, ids, log });

  const handleParked = async (row: ParkedRow, note?: (tx: Transaction) => Promise<void>): Promise<void> => {
    const remove = async (tx: Transaction) => {
      await tx.collection(parkedRows).deleteOne({ _id: row._id });
      await note?.(tx);
    };
    const parsed = parseEvent(row.value);
    if (!parsed.ok) throw new Error(parsed.reason);
    const consumer = consumers.get(parsed.event.type);
    if (!consumer) return void (await store.transaction(remove));
    await handle({ event: parsed.event, consumer }, remove);
  };

  const parking = createParking({
    service,
    store,
    clock,
    ids,
    log,
    handle: handleParked,
    isHandled,
    onPark: (tx, eventId) => attempts.forget(tx, eventId),
    stopping: stopping.signal,
  });

  /** Retries until the event is handled or out of attempts. Rejects when the store is unavailable or the service stops. */
  const settle = async (
    record: DeliveredRecord,
    label: Label,
    event: EventEnvelope,
    consumer: Consumer,
  ): Promise<void> => {
    let reason = 'the process crashed during each attempt';
    for (let faults = attempts.of(event.eventId); faults < maxAttempts; ) {
      try {
        const isAlone = attempts.isRecovering() || attempts.knows(event.eventId);
        const delivery = { event, consumer };
        await attempts.run(event.eventId, () => (isAlone ? handle(delivery) : batcher.add(delivery)));
        const isOfCoins = service === 'wallet' || EVENTS[event.type].topic === 'wallet';
        log[isOfCoins ? 'info' : 'debug']({ ...label, key: record.key }, 'event handled');
        return;
      } catch (error) {
        if (isUnavailable(error) || stopping.signal.aborted) throw error;
        reason = reasonOf(error);
        faults = await attempts.failed(event.eventId);
        log.warn({ err: error, ...label, key: record.key, faults }, 'event not handled');
      }
      if (faults < maxAttempts) await sleep(clock, exponentialBackoff(faults, attemptBackoff), stopping.signal);
      if (stopping.signal.aborted) throw new Error(`${service} stops`);
    }
    await parking.park(record, label, { reason, attempts: maxAttempts });
  };

  const receive = async (record: DeliveredRecord): Promise<void> => {
    const label = labelOf(record.value);
    const consumer = consumers.get(label.type as EventType);
    if (!isEvent(record.value)) return quarantine.add(record);
    // Not for this service.
    if (!consumer) return;
    if ((await parking.mayHold(record)) && (await parking.waitBehind(record, label))) return;
    const parsed = parseEvent(record.value);
    if (!parsed.ok) return parking.park(record, label, { reason: parsed.reason, attempts: 0 });
    return settle(record, label, parsed.event, consumer);
  };

  return {
    /** @throws {StoreUnavailableError | BusUnavailableError} nothing was started */
    start: async () => {
      await attempts.open();
      await parking.open();
      if (topics.length === 0) return;
      subscription = await bus.subscribe({ group: service, topics, handler: receive });
      void subscription.caughtUp.then(attempts.recovered);
    },
    /** Resolves when all events published before `start` are handled or parked. */
    caughtUp: async () => subscription?.caughtUp,
    stop: async () => {
      stopping.abort();
      await subscription?.stop();
      await parking.close();
      // A leftover marker only makes the next start more careful.
      await attempts.close().catch((error) => log.warn({ err: error }, 'the orderly stop could not be recorded'));
    },
    parked: parking as ParkedEvents,
    quarantine,
  };
};
export type Consumption = ReturnType<typeof createConsumption>;
