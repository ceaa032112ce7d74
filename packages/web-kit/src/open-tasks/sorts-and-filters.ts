import { COINS_PER_DOLLAR } from '@piecework/contracts/constants';
import { msg } from '@piecework/i18n';
import type { ListParams } from '@piecework/web-kit/list';

export const TASK_SORTS = [
  { value: 'newest', label: msg('Newest') },
  { value: 'pay', label: msg('Highest pay') },
  { value: 'hourly', label: msg('Best paid by the hour') },
  { value: 'completion', label: msg('Latest due date') },
] as const;
const SORT_VALUES = TASK_SORTS.map(({ value }) => value);

/** Coins. */
export const MIN_PAYS = ['10', '25', '50', '100'] as const;

/** In the query, coins. */
export const MIN_HOURLY_DOLLARS = 3;

export const NO_FILTERS = { q: '', pay: '', hourly: '', fresh: '', closing: '' };

interface Filters {
  minPay?: number;
  minHourly?: number;
  fresh?: '1';
  closing?: '1';
}

const filtersOf = ({ oneOf }: ListParams): Filters => {
  const minPay = oneOf('pay', MIN_PAYS);
  return {
    ...(minPay !== undefined && { minPay: Number(minPay) }),
    ...(oneOf('hourly', ['1']) && { minHourly: MIN_HOURLY_DOLLARS * COINS_PER_DOLLAR }),
    ...(oneOf('fresh', ['1']) && { fresh: '1' }),
    ...(oneOf('closing', ['1']) && { closing: '1' }),
  };
};

/** What the address of a list of open tasks looks for, and the query of `GET /tasks` that finds it. */
export const finderOf = (params: ListParams) => {
  const q = params.get('q');
  const sort = params.oneOf('sort', SORT_VALUES) ?? 'newest';
  const filters = filtersOf(params);
  return {
    q,
    sort,
    filters,
    isFiltered: q !== '' || Object.keys(filters).length > 0,
    query: { open: '1', sort, ...params.range, ...(q && { q }), ...filters } as const,
  };
};

export type Finder = ReturnType<typeof finderOf>;
