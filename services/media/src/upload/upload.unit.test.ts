import { Readable } from 'node:stream';
import { createManualClock } from '@piecework/base/testing';
import { isFailure } from '@piecework/http';
import { readUpload } from './upload';

const slot = { reserve: () => null, arriving: () => {}, arrived: () => {}, release: () => {} };
const read = (body: Buffer, size = 7) => {
  const pieces = Array.from({ length: Math.ceil(body.length / size) }, (_, i) =>
    body.subarray(i * size, (i + 1) * size),
  );
  const pace = { clock: createManualClock(), bytesPerSecond: 1 };
  const type = 'multipart/form-data; boundary=a-form';
  return readUpload(Readable.from(pieces, { objectMode: false }), type, slot as never, pace);
};
const picture = Buffer.from('\r\n--bytes of a picture--\r\n\r\n-- ');
const form = Buffer.concat([
  Buffer.from('--a-form\r\nContent-Disposition: form-data; name="text"\r\n\r\nhello\r\n'),
  Buffer.from('--a-form\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n'),
  Buffer.from('Content-Type: image/png\r\n\r\n'),
  picture,
  Buffer.from('\r\n--a-form--\r\n'),
]);

test.each([1, 2, 7, 64, 10_000])('a form in pieces of %i bytes has its picture byte by byte', async (size) => {
  expect(await read(form, size)).toEqual(picture);
});

test('a form that is cut off anywhere before its end is refused', async () => {
  const end = form.length - '--\r\n'.length;
  for (let at = 0; at < end; at++) {
    const found = await read(form.subarray(0, at));
    expect([at, isFailure(found)]).toEqual([at, true]);
  }
});

test.each([
  ['50 fields', '--a-form\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n'.repeat(50)],
  ['a head of 100 KB', `--a-form\r\nContent-Disposition: form-data; name="${'x'.repeat(100_000)}"\r\n\r\n1\r\n`],
  ['3,000 heads', `--a-form\r\n${'X-A: b\r\n'.repeat(3000)}\r\n1\r\n`],
  ['no name', '--a-form\r\nContent-Disposition: form-data\r\n\r\n1\r\n'],
  ['no disposition', '--a-form\r\nX: y\r\n\r\n1\r\n'],
  ['a broken head', '--a-form\r\nContent-Disposition\r\n:\r\n\r\n1\r\n'],
  ['an end in the middle', '--a-form--\r\n'],
])('a form with %s before the picture is answered', async (_name, before) => {
  for (const size of [7, 64 * 1024]) {
    const found = await read(Buffer.concat([Buffer.from(before), form]), size);
    expect(isFailure(found) || Buffer.isBuffer(found)).toBe(true);
  }
});

test('bytes after the end, and random bytes, are answered too', async () => {
  expect(await read(Buffer.concat([form, Buffer.alloc(500, 'x')]))).toEqual(picture);
  for (let round = 0; round < 50; round++) {
    const noise = Buffer.from(Array.from({ length: 300 }, () => Math.floor(Math.random() * 256)));
    expect(isFailure(await read(noise))).toBe(true);
    expect(isFailure(await read(Buffer.concat([form.subarray(0, 60), noise])))).toBe(true);
  }
});
