import { aUser } from '../../testing';
import { installBrowser } from '../../testing/fake-browser-apis';

const WHO = aUser();
type Stream = { write(text: string): void; signal: AbortSignal };
let streams: Stream[];
let tabs: { stop(): void }[];

beforeEach(() => {
  jest.useFakeTimers();
  installBrowser();
  streams = [];
  tabs = [];
  localStorage.setItem('access-token', token());
  Object.assign(globalThis, {
    fetch: async (url: string, { signal }: { signal: AbortSignal }) => {
      if (!url.endsWith('/live')) throw new TypeError('Failed to fetch');
      let controller!: ReadableStreamDefaultController<Uint8Array>;
      const body = new ReadableStream<Uint8Array>({
        start: (given) => {
          controller = given;
        },
      });
      signal.addEventListener('abort', () => controller.error(new Error('stopped')));
      streams.push({ signal, write: (text) => controller.enqueue(new TextEncoder().encode(text)) });
      return { ok: true, status: 200, headers: { get: () => null }, body };
    },
  });
});
afterEach(() => {
  for (const tab of tabs) tab.stop();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const token = () => {
  const exp = Math.floor(Date.now() / 1000) + 3600;
  return `e30.${btoa(JSON.stringify({ email: WHO.userEmail, exp }))}.s`;
};
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

/** Another tab: its own modules over the same locks, channels and storage. */
const openTab = async (user = WHO, hasRegistered = false) => {
  const received: unknown[] = [];
  const refreshed = jest.fn();
  let stop = () => {};
  let status = (): string => '';
  await jest.isolateModulesAsync(async () => {
    (await import('../api/gateway')).setGateway('http://gateway.test');
    const { useSession } = await import('../session/session-state');
    useSession.setState({ status: 'signed-in', user });
    const { onLive } = await import('./live-notices');
    onLive('balance', (data) => received.push(data.balance));
    const { queryClient } = await import('../queries/queries');
    jest.spyOn(queryClient, 'invalidateQueries').mockImplementation(async () => refreshed());
    const { pendingInitialGrant, useLive } = await import('./live-status');
    pendingInitialGrant.isExpected = hasRegistered;
    status = () => useLive.getState().status;
    stop = (await import('./tab-connection')).startConnection();
  });
  const tab = { received, refreshed, stop, status };
  tabs.push(tab);
  await pass(10);
  return tab;
};
const balanceEvent = (balance: number, version = balance) =>
  `event: balance\ndata: ${JSON.stringify({ balance, version, change: 1 })}\n\n`;

it('opens one stream for two tabs, and both receive it', async () => {
  const [one, other] = [await openTab(), await openTab()];
  expect(streams).toHaveLength(1);
  streams[0]?.write(balanceEvent(7));
  await pass(10);
  expect([one.received, other.received]).toEqual([[7], [7]]);
});

it('refreshes after a registration, because the initial grant may precede the stream', async () => {
  const known = await openTab();
  expect(known.refreshed).not.toHaveBeenCalled();
  known.stop();
  await pass(10);
  const newcomer = await openTab(WHO, true);
  expect(newcomer.refreshed).toHaveBeenCalledTimes(1);
});

it.each([5000, 100])('hands over to the next tab, which refreshes, %i ms after it was opened', async (age) => {
  const [one, other] = [await openTab(), await openTab()];
  await pass(age);
  one.stop();
  await pass(10);
  expect(streams).toHaveLength(2);
  expect(streams[0]?.signal.aborted).toBe(true);
  expect(other.refreshed).toHaveBeenCalled();
  streams[1]?.write(balanceEvent(8));
  await pass(10);
  expect([one.received, other.received]).toEqual([[], [8]]);
});

it('is taken over from a frozen tab', async () => {
  // Holds the lock and sends nothing.
  const lost = navigator.locks.request('piecework-live', () => new Promise(() => {})).catch(() => 'taken');
  const other = await openTab();
  await pass(40_000);
  expect(streams).toHaveLength(0);
  await pass(10_000);
  expect(await lost).toBe('taken');
  streams[0]?.write(balanceEvent(9));
  await pass(10);
  expect(other.received).toEqual([9]);
  expect(other.refreshed).toHaveBeenCalled();
});

it('waits for the lock again after it was stolen', async () => {
  const one = await openTab();
  const other = navigator.locks.request('piecework-live', { steal: true }, () => new Promise(() => {}));
  other.catch(() => undefined);
  await pass(10);
  expect(streams[0]?.signal.aborted).toBe(true);
  expect(streams).toHaveLength(1);
  await pass(60_000);
  streams[1]?.write(balanceEvent(9));
  await pass(10);
  expect(one.received).toEqual([9]);
});

it('ignores a tab of another user', async () => {
  await openTab();
  const other = await openTab(aUser({ userEmail: 'bo@example.com' }));
  streams[0]?.write(balanceEvent(7));
  await pass(10);
  expect(other.received).toEqual([]);
});

it('sends its status to a new tab', async () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await openTab();
  const other = await openTab();
  expect(other.status()).toBe('offline');
});

it('reads its own stream without Web Locks', async () => {
  Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
  const one = await openTab();
  streams[0]?.write(balanceEvent(7));
  await pass(10);
  expect(one.received).toEqual([7]);
});

it('reads its own stream where no lock is ever granted, not even a stolen one', async () => {
  Object.defineProperty(navigator, 'locks', { value: { request: () => new Promise(() => {}) }, configurable: true });
  const tab = await openTab();
  await pass(60_000);
  streams[0]?.write(balanceEvent(9));
  await pass(10);
  expect(tab.received).toEqual([9]);
});

it('reads its own stream where locks are forbidden', async () => {
  const request = jest.fn(async () => {
    throw new DOMException('denied', 'SecurityError');
  });
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
  const one = await openTab();
  streams[0]?.write(balanceEvent(7));
  await pass(60_000);
  expect(one.received).toEqual([7]);
  expect(request).toHaveBeenCalledTimes(1);
});

it('stops with the session', async () => {
  const one = await openTab();
  one.stop();
  await pass(60_000);
  expect(streams).toHaveLength(1);
  expect(streams[0]?.signal.aborted).toBe(true);
});
