export * from './providers';
export * from './settings';
