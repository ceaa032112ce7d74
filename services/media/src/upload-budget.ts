import type { Clock } from '@piecework/base';
import type { RateLimits } from '@piecework/config';
import type { GaugeSpec } from '@piecework/service-runtime';
import { type Refusal, refusals } from './image';

/** What one upload takes of the budget, from its first byte to its answer. */
export interface Slot {
  /** Counts bytes that are kept in memory; answers a failure when there is no room for them. */
  take(bytes: number): Refusal | null;
  /** The body is on its way. `stop` is called when the upload has to make room for others meanwhile. */
  arriving(stop: (why: Refusal) => void): void;
  /** The body is complete, or no more of it is read. */
  arrived(): void;
  end(): void;
}

/** Milliseconds after which an upload that still arrives makes room for others. */
const PATIENCE = 5000;
/** Shares of the bytes that one owner may hold. */
const OWNERS = 3;

interface Held {
  owner: string;
  bytes: number;
  begunAt: number;
  stop: ((why: Refusal) => void) | undefined;
}

/**
 * Bounds the uploads of this process: by number per owner, and by bytes per owner and in all. What is over the budget is refused at once. When
 * all bytes are taken, the upload that has been arriving for longest makes room, so that slow senders cannot keep others out.
 */
export const createUploadBudget = (deps: {
  limits: Pick<RateLimits, 'accountUploads' | 'unregisteredUploads' | 'uploadMegabytes'>;
  clock: Pick<Clock, 'now'>;
}) => {
  const { limits, clock } = deps;
  const maxBytes = limits.uploadMegabytes * 1024 * 1024;
  /** In the order of their beginning. */
  const underway = new Set<Held>();

  const bytesOf = (uploads: Iterable<Held>) => [...uploads].reduce((sum, { bytes }) => sum + bytes, 0);
  const ofOwner = (owner: string) => [...underway].filter((held) => held.owner === owner);

  const makeRoom = (self: Held): boolean => {
    for (const held of underway) {
      if (bytesOf(underway) <= maxBytes) break;
      if (held === self || !held.stop || held.begunAt > clock.now() - PATIENCE) continue;
      underway.delete(held);
      held.stop(refusals.crowded());
    }
    return bytesOf(underway) <= maxBytes;
  };

  return {
    /**
     * @param owner an account, or null for an identity that has not registered: these share one budget
     */
    begin: (owner: string | null): Slot | Refusal => {
      const key = owner ?? '';
      const limit = owner === null ? limits.unregisteredUploads : limits.accountUploads;
      if (ofOwner(key).length >= limit) return refusals.tooMany();
      const held: Held = { owner: key, bytes: 0, begunAt: clock.now(), stop: undefined };
      underway.add(held);
      return {
        take: (bytes) => {
          held.bytes += bytes;
          if (bytesOf(ofOwner(key)) > maxBytes / OWNERS) return refusals.tooMany();
          return makeRoom(held) ? null : refusals.crowded();
        },
        arriving: (stop) => {
          held.stop = stop;
        },
        arrived: () => {
          held.stop = undefined;
        },
        end: () => void underway.delete(held),
      };
    },
    gauges: {
      piecework_uploads_underway: {
        help: 'Uploads that arrive, wait or are decoded',
        value: async () => underway.size,
      },
      piecework_upload_bytes: {
        help: 'Bytes of uploads in memory',
        value: async () => bytesOf(underway),
      },
    } satisfies Record<string, GaugeSpec>,
  };
};
export type UploadBudget = ReturnType<typeof createUploadBudget>;
