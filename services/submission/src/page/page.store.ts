import { collection, type Document, type Transaction } from '@piecework/store';
import type { TaskPlaces } from '../places/places';
import type { PlacesDocument } from '../places/places.store';

/** A page of a batch that a worker has taken at least once. Its counts are those of the task's places, for this page alone (I25). */
export interface PageDocument extends Document {
  taskId: string;
  number: number;
  /** Workers take pages in this order. A place that opens again moves its page to the end ({@link orderOf}). */
  order: number;
  open: number;
  reserved: number;
  pending: number;
  approved: number;
}

export const pages = collection<PageDocument>('pages', [
  { key: { taskId: 1, order: 1 }, partialFilterExpression: { open: { $gt: 0 } } },
  { key: { taskId: 1, number: 1 } },
]);

/** How far a worker has come in the order of the pages of a task. */
interface CursorDocument extends Document {
  order: number;
}

export const pageCursors = collection<CursorDocument>('pageCursors');

const cursorId = (taskId: string, workerId: string): string => `${taskId}:${workerId}`;

const pageId = (taskId: string, number: number): string => `${taskId}:${number}`;

/** Behind all earlier orders: the version of the places grows with every change of them. */
export const orderOf = (version: number, number: number): number => version * 100_000 + number;

/** A page of a batch or, without a number, a task without rows. */
interface OfPage {
  taskId: string;
  page?: number | undefined;
}

export const findPage = (tx: Transaction, taskId: string, number: number): Promise<PageDocument | null> =>
  tx.collection(pages).findOne({ _id: pageId(taskId, number) });

/** Undefined without rows. */
export const openPlacesOf = async (tx: Transaction, { taskId, page }: OfPage): Promise<number | undefined> =>
  page === undefined ? undefined : (await findPage(tx, taskId, page))?.open;

/** Makes one change of a task's places also in the page that it concerns. */
export const followPage = async (
  tx: Transaction,
  { taskId, page: number }: OfPage,
  { places: before }: TaskPlaces,
  { places: after }: TaskPlaces,
): Promise<void> => {
  if (number === undefined) return;
  const page = await findPage(tx, taskId, number);
  if (!page) throw new Error(`Page ${number} of task ${taskId} was never offered`);
  const opened = after.open - before.open;
  const counts = {
    open: page.open + opened,
    reserved: page.reserved + (after.reserved ?? 0) - (before.reserved ?? 0),
    pending: page.pending + after.pending - before.pending,
    approved: page.approved + after.approved - before.approved,
  };
  if (Math.min(...Object.values(counts)) < 0)
    throw new Error(`Places of page ${number} of task ${taskId} would fall below zero: ${JSON.stringify(counts)}`);
  const $set = { ...counts, ...(opened > 0 && { order: orderOf(after.version, number) }) };
  await tx.collection(pages).updateOne({ _id: page._id }, { $set });
};

/** Pages with an open place that the worker has not passed. */
export const pagesAhead = async (tx: Transaction, taskId: string, workerId: string, limit: number) => {
  const cursor = await tx.collection(pageCursors).findOne({ _id: cursorId(taskId, workerId) });
  const ahead = { taskId, open: { $gt: 0 }, order: { $gt: cursor?.order ?? 0 } };
  return tx.collection(pages).find(ahead, { sort: { order: 1 }, limit });
};

export const moveCursor = (tx: Transaction, taskId: string, workerId: string, order: number) =>
  tx.collection(pageCursors).updateOne({ _id: cursorId(taskId, workerId) }, { $set: { order } }, { upsert: true });

/** The page behind the ones that were offered so far. */
export const insertPage = async (
  tx: Transaction,
  { _id: taskId, places: { version } }: PlacesDocument,
  number: number,
  overlap: number,
): Promise<PageDocument> => {
  const order = orderOf(version + 1, number);
  const page = {
    _id: pageId(taskId, number),
    taskId,
    number,
    order,
    open: overlap,
    reserved: 0,
    pending: 0,
    approved: 0,
  };
  await tx.collection(pages).insertOne(page);
  return page;
};
