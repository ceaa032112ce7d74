import { useSearchParams } from '@piecework/web-kit/router';
import { useCallback, useEffect, useRef } from 'react';

/**
 * What a list shows (search, filter, sort, page) lives in the address: it survives a reload and can be linked to, and "back" finds it as
 * it was left.
 */
export function useListParams(pageSize: number) {
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1);

  // Two changes may come before the address has followed the first.
  const latest = useRef(params);
  useEffect(() => {
    latest.current = params;
  }, [params]);

  /**
   * An empty value removes its parameter. Whatever else changes, the list begins again at its first page. No step of its own in the
   * history: nobody wants to go back through the letters of a search.
   */
  const change = useCallback(
    (changes: Readonly<Record<string, string>>, { replace = true } = {}) => {
      const next = new URLSearchParams(latest.current);
      next.delete('page');
      for (const [name, value] of Object.entries(changes)) {
        if (value === '') next.delete(name);
        else next.set(name, value);
      }
      latest.current = next;
      setParams(next, { replace });
    },
    [setParams],
  );
  /** A step of its own in the history, so that "back" leads to the page before. */
  const goTo = useCallback(
    (to: number, options = { replace: false }) => change({ page: to > 1 ? String(to) : '' }, options),
    [change],
  );
  return {
    page,
    /** The rows of this page, as queries ask for them. */
    range: { limit: pageSize, offset: (page - 1) * pageSize },
    get: (name: string) => params.get(name) ?? '',
    /** The value, if it is one of those that the list takes: addresses can be edited by hand. */
    oneOf: <T extends string>(name: string, values: readonly T[]): T | undefined =>
      values.find((known) => known === params.get(name)),
    change,
    goTo,
  };
}

export type ListParams = ReturnType<typeof useListParams>;

interface PagedQuery {
  data?: { total: number } | undefined;
  /** The page before is shown until the one asked for is there. */
  isPlaceholderData: boolean;
}

/** The number of pages; leads back to the last one when the list has become shorter than the page it is on. */
export function usePages(
  { page, range: { limit }, goTo }: ListParams,
  { data, isPlaceholderData }: PagedQuery,
): number {
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / limit));
  const isBeyond = data !== undefined && !isPlaceholderData && page > pages;
  useEffect(() => {
    if (isBeyond) goTo(pages, { replace: true });
  }, [isBeyond, pages, goTo]);
  return pages;
}
