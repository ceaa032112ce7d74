import { UnavailableError } from '@piecework/base';
import type { EventEnvelope, Topic } from '@piecework/contracts';

/** The `EventBus` port: at-least-once delivery, ordered by key. Both adapters pass `testing/bus.suite.ts`. */
export interface EventBus {
  /**
   * Appends durably and in order. After a rejection, a prefix of each key's records may be in the log.
   * @throws {BusUnavailableError} when the log cannot be reached or written
   */
  publish(records: readonly EventRecord[]): Promise<void>;
  /**
   * Runs `handler` for records of one key in order, and for different keys concurrently. A record counts as delivered
   * when `handler` resolves. After a crash it comes again; after a rejection too, with pauses and without a limit.
   * So a handler rejects only while its own store is unavailable, and parks a faulty event (see `inbox.ts`).
   */
  subscribe(options: Subscribe): Promise<Subscription>;
  /** Number of records per topic that the group has not handled. */
  lag(group: string): Promise<Partial<Record<Topic, number>>>;
  /** Every record is delivered again. Only while the group has no subscription. */
  resetToBeginning(group: string): Promise<void>;
  ping(): Promise<void>;
  /** Number of requests sent to the engine since the log was opened, by name: the first word of an SQL statement, or a request of Kafka's protocol. */
  readonly requests: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

export interface EventRecord {
  topic: Topic;
  /** The aggregate's id: records of one key stay in order. */
  key: string;
  /** JSON of an {@link EventEnvelope}, as text so that a malformed one can be parked unchanged. */
  value: string;
}

export interface DeliveredRecord extends EventRecord {
  /** Unique per topic and partition, for logs and parked records. */
  position: string;
}

export interface Subscribe {
  /** Consumer group, which starts at the beginning and resumes at its offsets. `null`: a reader without offsets. */
  group: string | null;
  topics: readonly Topic[];
  /**
   * Start of a private reader. `since`, in milliseconds since 1970: every record published at or after that time is
   * delivered, and possibly earlier ones.
   * @default 'beginning'
   */
  from?: 'beginning' | 'end' | { since: number };
  handler: (record: DeliveredRecord) => Promise<void>;
}

export interface Subscription {
  /** Resolves when every record in the log at the time of subscribing has been handled. */
  caughtUp: Promise<void>;
  /** Stops reading and resolves when the running handlers have ended. */
  stop(): Promise<void>;
}

/** The log is unreachable or not writable. Relays retry for ever. */
export class BusUnavailableError extends UnavailableError {
  override readonly name = 'BusUnavailableError';
}

export const toRecord = (topic: Topic, event: EventEnvelope): EventRecord => ({
  topic,
  key: event.aggregateId,
  value: JSON.stringify(event),
});
