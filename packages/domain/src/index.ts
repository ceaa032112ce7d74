export * from './people';
export * from './pictures';
