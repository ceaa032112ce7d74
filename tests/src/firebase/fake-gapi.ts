import type { BrowserContext } from 'playwright-core';

/**
 * Fake of Google's script https://apis.google.com/js/api.js with the parts that Firebase and its emulator use: a frame and messages to and
 * from it. The original requires internet access. Runs in the page and in the emulator's frame.
 */
const fakeGapi = () => {
  type Handler = (payload: unknown) => unknown;
  type Message = { gapi: true; id: number; name?: string; payload?: unknown; answer?: unknown };
  const loaderOf = document.currentScript as HTMLScriptElement;

  /** One end of the message channel between a page and its frame. */
  const channelTo = (other: () => Window | null) => {
    const handlers = new Map<string, Handler>();
    const waiting: Message[] = [];
    const pending = new Map<number, (answers: unknown[]) => void>();
    let count = 0;
    const post = (message: Message) => other()?.postMessage(message, '*');
    const handle = async (message: Message) => {
      const handler = handlers.get(message.name ?? '');
      if (!handler) return waiting.push(message);
      post({ gapi: true, id: message.id, answer: [await handler(message.payload)] });
    };
    addEventListener('message', ({ source, data }: MessageEvent<Message>) => {
      if (source !== other() || !data?.gapi) return;
      if (data.name !== undefined) return void handle(data);
      try {
        pending.get(data.id)?.(data.answer as unknown[]);
      } catch {
        // Ignored as in Google's script: Firebase's library throws here each time (_isIframeWebStorageSupported).
      }
    });
    return {
      register: (name: string, handler: Handler) => {
        handlers.set(name, handler);
        for (const message of waiting.splice(0)) void handle(message);
      },
      send: (name: string, payload: unknown, done?: (answers: unknown[]) => void) => {
        pending.set(++count, done ?? (() => {}));
        post({ gapi: true, id: count, name, payload });
      },
    };
  };

  const open = async (options: { where: Element; url: string }, opened: (frame: object) => unknown) => {
    const frame = document.createElement('iframe');
    frame.src = options.url;
    frame.hidden = true;
    const channel = channelTo(() => frame.contentWindow);
    const ready = new Promise<void>((resolve) => channel.register('hello', () => resolve()));
    options.where.append(frame);
    return opened({ ...channel, restyle: async () => {}, ping: (done: () => void) => ready.then(done) });
  };
  const getParentIframe = () => {
    const channel = channelTo(() => parent);
    channel.send('hello', null);
    return channel;
  };
  const context = { open, getParentIframe };
  const iframes = { Iframe: class {}, CROSS_ORIGIN_IFRAMES_FILTER: {}, getContext: () => context };
  const load = (_name: string, { callback }: { callback: () => void }) => {
    Object.assign(gapi, { iframes });
    setTimeout(callback);
  };
  const gapi = { load };
  Object.assign(window, { gapi });
  const callback = new URL(loaderOf.src).searchParams.get('onload') ?? 'gapi_onload';
  (window as unknown as Record<string, (() => void) | undefined>)[callback]?.();
};

/** Serves the fake script to a browser and blocks all other external requests, such as the fonts of the emulator's page. */
export const fakeGoogleScript = async (context: BrowserContext): Promise<void> => {
  await context.route(
    ({ hostname }) => !['localhost', '127.0.0.1'].includes(hostname),
    (route) =>
      route.request().url().startsWith('https://apis.google.com/js/api.js')
        ? route.fulfill({ contentType: 'text/javascript', body: `(${fakeGapi})();` })
        : route.abort(),
  );
};
