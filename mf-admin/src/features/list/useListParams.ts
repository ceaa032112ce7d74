import { useSearchParams } from '@piecework/web-kit/router';
import { useCallback, useEffect, useRef } from 'react';

export const PAGE_SIZE = 20;

export type ListChanges = Readonly<Record<string, string>>;

/** What a list shows (search, filter, sort, page) lives in the address: it survives a reload and can be linked to. */
export function useListParams() {
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1);

  // Two changes may come before the address has followed the first.
  const latest = useRef(params);
  useEffect(() => {
    latest.current = params;
  }, [params]);

  /** An empty value removes its parameter. Whatever else changes, the list begins again at its first page. */
  const change = useCallback(
    (changes: ListChanges, { replace = true } = {}) => {
      const next = new URLSearchParams(latest.current);
      next.delete('page');
      for (const [name, value] of Object.entries(changes)) {
        if (value === '') next.delete(name);
        else next.set(name, value);
      }
      latest.current = next;
      setParams(next, { replace, preventScrollReset: true });
    },
    [setParams],
  );
  /** A step of its own in the history, so that "back" leads to the page before. */
  const goTo = useCallback(
    (to: number, options = { replace: false }) => change({ page: to > 1 ? String(to) : '' }, options),
    [change],
  );
  return { get: (name: string) => params.get(name) ?? '', page, change, goTo };
}

/** The value, if it is one of those that the list takes: addresses can be edited by hand. */
export const oneOf = <T extends string>(values: readonly T[], value: string): T | undefined =>
  values.find((known) => known === value);

export type ListParams = ReturnType<typeof useListParams>;

/** The number of pages; leads back to the last one when the list has become shorter than the page it is on. */
export function usePages({ page, goTo }: ListParams, total: number | undefined): number {
  const pages = Math.max(1, Math.ceil((total ?? 0) / PAGE_SIZE));
  const isBeyond = total !== undefined && page > pages;
  useEffect(() => {
    if (isBeyond) goTo(pages, { replace: true });
  }, [isBeyond, pages, goTo]);
  return pages;
}
