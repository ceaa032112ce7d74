export interface StreamMessage {
  event: string;
  data: string;
}
interface StreamHandlers {
  onMessage(message: StreamMessage): void;
  /** Milliseconds before the next connection. */
  onRetry(ms: number): void;
  onBeat(): void;
}

/** Incremental: chunks may split lines and even line ends. */
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
    // A trailing \r may be the first half of \r\n.
    const end = rest.endsWith('\r') ? rest.length - 1 : rest.length;
    const lines = rest.slice(0, end).split(/\r\n|\r|\n/);
    rest = (lines.pop() ?? '') + rest.slice(end);
    for (const text of lines) line(text);
  };
};

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
