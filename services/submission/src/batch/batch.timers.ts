import { timer } from '@piecework/service-runtime';
import { deleteDraft } from './batch.routes';
import { batches, DRAFT_MS, rowFiles, rows } from './batch.store';

export const unpublishedBatches = timer({
  name: 'unpublished-batches',
  emits: ['batch.picture-changed'],
  of: batches,
  deadline: 'changedAt',
  after: DRAFT_MS,
  // One that is being published: its coins may be in escrow.
  waitsForEvents: true,
  fire: async (unit, batch, now) => deleteDraft(unit, batch, now),
});

/** Of uploads with a fault, and of files that a later one has replaced. */
export const discardedRows = timer({
  name: 'discarded-rows',
  emits: ['rows.discarded'],
  of: rowFiles,
  deadline: 'deleteAt',
  fire: async (unit, { _id: fileId }) => {
    await unit.collection(rows).deleteMany({ fileId });
    await unit.collection(rowFiles).deleteOne({ _id: fileId });
    unit.emit('rows.discarded', fileId, { fileId });
  },
});
