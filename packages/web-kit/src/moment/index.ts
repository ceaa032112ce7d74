// Not shared: each build bundles what it uses. The clock behind it is that of the page (docs/adr/0076).
export { Moment } from './Moment';
