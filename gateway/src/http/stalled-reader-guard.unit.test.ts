import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createManualClock } from '@piecework/base/testing';
import { createStallGuard } from './stalled-reader-guard';

test('counts a pipelined response once that emits no close', async () => {
  const clock = createManualClock();
  const guard = createStallGuard({ clock, limitMs: 15_000 });
  const destroy = jest.fn();
  const queued = Object.assign(new EventEmitter(), { socket: null, writableLength: 10, destroy });
  guard.watch(queued as unknown as ServerResponse);
  await clock.advance(120_000);
  expect(guard.disconnects()).toBe(1);
  expect(destroy).toHaveBeenCalledTimes(1);
});

test.each([
  [1000, 1],
  [20_000, 0],
])('a reader of %i bytes in five seconds, with more queued, is cut off %i times', async (pace, cuts) => {
  const clock = createManualClock();
  const guard = createStallGuard({ clock, limitMs: 15_000 });
  const socket = { bytesWritten: 10, writableLength: 10 };
  const slow = Object.assign(new EventEmitter(), { socket, writableLength: 10, destroy: jest.fn() });
  guard.watch(slow as unknown as ServerResponse);
  for (let check = 0; check < 12; check++) {
    socket.bytesWritten += pace;
    await clock.advance(5000);
  }
  expect(guard.disconnects()).toBe(cuts);
});
