export { type FrontOptions, serveFront } from './front';
export { FRONTS, type FrontName } from './fronts';
