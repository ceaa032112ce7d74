export * from './call-log';
export * from './headers';
export * from './in-flight-limiter';
export * from './problem-response';
export * from './read-at-most';
export * from './reply';
export * from './validate';
