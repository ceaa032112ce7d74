import { silentLog } from '@piecework/base';
import { createManualClock } from '@piecework/base/testing';
import type { Account } from './account';
import { createEndedSessions } from './ended-sessions';
import { createLiveStreams } from './live-stream';
import { createFakeBus } from './testing';

test('a live stream ends with its session before the account projection has the event', async () => {
  const clock = createManualClock();
  const { bus, publish } = createFakeBus(clock);
  const sessions = createEndedSessions({ clock });
  const accounts = { byId: () => undefined };
  const live = createLiveStreams({ bus, accounts, sessions, clock, log: silentLog, onEvent: () => {} });
  await live.start();
  const account: Account = {
    ...{ userId: 'user-ann', email: 'ann@example.com', name: 'Ann' },
    ...{ role: 'worker', roleVersion: 0, closed: false },
  };
  const open = (sid: string) =>
    live.open(account, { uid: 'ann', session: { sid, number: 1 } }, clock.now() + 60_000);
  const readAll = jest.fn();
  open('stolen').resume().once('end', readAll);
  open('own');
  await publish('user.sessions-ended', { uid: 'ann', ended: { sid: 'stolen' } });
  await new Promise((resolve) => setImmediate(resolve));
  expect(readAll).toHaveBeenCalledTimes(1);
  expect(live.count()).toBe(1);
  expect(sessions.hasEnded({ uid: 'ann', session: { sid: 'stolen', number: 1 } })).toBe(true);
  await live.stop();
});
