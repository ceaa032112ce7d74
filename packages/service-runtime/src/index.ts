export * from './events/consumer';
export * from './events/unit';
export * from './gauges';
export * from './http/list';
export * from './http/operation-handler';
export * from './http/operations';
export * from './invariant-checks';
export * from './service';
export { expiry, type Timer, timer } from './timers/timer';
