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
