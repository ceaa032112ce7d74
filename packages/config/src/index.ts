export * from './data-folder';
export * from './load-settings';
export * from './secret';
export * from './service-keys';
export * from './settings';
export type { RateLimits } from './settings.rate-limits';
