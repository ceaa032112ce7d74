import { UnavailableError } from '@piecework/base';
import type { EventEnvelope, Topic } from '@piecework/contracts';

/**
 * The `EventBus` port: at least once, ordered by key. Two adapters (SQLite log, Kafka) pass the one suite in `testing/bus.suite.ts`.
 */
export interface EventBus {
  /**
   * Appends the records in order, durably: when it resolves, none of them can be lost. When it rejects, any prefix may have been appended.
   *
   * @throws {BusUnavailableError} when the log cannot be reached or written
   */
  publish(records: readonly EventRecord[]): Promise<void>;
  /**
   * Delivers every record of the topics to `handler`, records of one key one after the other in the order of their publishing,
   * records of other keys possibly at the same time. A record counts as delivered when `handler` resolves; after a crash or a
   * rejection it comes again. A handler that rejects is called again with the same record after a pause, for ever: faults of
   * an event are the handler's own business (see `inbox.ts`), so a rejection means that the handler's store is away.
   */
  subscribe(options: Subscribe): Promise<Subscription>;
  /** Records that a group has not yet had, per topic. */
  lag(group: string): Promise<Partial<Record<Topic, number>>>;
  /** Sets the offsets of a group to the beginning: every record is delivered again. Only while the group has no subscription. */
  resetToBeginning(group: string): Promise<void>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface EventRecord {
  topic: Topic;
  /** The aggregate's id: records of one key stay in order. */
  key: string;
  /** JSON of an {@link EventEnvelope}. Kept as text, so that a malformed one can be parked as it came. */
  value: string;
}

export interface DeliveredRecord extends EventRecord {
  /** Position in the log, unique per topic (and partition): for the log line and for parking what cannot be parsed. */
  position: string;
}

export interface Subscribe {
  /**
   * The consumer group whose offsets are kept: started at the beginning, continued where it was.
   * `null`: a private reader without offsets, for projections held in memory.
   */
  group: string | null;
  topics: readonly Topic[];
  /** Where a private reader starts. @default 'beginning' */
  from?: 'beginning' | 'end';
  handler: (record: DeliveredRecord) => Promise<void>;
}

export interface Subscription {
  /** Resolves when everything that was in the log at the time of subscribing has been handled. */
  caughtUp: Promise<void>;
  /** Stops taking records and resolves when the handlers that run have ended. */
  stop(): Promise<void>;
}

/** The log itself cannot be reached or written. Retried for ever by relays. */
export class BusUnavailableError extends UnavailableError {
  override readonly name = 'BusUnavailableError';
}

export const toRecord = (topic: Topic, event: EventEnvelope): EventRecord => ({
  topic,
  key: event.aggregateId,
  value: JSON.stringify(event),
});
