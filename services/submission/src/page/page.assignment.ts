import { MAX_HELD_PAGES } from '@piecework/contracts';
import type { Transaction } from '@piecework/store';
import type { PlacesDocument } from '../places/places.store';
import type { ReservationDocument } from '../reservation/reservation.store';
import { submissions } from '../submission/submission.store';
import { insertPage, moveCursor, type PageDocument, pagesAhead } from './page.store';

/** Pages that the worker may have answered or may hold: they opened again behind the cursor. */
const LOOK_AHEAD = MAX_HELD_PAGES + 2;
/** Queries of one assignment. Each passes pages that the worker has answered, and the cursor keeps the progress. */
const MAX_QUERIES = 20;

/**
 * The next page for the worker, and the batch with it (P-4.24). All workers take the pages in one order, from a cursor of their own: so the first
 * pages are complete first, and the cost grows neither with rows nor with answers. A page whose place opens again moves to the end of the order,
 * ahead of every cursor: none starves.
 */
export const assignPage = async (
  tx: Transaction,
  task: PlacesDocument,
  workerId: string,
  held: readonly ReservationDocument[],
): Promise<{ page: PageDocument; task: PlacesDocument } | null> => {
  const { _id: taskId, batch } = task;
  if (!batch) throw new Error(`Task ${taskId} has no pages`);
  const heldPages = new Set(held.map(({ page }) => page));
  for (let query = 0; query < MAX_QUERIES; query += 1) {
    const ahead = await pagesAhead(tx, taskId, workerId, LOOK_AHEAD);
    const last = ahead.at(-1);
    if (!last) break;
    const numbers = ahead.map(({ number }) => number);
    const answered = await tx.collection(submissions).find({ taskId, workerId, page: { $in: numbers } });
    const passed = new Set([...heldPages, ...answered.map(({ page }) => page)]);
    const page = ahead.find(({ number }) => !passed.has(number));
    await moveCursor(tx, taskId, workerId, (page ?? last).order);
    if (page) return { page, task };
  }
  if (batch.offered >= (batch.pilotPages ?? batch.pages)) return null;
  const number = batch.offered + 1;
  const page = await insertPage(tx, task, number, batch.overlap.max);
  await moveCursor(tx, taskId, workerId, page.order);
  return { page, task: { ...task, batch: { ...batch, offered: number } } };
};
