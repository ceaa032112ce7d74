export { BlocksPage } from './BlocksPage';
export { addBlock, endBlock } from './block-changes';
