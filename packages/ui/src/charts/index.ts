export { BarChart, type ChartRow, type Series } from './BarChart';
export { Meter } from './Meter';
export { type Share, ShareBar } from './ShareBar';
export { weekRows } from './weeks';
