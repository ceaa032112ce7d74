export { type FrontOptions, serveFront } from './front';
