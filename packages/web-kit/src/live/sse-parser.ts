/** One message of a stream of server-sent events. */
export interface StreamMessage {
  event: string;
  data: string;
}
interface StreamHandlers {
  onMessage(message: StreamMessage): void;
  /** The server asks to wait so many milliseconds before coming back. */
  onRetry(ms: number): void;
  /** Anything at all has arrived. */
  onBeat(): void;
}

/** Reads text/event-stream as it comes in, in whatever pieces: lines and even their ends may be torn apart. */
export const createSseParser = ({ onMessage, onRetry }: Omit<StreamHandlers, 'onBeat'>) => {
  let rest = '';
  let event = '';
  let data: string[] = [];

  const line = (text: string) => {
    if (text === '') {
      if (data.length > 0) onMessage({ event: event || 'message', data: data.join('\n') });
      event = '';
      data = [];
      return;
    }
    const colon = text.indexOf(':');
    const field = colon < 0 ? text : text.slice(0, colon);
    const value = colon < 0 ? '' : text.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
    else if (field === 'retry' && /^\d+$/.test(value)) onRetry(Number(value));
  };

  return (piece: string): void => {
    rest += piece;
    // A lone \r at the end may be the first half of \r\n.
    const end = rest.endsWith('\r') ? rest.length - 1 : rest.length;
    const lines = rest.slice(0, end).split(/\r\n|\r|\n/);
    rest = (lines.pop() ?? '') + rest.slice(end);
    for (const text of lines) line(text);
  };
};

/** Reads a response to its end. Rejects when the connection breaks or is stopped. */
export const readStream = async (
  body: ReadableStream<Uint8Array>,
  handlers: StreamHandlers,
): Promise<void> => {
  const parse = createSseParser(handlers);
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    handlers.onBeat();
    parse(decoder.decode(value, { stream: true }));
  }
};
