import type { FakeGateway } from './fake-gateway';

type Reply = Awaited<ReturnType<FakeGateway['handle']>>;

/** The part of Response that the client reads; jsdom has none. */
const responseOf = ({ status, body, total, unread }: Reply) => ({
  ok: status < 400,
  status,
  headers: {
    get: (name: string) => {
      const value = { 'x-total-count': total, 'x-unread-count': unread }[name];
      return value === undefined ? null : String(value);
    },
  },
  text: async () => (body === undefined || body === null ? '' : JSON.stringify(body)),
  json: async () => body,
  blob: async () => new Blob([String(body)]),
  body: null,
});

/** Browser APIs that pages use and jsdom lacks. */
export const fillBrowserGaps = (): void => {
  URL.createObjectURL ??= () => 'blob:picture';
  URL.revokeObjectURL ??= () => {};
  globalThis.BroadcastChannel ??= class {
    onmessage = null;
    postMessage() {}
    close() {}
  } as unknown as typeof BroadcastChannel;
};

/** `fetch` against the fake gateway. */
export const fakeFetch =
  (gateway: FakeGateway) =>
  async (url: string, init: RequestInit = {}): Promise<unknown> => {
    init.signal?.throwIfAborted();
    const headers = (init.headers ?? {}) as Record<string, string>;
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
    const aborted = new Promise<never>((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    });
    return responseOf(await Promise.race([gateway.handle(init.method ?? 'GET', url, body, headers), aborted]));
  };

/** `XMLHttpRequest` against the fake gateway; reports half of the upload before the response. */
export const fakeXhr = (gateway: FakeGateway) =>
  class {
    upload: { onprogress?: (event: { lengthComputable: true; loaded: number; total: number }) => void } = {};
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    status = 0;
    responseText = '';
    timeout = 0;
    private method = '';
    private url = '';
    private headers: Record<string, string> = {};
    open(method: string, url: string) {
      this.method = method;
      this.url = url;
    }
    setRequestHeader(name: string, value: string) {
      this.headers[name.toLowerCase()] = value;
    }
    abort() {
      this.onabort?.();
    }
    async send(sent: FormData | Blob) {
      this.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 2 });
      try {
        const body = sent instanceof FormData ? sent.get('image') : sent;
        const reply = await gateway.handle(this.method, this.url, body, this.headers);
        this.status = reply.status;
        this.responseText = JSON.stringify(reply.body);
        this.onload?.();
      } catch {
        this.onerror?.();
      }
    }
  };
