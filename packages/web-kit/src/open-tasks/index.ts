// Lists of open tasks. Not shared: each remote bundles what it uses.

export { FilterToggle } from './FilterToggle';
export { FinderFilters, FinderTools, NothingFound } from './FinderTools';
export { formatPace } from './pace';
export { finderOf } from './sorts-and-filters';
