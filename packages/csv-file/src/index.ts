export * from './encoding';
export * from './row-reader';
export * from './rows';
