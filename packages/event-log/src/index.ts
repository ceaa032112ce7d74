export * from './bus';
export * from './read-log';
