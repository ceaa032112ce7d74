import type { LiveStatus } from './live-status';
import { keepReading, type Share, waitFor } from './stream-reader';

jest.mock('../api/api', () => ({ request: jest.fn() }));
const request = jest.requireMock<{ request: jest.Mock }>('../api/api').request;

/** A stream that the test writes to. */
const createStream = () => {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
  });
  const write = (text: string) => controller.enqueue(new TextEncoder().encode(text));
  return { response: { body }, write, end: () => controller.close(), cut: () => controller.error(new Error()) };
};

let statuses: string[];
let notices: unknown[];
let stop: AbortController;
const share: Share = {
  notice: (kind, data) => void notices.push([kind, data]),
  status: (status: LiveStatus) => void statuses.push(status),
  refresh: () => void statuses.push('refresh'),
  beat: () => {},
};
const start = (hasMissed = false) => void keepReading(share, stop.signal, hasMissed);
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const goOnline = (isOnline: boolean) => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
};

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
  statuses = [];
  notices = [];
  stop = new AbortController();
  request.mockReset();
});
afterEach(async () => {
  stop.abort();
  await pass(0);
  jest.restoreAllMocks();
  jest.useRealTimers();
});

it('shares the notices that it reads', async () => {
  const stream = createStream();
  request.mockResolvedValue(stream.response);
  start();
  await pass(0);
  stream.write('retry: 2000\n\nevent: balance\ndata: {"balance":5}\n\n');
  await pass(0);
  expect(statuses).toEqual(['live']);
  expect(notices).toEqual([['balance', { balance: 5 }]]);
});

it('reconnects after a cut and refreshes once', async () => {
  const [one, other] = [createStream(), createStream()];
  request.mockResolvedValueOnce(one.response).mockResolvedValueOnce(other.response);
  start();
  await pass(10_000);
  one.write(':\n\n');
  one.cut();
  await pass(1999);
  expect(request).toHaveBeenCalledTimes(1);
  await pass(1);
  expect(statuses).toEqual(['live', 'live', 'refresh']);
});

it('refreshes at once when it takes over from another tab', async () => {
  request.mockResolvedValue(createStream().response);
  start(true);
  await pass(0);
  expect(statuses).toEqual(['live', 'refresh']);
});

it('backs off exponentially, and at least as long as the server requests', () => {
  expect([0, 1, 2, 3, 9].map((failures) => waitFor(2000, failures, 0.5))).toEqual([2000, 4000, 8000, 16_000, 30_000]);
  expect(waitFor(60_000, 0, 0.5)).toBe(60_000);
  expect([waitFor(2000, 0, 0), waitFor(2000, 0, 1)]).toEqual([1000, 3000]);
});

it('polls after three failures, until the stream is back', async () => {
  request.mockRejectedValue(new Error('down'));
  start();
  await pass(4000 + 8000);
  expect(request).toHaveBeenCalledTimes(3);
  expect(statuses).toEqual(['polling', 'refresh']);
  await pass(10_000);
  expect(statuses).toEqual(['polling', 'refresh', 'refresh']);
  request.mockResolvedValue(createStream().response);
  await pass(20_000);
  expect(statuses.at(-1)).toBe('live');
  const { length } = statuses;
  await pass(30_000);
  expect(statuses.slice(length)).toEqual([]);
});

it('counts a stream that ends at once as a failure', async () => {
  request.mockImplementation(async () => {
    const stream = createStream();
    stream.end();
    return stream.response;
  });
  start();
  await pass(12_000);
  expect(statuses.filter((status) => status === 'polling')).toHaveLength(1);
});

it('polls while the server requests a long wait', async () => {
  const stream = createStream();
  request.mockResolvedValueOnce(stream.response);
  start();
  await pass(6000);
  stream.write('retry: 60000\n\n');
  await pass(0);
  stream.end();
  await pass(0);
  expect(statuses).toEqual(['live', 'polling', 'refresh']);
  await pass(59_000);
  expect(request).toHaveBeenCalledTimes(1);
});

it('reconnects when the stream is silent', async () => {
  request.mockImplementation(({ signal }: { signal: AbortSignal }) => {
    const stream = createStream();
    signal.addEventListener('abort', stream.cut);
    return Promise.resolve(stream.response);
  });
  start();
  await pass(39_000);
  expect(request).toHaveBeenCalledTimes(1);
  await pass(10_000);
  expect(request).toHaveBeenCalledTimes(2);
});

it('reports offline, and reconnects at once when online', async () => {
  request.mockImplementation(({ signal }: { signal: AbortSignal }) => {
    const stream = createStream();
    signal.addEventListener('abort', stream.cut);
    return Promise.resolve(stream.response);
  });
  start();
  await pass(0);
  goOnline(false);
  await pass(60_000);
  expect(statuses).toEqual(['live', 'offline']);
  goOnline(true);
  await pass(0);
  expect(statuses).toEqual(['live', 'offline', 'live', 'refresh']);
});

it('stops on abort', async () => {
  request.mockRejectedValue(new Error('down'));
  start();
  await pass(0);
  stop.abort();
  await pass(120_000);
  expect(request).toHaveBeenCalledTimes(1);
});
