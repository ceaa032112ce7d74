// Not shared: each build bundles what it uses. Here and not in `ui`, because the server's clock is state of the page.
export { Moment } from './Moment';
