// How a dashboard's lists are asked for, shown and followed. Not shared: each remote takes along what it uses.
export { ListSearch } from './ListSearch';
export { tableState } from './tableState';
export { type ListParams, useListParams, usePages } from './useListParams';
