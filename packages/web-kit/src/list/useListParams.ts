import { useSearchParams } from '@piecework/web-kit/router';
import { startTransition, useCallback, useEffect, useOptimistic, useRef } from 'react';

export function useListParams(pageSize: number) {
  const [current, setParams] = useSearchParams();
  // The router navigates in a transition, and a controlled field would show its old value until that has rendered.
  const [params, showParams] = useOptimistic(current);
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1);

  // Two changes may come before the URL has followed the first.
  const latest = useRef(current);
  useEffect(() => {
    latest.current = current;
  }, [current]);

  /** An empty value removes its parameter; every change returns to page 1. Replaces the history entry: back skips the steps of a search. */
  const change = useCallback(
    (changes: Readonly<Record<string, string>>, { replace = true } = {}) => {
      const next = new URLSearchParams(latest.current);
      next.delete('page');
      for (const [name, value] of Object.entries(changes)) {
        if (value === '') next.delete(name);
        else next.set(name, value);
      }
      latest.current = next;
      startTransition(() => {
        showParams(next);
        setParams(next, { replace });
      });
    },
    [setParams, showParams],
  );
  const goTo = useCallback(
    (to: number, options = { replace: false }) => change({ page: to > 1 ? String(to) : '' }, options),
    [change],
  );
  return {
    page,
    range: { limit: pageSize, offset: (page - 1) * pageSize },
    get: (name: string) => params.get(name) ?? '',
    /** Validates: users can edit the URL. */
    oneOf: <T extends string>(name: string, values: readonly T[]): T | undefined =>
      values.find((value) => value === params.get(name)),
    change,
    goTo,
  };
}

export type ListParams = ReturnType<typeof useListParams>;

interface PagedQuery {
  data?: { total: number } | undefined;
  isPlaceholderData: boolean;
}

/** The number of pages; leads back to the last one when the list has become shorter. */
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
