import { EventEmitter } from 'node:events';
// @ts-expect-error KafkaJS has no types of its internals.
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';
import './kafka-request-queue';

const createQueue = () =>
  new RequestQueue({
    instrumentationEmitter: new EventEmitter(),
    maxInFlightRequests: null,
    requestTimeout: 1_000,
    enforceRequestTimeout: false,
    clientId: 'test',
    broker: 'localhost:9092',
    logger: { debug: () => {} },
    isConnected: () => true,
  });

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('an empty queue sets no timer', () => {
  createQueue().checkPendingRequests();
  expect(jest.getTimerCount()).toBe(0);
});

it('a throttled request is sent when the throttle ends', () => {
  const queue = createQueue();
  const sent = jest.fn();
  queue.maybeThrottle(200);
  queue.push({
    entry: { correlationId: 1, apiKey: 0, apiVersion: 0, apiName: 'Produce', resolve: () => {} },
    expectResponse: false,
    requestTimeout: 1_000,
    sendRequest: sent,
  });
  jest.advanceTimersByTime(199);
  expect(sent).not.toHaveBeenCalled();
  jest.advanceTimersByTime(20);
  expect(sent).toHaveBeenCalledTimes(1);
});
