// @ts-expect-error KafkaJS has no types of its internals.
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';

interface Queue {
  pending: readonly unknown[];
  scheduleCheckPendingRequests(): void;
}

/**
 * KafkaJS 2.2.4 wakes every millisecond for each connection, also when no request waits: 2 to 3 % of a core per idle process
 * (https://github.com/tulios/kafkajs/issues/1704). A request that waits calls this method again.
 */
const { prototype } = RequestQueue as { prototype: Queue };
const schedule = prototype.scheduleCheckPendingRequests;
prototype.scheduleCheckPendingRequests = function (this: Queue) {
  if (this.pending.length > 0) schedule.call(this);
};
