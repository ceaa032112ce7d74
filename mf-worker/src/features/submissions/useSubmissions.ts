import type { SubmissionStatus } from '@piecework/contracts';
import { SUBMISSION_PAGE_SIZE, SUBMISSION_STATUSES } from '@piecework/contracts/constants';
import { useListParams, usePages } from '@piecework/web-kit/list';
import { useApiList, useApiQuery } from '@piecework/web-kit/query';

export type Filter = SubmissionStatus | 'all';

/** A page of the worker's submissions, and the total count. */
export const useSubmissions = () => {
  const params = useListParams(SUBMISSION_PAGE_SIZE);
  const { page, range, goTo } = params;
  const filter: Filter = params.oneOf('status', SUBMISSION_STATUSES) ?? 'all';
  const start = range.offset;
  const query = useApiList('GET /submissions', { query: filter === 'all' ? { start } : { start, status: filter } });
  const count = useApiQuery('GET /getAllData').data?.count;
  // P-11.4: the page count is that of all; a filter has its own.
  const total = filter === 'all' ? count : query.data?.total;
  const pages = usePages(params, {
    data: total === undefined ? undefined : { total },
    isPlaceholderData: query.isPlaceholderData,
  });
  return {
    query,
    filter,
    page,
    pages,
    rows: query.data?.rows ?? [],
    count,
    total,
    /** The submission whose dialog the address opens. */
    opened: params.get('open') || undefined,
    show: (next: Filter) => params.change({ status: next === 'all' ? '' : next }),
    goTo,
  };
};
