export * from './call-log';
export * from './concurrency';
export * from './headers';
export * from './problem-response';
export * from './reply';
export * from './validate';
