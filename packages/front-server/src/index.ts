export { serveFront } from './front';
export type { RemotesFile } from './remotes';
