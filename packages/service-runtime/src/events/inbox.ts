import { type Clock, isoTime, isUnavailable, type Log, reasonOf, sleep } from '@piecework/base';
import { type EventEnvelope, type EventType, parseEvent, topicsOf } from '@piecework/contracts';
import type { DeliveredRecord, EventBus, Subscription } from '@piecework/event-log';
import { collection, DuplicateKeyError, type Store, type Transaction } from '@piecework/store';
import { attemptsRows, createAttempts } from './attempts';
import type { Consumer } from './consumer';
import { outboxRows } from './outbox';
import { createParking, type Label, labelOf, type ParkedEvents, type ParkedRow, parkedRows } from './parked';
import type { Cause, Transact, Unit } from './unit';

/** An event that this service has handled. Never removed while its topic can be replayed. */
export interface InboxRow {
  /** The event's id. */
  _id: string;
  at: string;
}

export const inboxRows = collection<InboxRow>('inbox');

/** All that events need of a service's store, for `store.prepare`. */
export const eventCollections = [outboxRows, inboxRows, attemptsRows, parkedRows] as const;

const MAX_ATTEMPTS = 5;
/** The pause after the first fault; each further one is four times as long: 20, 80, 320 ms, 1.3 s. */
const FIRST_PAUSE_MS = 20;

export interface ConsumptionDeps {
  /** The service's name, which is its consumer group. */
  service: string;
  store: Store;
  bus: EventBus;
  /** Of the same store. */
  transact: Transact;
  /** At most one for each type of event. */
  consumers: readonly Consumer[];
  clock: Clock;
  log: Log;
  /** Faults after which an event is parked. @default 5 */
  maxAttempts?: number;
}

/**
 * What a service hears. Every event it consumes is handled once, in the order of its key, whatever is repeated, restarted or down;
 * an event that cannot be handled is parked, and those of its key wait behind it.
 */
export interface Consumption {
  /** Begins to consume. @throws {StoreUnavailableError | BusUnavailableError} nothing has begun */
  start(): Promise<void>;
  /** Resolves when everything that was published before `start` has been handled or parked. */
  caughtUp(): Promise<void>;
  /** Ends what is under way. */
  stop(): Promise<void>;
  parked: ParkedEvents;
}

/** Ends a transaction whose event turned out to be in the inbox. */
class AlreadyHandled extends Error {}

const byType = (consumers: readonly Consumer[]): ReadonlyMap<EventType, Consumer> => {
  const found = new Map(consumers.map((consumer) => [consumer.on, consumer]));
  if (found.size < consumers.length) throw new Error('an event has two consumers in one service');
  return found;
};

const causeOf = ({ correlationId, eventId, actor }: EventEnvelope): Cause => ({
  correlationId,
  causationId: eventId,
  actor,
});

/** Enters the event in the inbox first: that it is there already is then known before the handler has done anything. */
const enterInbox = async (unit: Unit, eventId: string, at: string): Promise<void> => {
  try {
    await unit.collection(inboxRows).insertOne({ _id: eventId, at });
  } catch (error) {
    throw error instanceof DuplicateKeyError ? new AlreadyHandled() : error;
  }
};

export const createConsumption = (deps: ConsumptionDeps): Consumption => {
  const { service, store, bus, transact, clock, log, maxAttempts = MAX_ATTEMPTS } = deps;
  const consumers = byType(deps.consumers);
  const topics = topicsOf([...consumers.keys()]);
  const isHandled = async (tx: Transaction, eventId: string) =>
    (await tx.collection(inboxRows).findOne({ _id: eventId })) !== null;
  const whichAreHandled = async (eventIds: readonly string[]) =>
    (await store.collection(inboxRows).find({ _id: { $in: eventIds } })).map(({ _id }) => _id);
  const attempts = createAttempts({ store, whichAreHandled });
  const stopping = new AbortController();
  let subscription: Subscription | undefined;

  /** Handler, its events, inbox entry and `also` in one transaction; nothing at all when the event is in the inbox. */
  const handle = async (
    event: EventEnvelope,
    consumer: Consumer,
    also?: (tx: Transaction) => Promise<unknown>,
  ): Promise<void> => {
    let forget = () => {};
    try {
      await transact(causeOf(event), consumer.emits, async (unit) => {
        await enterInbox(unit, event.eventId, isoTime(clock));
        await consumer.handle(event, unit);
        if (attempts.knows(event.eventId)) forget = await attempts.forget(unit, event.eventId);
        await also?.(unit);
      });
    } catch (error) {
      if (!(error instanceof AlreadyHandled)) throw error;
      forget = await store.transaction(async (tx) => {
        await also?.(tx);
        return attempts.knows(event.eventId) ? attempts.forget(tx, event.eventId) : () => {};
      });
    }
    forget();
  };

  const handleParked = async (row: ParkedRow): Promise<void> => {
    const remove = (tx: Transaction) => tx.collection(parkedRows).deleteOne({ _id: row._id });
    const parsed = parseEvent(row.value);
    if (!parsed.ok) throw new Error(parsed.reason);
    const consumer = consumers.get(parsed.event.type);
    // A newer release of this service no longer cares for it.
    if (!consumer) return void (await store.transaction(remove));
    await handle(parsed.event, consumer, remove);
  };

  const parking = createParking({
    service,
    store,
    clock,
    log,
    handle: handleParked,
    isHandled,
    onPark: (tx, eventId) => attempts.forget(tx, eventId),
    stopping: stopping.signal,
  });

  /** Tries until the event is handled or has used up its attempts; rejects when the store is away or the service stops. */
  const settle = async (
    record: DeliveredRecord,
    label: Label,
    event: EventEnvelope,
    consumer: Consumer,
  ): Promise<void> => {
    let reason = 'the process ended each time while it was handled';
    for (let faults = attempts.of(event.eventId); faults < maxAttempts; ) {
      try {
        await attempts.run(event.eventId, () => handle(event, consumer));
        log.debug({ ...label, key: record.key }, 'event handled');
        return;
      } catch (error) {
        if (isUnavailable(error) || stopping.signal.aborted) throw error;
        reason = reasonOf(error);
        faults = await attempts.failed(event.eventId);
        log.warn({ err: error, ...label, key: record.key, faults }, 'event not handled');
      }
      if (faults < maxAttempts) await sleep(clock, FIRST_PAUSE_MS * 4 ** (faults - 1), stopping.signal);
      if (stopping.signal.aborted) throw new Error(`${service} stops`);
    }
    await parking.park(record, label, { reason, attempts: maxAttempts });
  };

  const receive = async (record: DeliveredRecord): Promise<void> => {
    const label = labelOf(record.value);
    const consumer = consumers.get(label.type as EventType);
    // Somebody else's event, known or not. One that does not say what it is might be ours.
    if (label.type !== undefined && !consumer) return;
    if ((await parking.mayHold(record)) && (await parking.waitBehind(record, label))) return;
    const parsed = parseEvent(record.value);
    if (!parsed.ok || !consumer)
      return parking.park(record, label, { reason: parsed.ok ? 'no consumer' : parsed.reason, attempts: 0 });
    return settle(record, label, parsed.event, consumer);
  };

  return {
    start: async () => {
      await attempts.open();
      await parking.open();
      if (topics.length === 0) return;
      subscription = await bus.subscribe({ group: service, topics, handler: receive });
      void subscription.caughtUp.then(attempts.recovered);
    },
    caughtUp: async () => subscription?.caughtUp,
    stop: async () => {
      stopping.abort();
      await subscription?.stop();
      await parking.close();
      // Without its store the next start only takes more care than it must.
      await attempts.close().catch((error) => log.warn({ err: error }, 'the end could not be written down'));
    },
    parked: parking,
  };
};
