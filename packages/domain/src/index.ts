export * from './people';
export * from './pictures';
export * from './sealing';
export * from './skeleton';
