import type { BrowserContext } from 'playwright-core';

/**
 * Google's own script, https://apis.google.com/js/api.js, as far as Firebase and its emulator use it: a frame, and messages to and from it.
 * The real one cannot be had without the internet, and the emulator has none of its own. Runs in the page and in the emulator's frame.
 */
const standIn = () => {
  type Handler = (payload: unknown) => unknown;
  type Message = { gapi: true; id: number; name?: string; payload?: unknown; answer?: unknown };
  const loaderOf = document.currentScript as HTMLScriptElement;

  /** One end of the line between a page and its frame. */
  const lineTo = (other: () => Window | null) => {
    const handlers = new Map<string, Handler>();
    const waiting: Message[] = [];
    const asked = new Map<number, (answers: unknown[]) => void>();
    let count = 0;
    const tell = (message: Message) => other()?.postMessage(message, '*');
    const handle = async (message: Message) => {
      const handler = handlers.get(message.name ?? '');
      if (!handler) return waiting.push(message);
      tell({ gapi: true, id: message.id, answer: [await handler(message.payload)] });
    };
    addEventListener('message', ({ source, data }: MessageEvent<Message>) => {
      if (source !== other() || !data?.gapi) return;
      if (data.name !== undefined) return void handle(data);
      try {
        asked.get(data.id)?.(data.answer as unknown[]);
      } catch {
        // Google's script says nothing of it either, and Firebase's library throws here each time (_isIframeWebStorageSupported).
      }
    });
    return {
      register: (name: string, handler: Handler) => {
        handlers.set(name, handler);
        for (const message of waiting.splice(0)) void handle(message);
      },
      send: (name: string, payload: unknown, done?: (answers: unknown[]) => void) => {
        asked.set(++count, done ?? (() => {}));
        tell({ gapi: true, id: count, name, payload });
      },
    };
  };

  const open = async (options: { where: Element; url: string }, opened: (frame: object) => unknown) => {
    const frame = document.createElement('iframe');
    frame.src = options.url;
    frame.hidden = true;
    const line = lineTo(() => frame.contentWindow);
    const greeted = new Promise<void>((resolve) => line.register('hello', () => resolve()));
    options.where.append(frame);
    return opened({
      ...line,
      restyle: async () => {},
      ping: (done: () => void) => greeted.then(done),
    });
  };
  const getParentIframe = () => {
    const line = lineTo(() => parent);
    line.send('hello', null);
    return line;
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

/** Gives a browser the stand-in, and nothing else of the outside world: the emulator's page would like fonts and styles. */
export const withoutGoogle = async (context: BrowserContext): Promise<void> => {
  await context.route(
    ({ hostname }) => !['localhost', '127.0.0.1'].includes(hostname),
    (route) =>
      route.request().url().startsWith('https://apis.google.com/js/api.js')
        ? route.fulfill({ contentType: 'text/javascript', body: `(${standIn})();` })
        : route.abort(),
  );
};
