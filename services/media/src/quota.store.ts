import {
  collection,
  type Document,
  isFailure,
  type ServiceDeps,
  type Transaction,
} from '@piecework/service-kit';
import { chargeOf, dayOf, type QuotaRefusal, quotaOf, quotaRefusal } from './quota';

/** What one owner has stored on one day. */
interface UploadedBytes extends Document {
  /** `{day} {owner}` */
  _id: string;
  day: string;
  bytes: number;
}

export const uploadedBytes = collection<UploadedBytes>('uploadedBytes', [{ key: { day: 1 } }]);

/** The daily quota of each owner, counted in the store so that it holds for all replicas together. */
export const createQuota = ({
  store,
  clock,
  settings,
  log,
}: Pick<ServiceDeps, 'store' | 'clock' | 'settings' | 'log'>) => {
  let refusals = 0;
  const idOf = (owner: string) => `${dayOf(clock.now())} ${owner}`;

  const refuse = (owner: string): QuotaRefusal => {
    refusals += 1;
    return quotaRefusal(quotaOf(owner, settings.rateLimits), clock.now());
  };
  const usedOf = async (tx: Transaction, _id: string) =>
    (await tx.collection(uploadedBytes).findOne({ _id }))?.bytes ?? 0;

  /** Answers the id of what was counted, or null when the quota has no room for it. */
  const reserve = (owner: string, bytes: number): Promise<string | null> => {
    const _id = idOf(owner);
    return store.transaction(async (tx) => {
      if ((await usedOf(tx, _id)) + bytes > quotaOf(owner, settings.rateLimits)) return null;
      const update = { $inc: { bytes }, $setOnInsert: { day: dayOf(clock.now()) } };
      await tx.collection(uploadedBytes).updateOne({ _id }, update, { upsert: true });
      return _id;
    });
  };

  /** A crash before this leaves the bytes counted until the day ends. */
  const giveBack = (_id: string, bytes: number) =>
    store
      .collection(uploadedBytes)
      .updateOne({ _id }, { $inc: { bytes: -bytes } })
      .catch((err: unknown) => log.warn({ err }, 'bytes of a picture that was not stored stay counted'));

  return {
    /** Refuses an owner whose quota is used up, before any work is done for their upload. */
    refuseSpent: async (owner: string): Promise<QuotaRefusal | null> =>
      (await usedOf(store, idOf(owner))) + chargeOf(0) > quotaOf(owner, settings.rateLimits)
        ? refuse(owner)
        : null,
    /** Runs `work`, which stores a picture of `size` bytes, within the quota; what fails is not counted. */
    charge: async <R>(owner: string, size: number, work: () => Promise<R>): Promise<R | QuotaRefusal> => {
      const bytes = chargeOf(size);
      const counted = await reserve(owner, bytes);
      if (!counted) return refuse(owner);
      let isStored = false;
      try {
        const result = await work();
        isStored = !isFailure(result);
        return result;
      } finally {
        if (!isStored) await giveBack(counted, bytes);
      }
    },
    /** Forgets the days before today. */
    purge: () => store.collection(uploadedBytes).deleteMany({ day: { $lt: dayOf(clock.now()) } }),
    /** Uploads that this process has refused. */
    refusals: () => refusals,
  };
};
export type Quota = ReturnType<typeof createQuota>;
