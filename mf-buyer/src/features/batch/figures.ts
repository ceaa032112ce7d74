import { coinsPerHour, coinsToDollars } from '@piecework/contracts/constants';
import { parseWholeNumber } from '@piecework/contracts/text';
import type { BatchDraft } from './batch-draft';

export interface BatchFigures {
  pages: number;
  /** Answers to all pages. */
  places: number;
}

/** Of the typed numbers; null while they are not valid. */
export const figuresOf = (rows: number, draft: Pick<BatchDraft, 'rowsPerPage' | 'overlap'>): BatchFigures | null => {
  const [rowsPerPage, overlap] = [parseWholeNumber(draft.rowsPerPage), parseWholeNumber(draft.overlap)];
  if (!(rows > 0 && rowsPerPage > 0 && overlap > 0)) return null;
  const pages = Math.ceil(rows / rowsPerPage);
  return { pages, places: pages * overlap };
};

/** What the buyer needed for a page, by hand. */
export interface Trial {
  seconds: number;
  rows: number;
}

export const paceOf = ({ seconds, rows }: Trial, draft: Pick<BatchDraft, 'rowsPerPage' | 'payableAmount'>) => {
  const [rowsPerPage, pay] = [parseWholeNumber(draft.rowsPerPage), parseWholeNumber(draft.payableAmount)];
  if (!(rowsPerPage > 0 && pay > 0)) return null;
  const perPage = Math.max(1, Math.round((seconds / rows) * rowsPerPage));
  return { seconds: perPage, dollars: coinsToDollars(coinsPerHour(pay, perPage)) };
};
