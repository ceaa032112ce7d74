import { createIncrementalScan, type Service, type ServiceDeps } from '@piecework/service-runtime';
import type { Filter } from '@piecework/store';
import { pages } from '../page/page.store';
import { reservations } from '../reservation/reservation.store';
import { type SubmissionDocument, submissions } from '../submission/submission.store';
import { freePlaces, fundedPlaces } from './places';
import { type PlacesDocument, taskPlaces } from './places.store';

/** I4, I15 and I25, within this service: the places match the submissions, the reservations and the pages. */
export const createPlacesInvariantChecks = (
  deps: Pick<ServiceDeps, 'store' | 'log'>,
): NonNullable<Service['invariantChecks']> => {
  const { store, log } = deps;
  const count = (taskId: string, status: 'pending' | 'approved', paidBy: Filter<SubmissionDocument> = {}) =>
    store.collection(submissions).countDocuments({ taskId, status, ...paidBy });
  const countReserved = (taskId: string) => store.collection(reservations).countDocuments({ taskId, state: 'held' });
  const countAppealable = (taskId: string) =>
    store.collection(submissions).countDocuments({ taskId, appealableUntil: { $gt: 0 } });
  const isPosted = (task: PlacesDocument): boolean => {
    const { state, posted } = task;
    const used = fundedPlaces(task) + task.places.approved;
    return state === 'open' ? used === posted : used <= posted;
  };
  const isSound = async (task: PlacesDocument): Promise<boolean> =>
    isPosted(task) && (await isCounted(task)) && (await isPaged(task));

  const isPaged = async ({ _id: taskId, state, places, batch }: PlacesDocument): Promise<boolean> => {
    if (!batch) return true;
    const sumOf = (field: 'open' | 'spared' | 'reserved' | 'pending' | 'approved') =>
      store.collection(pages).sum({ taskId }, field);
    const untouched = (batch.pages - batch.offered) * batch.overlap.max;
    return (
      batch.offered <= (batch.pilotPages ?? batch.pages) &&
      // Those of a closed task stay as they were.
      (state === 'closed' ||
        (places.open === untouched + (await sumOf('open')) && (places.spared ?? 0) === (await sumOf('spared')))) &&
      (await store.collection(pages).countDocuments({ taskId, open: { $gt: 0 }, spared: { $gt: 0 } }, { limit: 1 })) ===
        0 &&
      (places.reserved ?? 0) === (await sumOf('reserved')) &&
      places.pending === (await sumOf('pending')) &&
      places.approved === (await sumOf('approved'))
    );
  };
  const isCounted = async ({ _id, state, places, kept = 0, appealable = 0 }: PlacesDocument): Promise<boolean> =>
    places.open >= 0 &&
    (state === 'open' ? kept === 0 : freePlaces(places) === 0) &&
    kept <= appealable &&
    appealable === (await countAppealable(_id)) &&
    (places.reserved ?? 0) === (await countReserved(_id)) &&
    places.pending === (await count(_id, 'pending')) &&
    places.approved === (await count(_id, 'approved', { 'appeal.paidBy': { $ne: 'platform' } }));
  return {
    piecework_places_balanced: {
      help: 'Whether the places of each task match its submissions and reservations: 1 or 0',
      holds: createIncrementalScan({
        store,
        spec: taskPlaces,
        // A rejection that becomes final may leave the places as they are.
        versionOf: ({ places, appealable }) => `${places.version} ${appealable}`,
        isSound,
        log,
      }),
    },
  };
};
