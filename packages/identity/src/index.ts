export * from './actor';
export * from './api-keys';
export * from './assertions';
export type { Verified } from './signer';
export * from './tokens';
