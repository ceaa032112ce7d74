import type { FormField, Page, Row } from '@piecework/contracts';
import { preloadPictures, usePageRows, useTaskForm } from '@piecework/web-kit/answer-form';
import { useApiList } from '@piecework/web-kit/query';
import { useEffect } from 'react';
import { allOf } from '../results/all-of';
import { pageOfRow } from '../results/row-page';
import type { BufferState } from './decision-buffer';
import { type PageAnswer, pageAnswers } from './page-answers';
import type { ReviewSubject } from './review-subjects';

/** A page of a batch with all answers to it. */
export interface ReviewedPage {
  columns: Page['columns'];
  fields: readonly FormField[];
  rows: readonly Row[];
  answers: readonly PageAnswer[];
}

const useRowsOf = (subject: ReviewSubject | undefined) => {
  const [{ taskId = '', page = 0 } = {}] = subject?.submissions ?? [];
  return useApiList(
    'GET /tasks/{id}/rows',
    { params: { id: taskId }, query: { page } },
    // Not the rows of the page before.
    { enabled: page > 0, placeholderData: undefined },
  );
};

/** The page that is open, undefined of a plain submission. The next one is loaded meanwhile, with its pictures. */
export const usePageReview = (
  open: ReviewSubject | undefined,
  next: ReviewSubject | undefined,
  { held, sending, done }: BufferState,
  isWaiting: (id: string) => boolean,
) => {
  const [first] = open?.submissions ?? [];
  const isBatch = first?.page !== undefined;
  const rows = useRowsOf(open);
  const nextRows = useRowsOf(next);
  const form = useTaskForm(first?.taskId ?? '', isBatch);
  // All pages have the same columns.
  const columns = usePageRows(first?.taskId ?? '', isBatch ? 1 : undefined);
  const ahead = nextRows.data?.rows;
  const ofColumns = columns.data?.columns;
  useEffect(() => {
    for (const row of ofColumns ? (ahead ?? []) : []) preloadPictures(pageOfRow(ofColumns ?? [], row));
  }, [ahead, ofColumns]);
  if (!open || !isBatch) return undefined;

  const decisionOf = (id: string) => {
    const made = done.get(id);
    if (made !== undefined && made !== 'elsewhere') return made;
    return sending.get(id) ?? held.find(({ submission }) => submission._id === id)?.verdict.status;
  };
  const query = allOf(rows, form, columns);
  const shown: ReviewedPage | undefined = rows.data &&
    form.data &&
    ofColumns && {
      columns: ofColumns,
      fields: form.data.fields,
      rows: rows.data.rows,
      answers: pageAnswers({
        rows: rows.data.rows,
        fields: form.data.fields,
        undecided: open.submissions.filter(({ _id }) => isWaiting(_id)),
        decisionOf,
      }),
    };
  return { query, shown };
};
