import { useSearchParams } from '@piecework/web-kit/router';

export const SORTS = [
  { value: 'newest', label: 'Newest' },
  { value: 'pay', label: 'Highest pay' },
  { value: 'completion', label: 'Most time' },
] as const;
export type Sort = (typeof SORTS)[number]['value'];

export const TASKS_PER_PAGE = 12;

/** What is looked for, as the address says, so that "back" from a task finds the list as it was left. */
export const useTaskSearch = () => {
  const [params, setParams] = useSearchParams();
  const q = params.get('q') ?? '';
  const sort: Sort = SORTS.find(({ value }) => value === params.get('sort'))?.value ?? 'newest';
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1);
  const addressOf = (next: { q?: string; sort?: Sort; page?: number }) => {
    const wanted = { q, sort, page: 1, ...next };
    return {
      ...(wanted.q && { q: wanted.q }),
      ...(wanted.sort !== 'newest' && { sort: wanted.sort }),
      ...(wanted.page > 1 && { page: String(wanted.page) }),
    };
  };
  return {
    q,
    sort,
    page,
    search: (next: string) => setParams(addressOf({ q: next }), { replace: true }),
    sortBy: (next: Sort) => setParams(addressOf({ sort: next }), { replace: true }),
    goTo: (next: number) => setParams(addressOf({ page: next })),
    searchOf: (next: number) => `?${new URLSearchParams(addressOf({ page: next }))}`,
  };
};
