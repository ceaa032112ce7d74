export * from './clock';
export * from './engines';
export * from './folder';
export * from './wait';
