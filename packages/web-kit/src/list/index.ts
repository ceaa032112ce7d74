// Lists of the dashboards. Not shared: each remote bundles what it uses.

export { LONG_PAGE_SIZE, PAGE_SIZE } from '@piecework/contracts/constants';
export { ListSearch } from './ListSearch';
export { tableState } from './tableState';
export { type ListParams, useListParams, usePages } from './useListParams';
export { HOLD_MS, useStableRows } from './useStableRows';
