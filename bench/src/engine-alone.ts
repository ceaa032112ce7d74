import { collection, type Settings } from '@piecework/service-kit';
import { openStore } from '@piecework/service-kit/run';
import { perSecond } from './figure';
import type { Engines } from './profile';

const rows = collection<{ _id: string; value: number; text: string }>('bench', []);
const TEXT = 'x'.repeat(400);
const AT_ONCE = 16;
const SECONDS = 2;

/**
 * Transactions of two writes that the database makes in a second when nobody else wants anything of it, sixteen at once and each on documents
 * of its own: ours cannot be more. Through our own adapter, in the database of the media service, which keeps its pictures elsewhere here.
 */
export const rateAlone = async (settings: Settings): Promise<number> => {
  const store = await openStore(settings, 'media');
  try {
    await store.prepare([rows]);
    let next = 0;
    const transact = async (counter: string) => {
      const _id = `row ${next++}`;
      await store.transaction(async (tx) => {
        await tx.collection(rows).insertOne({ _id, value: 1, text: TEXT });
        await tx.collection(rows).updateOne({ _id: counter }, { $inc: { value: 1 } }, { upsert: true });
      });
    };
    const [first, began] = [next, performance.now()];
    const runner = async (_: unknown, index: number) => {
      while (performance.now() - began < SECONDS * 1000) await transact(`counter ${index}`);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, runner));
    return ((next - first) / (performance.now() - began)) * 1000;
  } finally {
    await store.close();
  }
};

/** From this share on the engine is what the figure says something about. */
const MOSTLY = 0.5;

/** Said beside a figure of which a part is the engine's own. */
const withShare = ({ standIn }: Engines, what: string, share: number): string => {
  const bound =
    standIn && share >= MOSTLY ? `: bound by the engine that stands in for MongoDB (${standIn})` : '';
  return `${what}, ${Math.round(share * 100)} % of it${bound}`;
};

/** Transactions of one approval in all: also task's, which counts the places. */
const IN_ALL = 4;

export const besideRate = (engines: Engines, rate: number, measured: number): string =>
  withShare(
    engines,
    `the database alone ${perSecond(rate)} transactions, ${IN_ALL} for each approval`,
    (IN_ALL * measured) / rate,
  );
