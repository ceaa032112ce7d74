import type { Clock } from '@piecework/base';
import type { RateLimits } from '@piecework/config';
import type { GaugeSpec } from '@piecework/service-runtime';
import { type Refusal, refusals } from '../image/image';

export interface Slot {
  /** Reserves memory. */
  reserve(bytes: number): Refusal | null;
  /** `stop` lets the budget abort the upload for others. */
  arriving(stop: (why: Refusal) => void): void;
  arrived(): void;
  end(): void;
}

/** Milliseconds until an upload may be aborted for others. */
const MIN_ABORT_AGE_MS = 5000;
/** An owner's share of the bytes: one third. */
const OWNER_SHARES = 3;

interface Held {
  owner: string;
  bytes: number;
  begunAt: number;
  stop: ((why: Refusal) => void) | undefined;
}

/** Bounds this process's uploads. With no bytes left it aborts the longest upload in progress, so slow senders cannot block others. */
export const createUploadBudget = (deps: {
  limits: Pick<RateLimits, 'accountUploads' | 'unregisteredUploads' | 'uploadMegabytes'>;
  clock: Pick<Clock, 'now'>;
}) => {
  const { limits, clock } = deps;
  const maxBytes = limits.uploadMegabytes * 1024 * 1024;
  const underway = new Set<Held>();

  const bytesOf = (uploads: Iterable<Held>) => [...uploads].reduce((sum, { bytes }) => sum + bytes, 0);
  const ofOwner = (owner: string) => [...underway].filter((held) => held.owner === owner);

  const makeRoom = (self: Held): boolean => {
    for (const held of underway) {
      if (bytesOf(underway) <= maxBytes) break;
      if (held === self || !held.stop || held.begunAt > clock.now() - MIN_ABORT_AGE_MS) continue;
      underway.delete(held);
      held.stop(refusals.crowded());
    }
    return bytesOf(underway) <= maxBytes;
  };

  return {
    /** @param owner null: unregistered identities, which share one budget */
    begin: (owner: string | null): Slot | Refusal => {
      const key = owner ?? '';
      const limit = owner === null ? limits.unregisteredUploads : limits.accountUploads;
      if (ofOwner(key).length >= limit) return refusals.tooMany();
      const held: Held = { owner: key, bytes: 0, begunAt: clock.now(), stop: undefined };
      underway.add(held);
      return {
        reserve: (bytes) => {
          held.bytes += bytes;
          if (bytesOf(ofOwner(key)) > maxBytes / OWNER_SHARES) return refusals.tooMany();
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
      piecework_uploads_underway: { help: 'Uploads in progress', value: async () => underway.size },
      piecework_upload_bytes: { help: 'Bytes of uploads in memory', value: async () => bytesOf(underway) },
    } satisfies Record<string, GaugeSpec>,
  };
};
export type UploadBudget = ReturnType<typeof createUploadBudget>;
