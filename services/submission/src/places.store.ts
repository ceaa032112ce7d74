import { collection, type Document, type Transaction } from '@piecework/store';
import type { TaskPlaces } from './places';

export interface PlacesDocument extends Document, TaskPlaces {
  /** The task's id. */
  _id: string;
}

/** One document per task that was ever published; a deleted one's stays, its pending submissions are still decided. */
export const taskPlaces = collection<PlacesDocument>('places');

/** What calls wait for: that a task is heard of. */
export const placesSignal = (taskId: string) => `places:${taskId}`;

/** The places of a task that must have been published: that there are none is a fault of ours. */
export const knownPlaces = async (tx: Transaction, taskId: string): Promise<PlacesDocument> => {
  const task = await tx.collection(taskPlaces).findOne({ _id: taskId });
  if (!task) throw new Error(`Task ${taskId} was never published here`);
  return task;
};

/** Stores a change of places that was read in this transaction; the version says that nobody changed them in between. */
export const savePlaces = async (
  tx: Transaction,
  before: PlacesDocument,
  { state, places }: TaskPlaces,
): Promise<void> => {
  const { matchedCount } = await tx
    .collection(taskPlaces)
    .updateOne({ _id: before._id, 'places.version': before.places.version }, { $set: { state, places } });
  if (matchedCount === 0)
    throw new Error(`Places of task ${before._id} changed inside a transaction that had read them`);
};
