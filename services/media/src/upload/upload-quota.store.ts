import { endOfUtcDay, utcDayOf } from '@piecework/base';
import { isFailure } from '@piecework/http';
import { expiry, type ServiceDeps } from '@piecework/service-runtime';
import { collection, type Document, type Transaction } from '@piecework/store';
import { chargeOf, type DailyLimit, type QuotaRefusal, quotaRefusal, quotasOf } from './upload-quota';

interface UploadedBytes extends Document {
  /** `{day} {of}`. */
  _id: string;
  bytes: number;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export const uploadedBytes = collection<UploadedBytes>('uploadedBytes', [{ key: { expiresAt: 1 } }]);

export const quotaExpiry = expiry({ name: 'upload-quotas', of: uploadedBytes, deadline: 'expiresAt' });

/** In the store, because replicas share the quotas. */
export const createQuota = (deps: Pick<ServiceDeps, 'store' | 'clock' | 'settings' | 'log'>) => {
  const { store, clock, settings, log } = deps;
  let refusals = 0;
  const quotas = (owner: string) => quotasOf(owner, settings.rateLimits);
  const idOf = (quota: DailyLimit, day: string) => `${day} ${quota.of}`;

  const refuse = (): QuotaRefusal => {
    refusals += 1;
    return quotaRefusal(clock.now());
  };
  const hasRoom = async (tx: Transaction, quota: DailyLimit, day: string, bytes: number) => {
    const counted = await tx.collection(uploadedBytes).findOne({ _id: idOf(quota, day) });
    return (counted?.bytes ?? 0) + bytes <= quota.bytes;
  };

  /** Resolves to the reserved ids, or to null without room. */
  const reserve = (owner: string, bytes: number): Promise<string[] | null> => {
    const now = clock.now();
    const day = utcDayOf(now);
    return store.transaction(async (tx) => {
      const counted: string[] = [];
      for (const quota of quotas(owner)) {
        if (!(await hasRoom(tx, quota, day, bytes))) return null;
        counted.push(idOf(quota, day));
      }
      const update = { $inc: { bytes }, $set: { expiresAt: endOfUtcDay(now) } };
      for (const _id of counted) await tx.collection(uploadedBytes).updateOne({ _id }, update, { upsert: true });
      return counted;
    });
  };

  /** After a crash the bytes stay reserved until the day ends. */
  const releaseReservation = (counted: string[], bytes: number) =>
    store
      .collection(uploadedBytes)
      .updateMany({ _id: { $in: counted } }, { $inc: { bytes: -bytes } })
      .catch((err: unknown) => log.warn({ err }, 'reserved bytes of a failed upload could not be released'));

  return {
    refuseExhausted: async (owner: string): Promise<QuotaRefusal | null> => {
      const day = utcDayOf(clock.now());
      for (const quota of quotas(owner)) if (!(await hasRoom(store, quota, day, chargeOf(0)))) return refuse();
      return null;
    },
    /** Reserves `size` bytes; a failure of `work` releases them. */
    charge: async <R>(owner: string, size: number, work: () => Promise<R>): Promise<R | QuotaRefusal> => {
      const bytes = chargeOf(size);
      const counted = await reserve(owner, bytes);
      if (!counted) return refuse();
      let isStored = false;
      try {
        const result = await work();
        isStored = !isFailure(result);
        return result;
      } finally {
        if (!isStored) await releaseReservation(counted, bytes);
      }
    },
    refusals: () => refusals,
  };
};
export type Quota = ReturnType<typeof createQuota>;
