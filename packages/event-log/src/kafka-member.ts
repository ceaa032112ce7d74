import type { Clock, Log } from '@piecework/base';
import type { KafkaOffsets } from './kafka-offsets';
import type { KafkaSession } from './kafka-session';

/** A member of a consumer group over all its sessions: what the parts of a subscription share. */
export interface KafkaMember {
  groupId: string;
  /** A reader without offsets, alone in its group. */
  isPrivate: boolean;
  offsets: KafkaOffsets;
  /** The last one: open, or about to be replaced. */
  session(): KafkaSession | undefined;
  stopping: AbortSignal;
  clock: Clock;
  log: Log;
}
