import { peopleConsumers } from '@piecework/domain';
import type { Consumer, ServiceDeps } from '@piecework/service-runtime';
import { endAppealsOf } from '../appeal/appeal.decisions';
import { deleteDraftsOf } from '../batch/batch.routes';
import { removeBlocksOf } from '../block/block.routes';
import { renameBlocked } from '../block/block.store';
import { taskPlaces } from '../places/places.store';
import { releaseHeld } from '../reservation/reservation.releases';
import { renameInThreads } from '../thread/thread.store';
import { decidePending, touchAndCheckLeft } from './submission.decisions';
import { renamePending } from './submission.store';

const DEPARTURE_EVENTS = [
  'submission.approved',
  'submission.rejected',
  'appeal.dismissed',
  'appeal.place-returned',
  'place.released',
  'batch.picture-changed',
  'block.removed',
] as const;

export const createSubmissionConsumers = ({ clock }: Pick<ServiceDeps, 'clock'>): Consumer[] =>
  peopleConsumers(DEPARTURE_EVENTS, {
    // A user who has returned to the role decides and submits as before.
    changed: async (unit, { userId }) => {
      const verdict = { by: 'departure', now: clock.now() } as const;
      const end = { why: 'ended', now: verdict.now } as const;
      if (await touchAndCheckLeft(unit, userId, 'buyer')) {
        await decidePending(unit, { buyerId: userId }, 'approved', verdict);
        await releaseHeld(unit, { buyerId: userId }, end);
      }
      if (await touchAndCheckLeft(unit, userId, 'worker')) await releaseHeld(unit, { workerId: userId }, end);
    },
    // What the worker holds ends, and counts as no hold that ended unused.
    suspended: async (unit, { userId, isSuspended }) => {
      if (isSuspended)
        await releaseHeld(unit, { workerId: userId }, { why: 'ended', workerSuspended: true, now: clock.now() });
    },
    renamed: async (unit, change) => {
      // Closed ones too: a reservation still becomes a submission.
      const ofBuyer = { buyerId: change.userId };
      await unit.collection(taskPlaces).updateMany(ofBuyer, { $set: { buyerName: change.userName } });
      await renamePending(unit, change);
      await renameInThreads(unit, change);
      await renameBlocked(unit, change);
    },
    closed: async (unit, { userId }) => {
      const verdict = { by: 'departure', now: clock.now() } as const;
      const end = { why: 'ended', now: verdict.now } as const;
      await decidePending(unit, { buyerId: userId }, 'approved', verdict);
      // Includes former workers: a closed account cannot be paid, and the place reopens.
      await decidePending(unit, { workerId: userId }, 'reject', verdict);
      await releaseHeld(unit, { buyerId: userId }, end);
      await releaseHeld(unit, { workerId: userId }, end);
      await endAppealsOf(unit, userId, verdict.now);
      await deleteDraftsOf(unit, userId, verdict.now);
      await removeBlocksOf(unit, userId);
    },
  });
