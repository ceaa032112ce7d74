import { useSearchParams } from '@piecework/web-kit/router';
import { useCallback, useEffect } from 'react';

/** Rows of a page of this area's lists. */
export const PAGE_SIZE = 10;

export const pagesOf = (total: number): number => Math.max(1, Math.ceil(total / PAGE_SIZE));

/**
 * What a list shows is kept in its address, so that reload, back and a sent link show the same. Every other change leads to the first page.
 */
export const usePaging = () => {
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1);
  const set = useCallback(
    (changes: Record<string, string>) => {
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          next.delete('page');
          for (const [name, value] of Object.entries(changes))
            if (value) next.set(name, value);
            else next.delete(name);
          return next;
        },
        // A letter typed into a search is no step of its own on the way back.
        { replace: !('page' in changes) },
      );
    },
    [setParams],
  );
  const setPage = useCallback((to: number) => set({ page: to > 1 ? String(to) : '' }), [set]);
  return { page, offset: (page - 1) * PAGE_SIZE, params, set, setPage };
};

/** Leads from a page that is there no more, because its rows have left the list, to the last one. */
export const useLastPage = (
  total: number | undefined,
  { page, setPage }: Pick<ReturnType<typeof usePaging>, 'page' | 'setPage'>,
): void => {
  useEffect(() => {
    if (total !== undefined && page > pagesOf(total)) setPage(pagesOf(total));
  }, [total, page, setPage]);
};
