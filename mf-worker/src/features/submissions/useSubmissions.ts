import type { SubmissionStatus } from '@piecework/contracts';
import { SUBMISSION_PAGE_SIZE, SUBMISSION_STATUSES } from '@piecework/contracts/constants';
import { useApiList, useApiQuery } from '@piecework/web-kit/query';

import { useSearchParams } from '@piecework/web-kit/router';
import { pagesOf } from '../../pagesOf';

export type Filter = SubmissionStatus | 'all';

/** Which page of which state the address asks for. */
export const useView = () => {
  const [params, setParams] = useSearchParams();
  const asked = params.get('status');
  const filter: Filter = SUBMISSION_STATUSES.find((one) => one === asked) ?? 'all';
  const addressOf = (page: number, of: Filter = filter) => ({
    ...(of !== 'all' && { status: of }),
    ...(page > 1 && { page: String(page) }),
  });
  return {
    filter,
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
    show: (next: Filter) => setParams(addressOf(1, next)),
    goTo: (page: number) => setParams(addressOf(page)),
    /** The address of a page, as a search string. */
    searchOf: (page: number) => `?${new URLSearchParams(addressOf(page))}`,
  };
};

/** One page of the worker's submissions, and how many there are in all. */
export const useSubmissions = ({ filter, page }: { filter: Filter; page: number }) => {
  const start = (page - 1) * SUBMISSION_PAGE_SIZE;
  const query = useApiList('GET /submissions', {
    query: filter === 'all' ? { start } : { start, status: filter },
  });
  const count = useApiQuery('GET /getAllData').data?.count;
  // The spec's page count is that of all; a filter has its own.
  const total = filter === 'all' ? count : query.data?.total;
  return {
    query,
    rows: query.data?.rows ?? [],
    /** Of all states. */
    count,
    /** Of the chosen state. */
    total,
    ...pagesOf(
      { data: total === undefined ? undefined : { total }, isPlaceholderData: query.isPlaceholderData },
      SUBMISSION_PAGE_SIZE,
    ),
  };
};
