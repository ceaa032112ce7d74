import { setGateway } from '../api/gateway';
import { signInByPopup } from './google-popup';

const GATEWAY = 'http://gateway.test:3080';
const identity = { email: 'gus@example.com', idToken: 'real' };
const popup = { closed: false, close: jest.fn() };
let opened: jest.SpyInstance;

beforeEach(() => {
  jest.useFakeTimers();
  setGateway(GATEWAY);
  popup.closed = false;
  popup.close.mockClear();
  opened = jest.spyOn(window, 'open').mockReturnValue(popup as unknown as Window);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const postMessageOf = (data: unknown, { origin = GATEWAY, source = popup as unknown } = {}) => {
  const event = new MessageEvent('message', { data, origin });
  Object.defineProperty(event, 'source', { value: source });
  dispatchEvent(event);
};
const good = { type: 'piecework:google', identity };

it("opens the gateway's page in a popup of 500 × 600", async () => {
  const result = signInByPopup();
  const [url, , features] = opened.mock.calls[0] as string[];
  expect(url).toBe(`${GATEWAY}/identity/google?origin=${encodeURIComponent(location.origin)}`);
  expect(features).toMatch(/width=500,height=600/);
  postMessageOf(good);
  expect(await result).toEqual(identity);
  expect(popup.close).toHaveBeenCalled();
});

it.each([
  ['another window', { source: {} }],
  ['another origin', { origin: 'https://evil.example' }],
  ['the page itself', { source: window, origin: location.origin }],
])('ignores messages from %s', async (_, from) => {
  const result = signInByPopup();
  postMessageOf({ type: 'piecework:google', identity: { email: 'mallory@example.com' } }, from);
  postMessageOf(good);
  expect(await result).toEqual(identity);
});

it.each([null, 'piecework:google', { type: 'other', identity }, { identity }])(
  'ignores the message %p',
  async (data) => {
    const result = signInByPopup();
    postMessageOf(data);
    postMessageOf(good);
    expect(await result).toEqual(identity);
  },
);

it('rejects when the user closes the popup', async () => {
  const result = signInByPopup().catch((error: unknown) => error);
  popup.closed = true;
  await jest.advanceTimersByTimeAsync(1000);
  expect(await result).toMatchObject({ code: 'popup-closed-by-user' });
});

it('accepts a message that arrives just after the popup has closed', async () => {
  const result = signInByPopup();
  popup.closed = true;
  await jest.advanceTimersByTimeAsync(260);
  postMessageOf(good);
  expect(await result).toEqual(identity);
});

it("rejects with the page's error", async () => {
  const result = signInByPopup().catch((error: unknown) => error);
  postMessageOf({ type: 'piecework:google', error: { code: 'account-closed', message: 'Closed.' } });
  expect(await result).toMatchObject({ code: 'account-closed', message: 'Closed.' });
});

it('rejects when the browser blocks the popup', async () => {
  opened.mockReturnValue(null);
  await expect(signInByPopup()).rejects.toMatchObject({ code: 'popup-blocked' });
});
