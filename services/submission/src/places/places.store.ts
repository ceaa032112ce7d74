import type { Actor } from '@piecework/identity';
import { collection, type Document, type Transaction } from '@piecework/store';
import type { BatchPlaces, TaskPlaces } from './places';

export interface PlacesDocument extends Document, TaskPlaces {
  _id: string;
}

/** Kept after a task's deletion: its pending submissions are still decided. */
export const taskPlaces = collection<PlacesDocument>('places', [{ key: { buyerId: 1, state: 1 } }]);

/** A task with rows. */
export type BatchTask = PlacesDocument & { batch: BatchPlaces };

export const placesSignal = (taskId: string) => `places:${taskId}`;

/** @throws for an unknown task: callers follow its publication */
export const knownPlaces = async (tx: Transaction, taskId: string): Promise<PlacesDocument> => {
  const task = await tx.collection(taskPlaces).findOne({ _id: taskId });
  if (!task) throw new Error(`Unknown task ${taskId}: its task.published has not been handled`);
  return task;
};

/** For its owner and admins. Null: also of a task without rows. */
export const readableBatch = async (
  tx: Transaction,
  { role, userId }: Actor,
  taskId: string,
): Promise<BatchTask | null> => {
  const task = await tx.collection(taskPlaces).findOne({ _id: taskId });
  const isReadable = role === 'admin' || task?.buyerId === userId;
  return isReadable && task?.batch ? { ...task, batch: task.batch } : null;
};

/** Optimistic lock on the version that was read. */
export const savePlaces = async (
  tx: Transaction,
  before: PlacesDocument,
  { state, payable, places, kept, posted, appealable, appealableUntil, batch }: TaskPlaces,
): Promise<void> => {
  const asRead = { _id: before._id, 'places.version': before.places.version };
  const $set = {
    state,
    payable,
    places,
    posted,
    ...(kept !== undefined && { kept }),
    ...(appealable !== undefined && { appealable }),
    ...(appealableUntil !== undefined && { appealableUntil }),
    ...(batch !== undefined && { batch }),
  };
  const { matchedCount } = await tx.collection(taskPlaces).updateOne(asRead, { $set });
  if (matchedCount === 0)
    throw new Error(`The places of task ${before._id} changed within the transaction that read them`);
};
