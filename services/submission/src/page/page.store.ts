import { collection, type Document, type Transaction } from '@piecework/store';
import type { PlacesDocument } from '../places/places.store';

/** A page of a batch that a worker has taken at least once. Its counts are those of the task's places, for this page alone (I25). */
export interface PageDocument extends Document {
  taskId: string;
  number: number;
  /** Workers take pages in this order. A place that opens again moves its page to the end ({@link orderOf}). {@link WAITING}: its open places are not offered. */
  order: number;
  open: number;
  /** Absent: 0. */
  spared?: number;
  reserved: number;
  pending: number;
  approved: number;
  /** It has a disputed row (I27). */
  disputed?: true;
  /** Its increment conflicts with concurrent transactions about the page. */
  conflictCounter?: number;
}

const undecided = { partialFilterExpression: { pending: { $gt: 0 } } } as const;

export const pages = collection<PageDocument>('pages', [
  { key: { taskId: 1, order: 1 }, partialFilterExpression: { open: { $gt: 0 } } },
  { key: { taskId: 1, number: 1 } },
  { key: { taskId: 1, disputed: 1, number: 1 }, ...undecided },
]);

/** How far a worker has come in the order of the pages of a task. */
interface CursorDocument extends Document {
  order: number;
}

export const pageCursors = collection<CursorDocument>('pageCursors');

const cursorId = (taskId: string, workerId: string): string => `${taskId}:${workerId}`;

export const pageId = (taskId: string, number: number): string => `${taskId}:${number}`;

/** Before every cursor: the answers under way may complete the page. */
export const WAITING = 0;

/** Behind all earlier orders: the version of the places grows with every change of them. */
export const orderOf = (version: number, number: number): number => version * 100_000 + number;

/** A page of a batch or, without a number, a task without rows. */
export interface OfPage {
  taskId: string;
  page?: number | undefined;
}

export const findPage = async (tx: Transaction, { taskId, page }: OfPage): Promise<PageDocument | null> =>
  page === undefined ? null : tx.collection(pages).findOne({ _id: pageId(taskId, page) });

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
