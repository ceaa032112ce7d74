export { serveFront } from './front';
