import type { ServiceDeps } from '@piecework/service-runtime';
import { DESK, desks } from './admin-news.store';

/** The time of the first start of this service on its store. */
export const createFirstStart = ({ transact, clock }: Pick<ServiceDeps, 'transact' | 'clock'>) => {
  let startedAt: number | undefined;
  return {
    /** Runs before the first event is consumed. */
    note: async () => {
      startedAt = await transact(async (unit) => {
        const desk = await unit.collection(desks).findOne({ _id: DESK });
        if (desk) return desk.startedAt;
        const now = clock.now();
        await unit.collection(desks).insertOne({ _id: DESK, startedAt: now, changes: 0 });
        return now;
      });
    },
    /** Whether the event happened before this service existed: nothing old is news. */
    isBefore: (at: number): boolean => {
      if (startedAt === undefined) throw new Error('An event arrived before the first start was noted');
      return at < startedAt;
    },
  };
};
export type FirstStart = ReturnType<typeof createFirstStart>;
