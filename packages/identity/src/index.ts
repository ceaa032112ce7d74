export * from './actor';
export * from './assertions';
export type { Verified } from './signer';
export * from './tokens';
