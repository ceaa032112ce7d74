import { createSseParser, type StreamMessage } from './sse-parser';

const read = (...pieces: string[]) => {
  const messages: StreamMessage[] = [];
  const retries: number[] = [];
  const parse = createSseParser({
    onMessage: (message) => messages.push(message),
    onRetry: (ms) => retries.push(ms),
  });
  for (const piece of pieces) parse(piece);
  return { messages, retries };
};
const TEXT = 'retry: 2000\n\nevent: balance\ndata: {"balance":5}\n\n:\n\nevent: task\ndata: {"id":"é"}\n\n';

it('reads messages, comments and the time to wait', () => {
  expect(read(TEXT)).toEqual({
    retries: [2000],
    messages: [
      { event: 'balance', data: '{"balance":5}' },
      { event: 'task', data: '{"id":"é"}' },
    ],
  });
});

it('reads the same however the text is torn apart', () => {
  for (let size = 1; size < 9; size++) {
    const pieces = TEXT.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
    expect(read(...pieces)).toEqual(read(TEXT));
  }
});

it('takes any kind of line end, also one that is torn apart', () => {
  const crlf = TEXT.replaceAll('\n', '\r\n');
  expect(read(crlf)).toEqual(read(TEXT));
  expect(read(...crlf)).toEqual(read(TEXT));
  expect(read(`${TEXT.replaceAll('\n', '\r')}\n`)).toEqual(read(TEXT));
});

it('joins lines of data, names a message without a name, and leaves out what is not finished', () => {
  expect(read('data: a\ndata: b\n\ndata:c\n\nevent: x\n\ndata: half').messages).toEqual([
    { event: 'message', data: 'a\nb' },
    { event: 'message', data: 'c' },
  ]);
});

it('takes no word for a time to wait', () => {
  expect(read('retry: soon\nretry: -1\nid: 4\n\n').retries).toEqual([]);
});
