import { access, mkdir, mkdtemp, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createDeflate, deflateSync } from 'node:zlib';
import { silentLog } from '@piecework/base';
import { createManualClock } from '@piecework/base/testing';
import { OPERATIONS } from '@piecework/contracts';
import { MAX_REQUEST_MS } from '@piecework/http/server';
import type { IdentityClaims } from '@piecework/identity';
import { actor } from '@piecework/identity/testing';
import { type Harness, type HarnessCall, startHarness } from '@piecework/service-runtime/testing';
import { StoreUnavailableError } from '@piecework/store';
import sharp from 'sharp';
import { mediaService } from '..';
import { GRACE_MS, MAX_PAUSE_MS } from '../upload/upload';
import { createUploadBudget } from '../upload/upload-budget';
import { createEncoder, type Encoder } from './encoder';
import { createFileImageStore } from './file-image-store';
import { createImageResizer } from './image.resizing';
import { createImageOperations } from './image.routes';
import { images } from './image.store';

const BOUNDARY = 'a-boundary-of-ours';
const MEGABYTE = 1024 * 1024;

interface Part {
  name: string;
  filename?: string;
  type?: string;
  content: Buffer | string;
}

const partOf = ({ name, filename, type, content }: Part): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n${
        type ? `content-type: ${type}\r\n` : ''
      }\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
const formOf = (...parts: Part[]): Buffer => Buffer.concat([...parts.map(partOf), Buffer.from(`--${BOUNDARY}--\r\n`)]);
const file = (content: Buffer | string, more: Partial<Part> = {}): Part => ({
  name: 'image',
  filename: 'picture.png',
  type: 'image/png',
  content,
  ...more,
});

function* slices(body: Buffer, size = 64 * 1024) {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
}
const streamOf = (body: Buffer) => Readable.from(slices(body), { objectMode: false });

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3a41c6' } });

const crc = (bytes: Buffer): number => {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return ~sum >>> 0;
};
const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};
/** A few KB that decode to any number of pixels. */
const pngBomb = (width: number, height: number): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(4 * MEGABYTE), { level: 9 });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

let harness: Harness;
let encoder: Encoder;
const clock = createManualClock();
const worker = actor('worker');
const newcomer: IdentityClaims = {
  uid: 'new-1',
  email: 'new@example.com',
  name: 'New',
  picture: '',
  provider: 'password',
};

beforeAll(async () => {
  harness = await startHarness(mediaService, { clock });
  encoder = createEncoder({ limits: harness.settings.rateLimits, clock, log: silentLog });
});
afterAll(async () => {
  encoder.close();
  await harness.stop();
});

const folder = () => join(harness.settings.dataDir, 'images');
const kept = async () => (await readdir(folder()).catch(() => [])).sort();
const records = () => harness.store.collection(images).find({});

const send = (body: Buffer | Readable, { as = worker, ...more }: Omit<HarnessCall, 'raw'> = {}) =>
  harness.call('uploadImage', {
    ...more,
    ...(!more.identity && { as }),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, ...more.headers },
    raw: Buffer.isBuffer(body) ? streamOf(body) : body,
  });
const upload = (content: Buffer | string, more?: Partial<Part>) => send(formOf(file(content, more)));
const idIn = (displayUrl: string) => displayUrl.replace(/^.*\/images\/(.*)\.webp$/, '$1');
const pictureAt = async (displayUrl: string): Promise<Buffer> =>
  (await harness.call('getImage', { params: { name: `${idIn(displayUrl)}.webp` } })).body;

describe('uploadImage', () => {
  it.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
    'converts %s to WebP with an absolute URL',
    async (format) => {
      const answer = await upload(await plain(640, 480).toFormat(format).toBuffer());
      expect(answer).toMatchObject({ status: 201, body: { success: true, data: { width: 640, height: 480 } } });
      expect(answer.body.data.display_url).toMatch(/^http:\/\/localhost:3080\/images\/[0-9a-z]{26}\.webp$/);
      expect(await sharp(await pictureAt(answer.body.data.display_url)).metadata()).toMatchObject({
        format: 'webp',
        width: 640,
        height: 480,
      });
    },
  );

  it('accepts an identity without an account and stores it as the owner', async () => {
    const answer = await send(formOf(file(await plain(8, 8).png().toBuffer())), { identity: newcomer });
    const record = await harness.store.collection(images).findOne({ _id: idIn(answer.body.data.display_url) });
    expect(record).toMatchObject({ owner: 'identity:new-1', width: 8, height: 8, at: clock.now() });
    expect(record?.bytes).toBe((await pictureAt(answer.body.data.display_url)).length);
  });

  it('refuses a caller without actor and identity', async () => {
    const answer = await harness.call('uploadImage', { raw: streamOf(formOf(file('x'))) });
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  });

  it('scales a large picture down in proportion', async () => {
    const answer = await upload(await plain(4000, 2000).jpeg().toBuffer());
    expect(answer.body.data).toMatchObject({ width: 1600, height: 800 });
  });

  it('strips EXIF data, GPS included, and applies the orientation', async () => {
    const photo = await plain(60, 40)
      .withExif({ IFD0: { Copyright: 'me' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const before = await sharp(photo).metadata();
    const gpsTag = Buffer.from([0x25, 0x88]);
    expect(before.exif?.includes(gpsTag)).toBe(true);
    expect(before.orientation).toBe(6);
    const answer = await upload(photo);
    expect(answer.body.data).toMatchObject({ width: 40, height: 60 });
    const after = await sharp(await pictureAt(answer.body.data.display_url)).metadata();
    expect([after.exif, after.xmp, after.icc, after.orientation]).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('keeps only the first frame of an animated GIF', async () => {
    const frames = await Promise.all(
      ['#f00', '#00f'].map((background) =>
        sharp({ create: { width: 20, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif({ loop: 0, delay: [100, 100] })
      .toBuffer();
    expect((await sharp(gif).metadata()).pages).toBe(2);
    const answer = await upload(gif);
    const picture = sharp(await pictureAt(answer.body.data.display_url));
    expect(await picture.metadata()).toMatchObject({ width: 20, height: 20 });
    expect((await picture.stats()).dominant.r).toBeGreaterThan(200);
  });

  it('drops an HTML page that is appended to a GIF', async () => {
    const gif = await plain(20, 20).gif().toBuffer();
    const page = '<script>alert(document.domain)</script>';
    const comment = Buffer.concat([Buffer.from([0x21, 0xfe, page.length]), Buffer.from(page), Buffer.from([0])]);
    const afterPalette = 13 + 3 * 2 ** ((Number(gif[10]) & 7) + 1);
    const polyglot = Buffer.concat([
      gif.subarray(0, afterPalette),
      comment,
      gif.subarray(afterPalette),
      Buffer.from(page),
    ]);
    const answer = await upload(polyglot, { filename: 'picture.html', type: 'text/html' });
    expect(answer.status).toBe(201);
    expect((await pictureAt(answer.body.data.display_url)).includes('script')).toBe(false);
  });

  const PHP = '<?php system($_GET["c"]); ?>';
  const PAGE = '<html><script>alert(document.domain)</script></html>';
  // A ZIP's first record and its end-of-directory signature.
  const ZIP = Buffer.concat([Buffer.from('PK\x03\x04evil.php'), Buffer.from(PHP), Buffer.from('PK\x05\x06')]);
  const jpegComment = (text: string) => {
    const head = Buffer.from([0xff, 0xfe, 0, 0]);
    head.writeUInt16BE(text.length + 2, 2);
    return Buffer.concat([head, Buffer.from(text)]);
  };
  const secrets = [PHP, '<script', 'PK\x03\x04', 'evil.php', 'GPS', 'a secret note'];

  it.each([
    [
      'PHP in the comment of a JPEG',
      async () => {
        const jpeg = await plain(20, 20).jpeg().toBuffer();
        return Buffer.concat([jpeg.subarray(0, 2), jpegComment(PHP), jpeg.subarray(2)]);
      },
    ],
    ['an archive behind a JPEG', async () => Buffer.concat([await plain(20, 20).jpeg().toBuffer(), ZIP])],
    ['a page behind a PNG', async () => Buffer.concat([await plain(20, 20).png().toBuffer(), Buffer.from(PAGE)])],
    [
      'a page in the text of a PNG',
      async () => {
        const png = await plain(20, 20).png().toBuffer();
        const note = chunk('tEXt', Buffer.from(`Comment\0a secret note ${PAGE}`, 'latin1'));
        return Buffer.concat([png.subarray(0, 33), note, png.subarray(33)]);
      },
    ],
    [
      'a place in the EXIF of a PNG',
      () =>
        plain(20, 20)
          .withExif({ IFD0: { Copyright: 'a secret note' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
          .png()
          .toBuffer(),
    ],
    [
      'a place in the EXIF of a WebP',
      () =>
        plain(20, 20)
          .withExif({ IFD0: { Copyright: 'a secret note' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
          .webp()
          .toBuffer(),
    ],
    ['a page behind a WebP', async () => Buffer.concat([await plain(20, 20).webp().toBuffer(), Buffer.from(PAGE)])],
  ])('keeps only the picture of a file with %s', async (_what, crafted) => {
    const file = await crafted();
    expect(secrets.some((secret) => file.includes(secret))).toBe(true);
    const answer = await upload(file, { filename: 'picture.php', type: 'text/html' });
    expect(answer.status).toBe(201);
    const picture = await pictureAt(answer.body.data.display_url);
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', width: 20, height: 20 });
    expect(secrets.filter((secret) => picture.includes(secret))).toEqual([]);
  });

  it('does not decompress a text chunk of 256 MB', async () => {
    const png = await plain(20, 20).png().toBuffer();
    const packed = await new Promise<Buffer>((resolve, reject) => {
      const parts: Buffer[] = [];
      const deflate = createDeflate({ level: 1 });
      deflate
        .on('data', (part: Buffer) => parts.push(part))
        .on('end', () => resolve(Buffer.concat(parts)))
        .on('error', reject);
      Readable.from(
        (function* () {
          for (let mb = 0; mb < 256; mb++) yield Buffer.alloc(MEGABYTE);
        })(),
      ).pipe(deflate);
    });
    const note = chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), packed]));
    const bomb = Buffer.concat([png.subarray(0, 33), note, png.subarray(33)]);
    const before = process.memoryUsage().rss;
    const answer = await upload(bomb);
    expect([201, 400]).toContain(answer.status);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * MEGABYTE);
  });

  it('ignores other text fields', async () => {
    const picture = await plain(8, 8).png().toBuffer();
    expect(await send(formOf({ name: 'key', content: 'of an image host' }, file(picture)))).toMatchObject({
      status: 201,
    });
  });
});

const wrong = async (answer: { status: number; body: unknown }) => {
  expect(answer).toMatchObject({ status: 400, body: { code: 'validation', errors: [{ field: 'image' }] } });
};

describe('uploadImage refuses', () => {
  it('too many pixels, with the limit in the message', async () => {
    expect((await upload(pngBomb(60_000, 60_000))).body.message).toBe('The picture must have at most 40 megapixels');
  });

  let before: { files: string[]; records: number };
  beforeEach(async () => {
    before = { files: await kept(), records: (await records()).length };
  });
  afterEach(async () => {
    expect(await kept()).toEqual(before.files);
    expect(await records()).toHaveLength(before.records);
  });

  it.each([
    ['no file', () => formOf({ name: 'note', content: 'hello' })],
    ['text in the field image', () => formOf({ name: 'image', content: 'data:image/png;base64,AAAA' })],
    ['a file in another field', async () => formOf(file(await plain(8, 8).png().toBuffer(), { name: 'photo' }))],
    [
      'two files',
      async () => formOf(file(await plain(8, 8).png().toBuffer()), file(await plain(8, 8).png().toBuffer())),
    ],
    [
      'a second file in another field',
      async () => formOf(file(await plain(8, 8).png().toBuffer()), file('x', { name: 'other' })),
    ],
    ['an empty file', () => formOf(file(''))],
    [
      'what a browser sends when no file was chosen',
      () => formOf(file('', { filename: '', type: 'application/octet-stream' })),
    ],
    ['text', () => formOf(file('just text'))],
    [
      'an SVG',
      () =>
        formOf(
          file('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>', {
            type: 'image/svg+xml',
          }),
        ),
    ],
    ['an SVG declared as a PNG', () => formOf(file('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'))],
    ['a page behind the signature of a GIF', () => formOf(file('GIF89a<html><script>alert(1)</script></html>'))],
    ['a TIFF', async () => formOf(file(await plain(8, 8).tiff().toBuffer()))],
    [
      'a JPEG that ends in the middle',
      async () =>
        formOf(
          file(
            (
              await sharp({
                create: {
                  width: 400,
                  height: 400,
                  channels: 3,
                  background: '#fff',
                  noise: { type: 'gaussian', mean: 120, sigma: 40 },
                },
              })
                .jpeg()
                .toBuffer()
            ).subarray(0, 20_000),
          ),
        ),
    ],
    [
      'a PNG that ends in the middle',
      async () => formOf(file((await plain(400, 400).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 20_000))),
    ],
    [
      'a GIF bomb: three hundred bytes that claim 65535 × 65535 pixels',
      async () => {
        const gif = await plain(20, 20).gif().toBuffer();
        gif.writeUInt16LE(65_535, 6);
        gif.writeUInt16LE(65_535, 8);
        const frame = gif.indexOf(0x2c, 13);
        gif.writeUInt16LE(65_535, frame + 5);
        gif.writeUInt16LE(65_535, frame + 7);
        return formOf(file(gif));
      },
    ],
    [
      'an HTML page declared as a JPEG',
      () => formOf(file('\xff\xd8\xff<html><script>alert(1)</script></html>', { type: 'image/jpeg' })),
    ],
    ['an archive declared as a PNG', () => formOf(file('PK\x03\x04evil.php'))],
    [
      'an SVG with a document type',
      () => formOf(file('<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>')),
    ],
    ['a PNG bomb', () => formOf(file(pngBomb(60_000, 60_000)))],
    ['a PNG just over 40 megapixels', () => formOf(file(pngBomb(8000, 5001)))],
  ])('%s: 400 on the field image, and nothing is stored', async (_what, form) => {
    await wrong(await send(await form()));
  });

  it('a file over 5 MB with 413, after draining the body so that the sender can read the response', async () => {
    const raw = streamOf(formOf(file(Buffer.alloc(6 * MEGABYTE))));
    expect(await send(raw)).toMatchObject({ status: 413, body: { code: 'too-large' } });
    expect(raw.readableEnded).toBe(true);
  });

  it('an endless body by cutting the connection', async () => {
    let megabytes = 0;
    const endless = Readable.from(
      (function* () {
        yield partOf(file('')).subarray(0, -2);
        while (megabytes++ < 100) yield Buffer.alloc(MEGABYTE);
      })(),
      { objectMode: false },
    );
    expect(await send(endless)).toMatchObject({ status: 413 });
    expect(endless.destroyed).toBe(true);
    expect(megabytes).toBeLessThan(20);
  });

  it('a body that is not multipart with 415', async () => {
    const raw = streamOf(Buffer.from('{}'));
    expect(await send(raw, { headers: { 'content-type': 'application/json' } })).toMatchObject({ status: 415 });
    expect(raw.readableEnded).toBe(true);
    expect(await send(Buffer.from('x'), { headers: { 'content-type': 'multipart/form-data' } })).toMatchObject({
      status: 415,
    });
  });

  it('a form that ends in the middle of its file', async () => {
    const form = formOf(file(await plain(50, 50).png().toBuffer()));
    expect(await send(form.subarray(0, form.length - 30))).toMatchObject({
      status: 400,
      body: { code: 'upload-incomplete' },
    });
  });

  it('a sender that disconnects', async () => {
    const raw = new Readable({ read() {} });
    raw.push(formOf(file('x')).subarray(0, 60));
    const answer = send(raw);
    setImmediate(() => raw.destroy(new Error('aborted')));
    expect(await answer).toMatchObject({ status: 400, body: { code: 'upload-incomplete' } });
  });

  it('a sender below the minimum rate, and drains the rest of the body', async () => {
    const raw = new Readable({ read() {} });
    raw.push(formOf(file('x')).subarray(0, 60));
    const answer = send(raw);
    await clock.advance(GRACE_MS + 1000);
    expect(await answer).toMatchObject({ status: 400, body: { code: 'upload-incomplete' } });
    expect(raw.readableFlowing).toBe(true);
  });

  it('a fast sender that pauses for longer than a phone between two cells', async () => {
    const raw = new Readable({ read() {} });
    const answer = send(raw);
    raw.push(partOf(file(Buffer.alloc(MEGABYTE))).subarray(0, -2));
    await clock.advance(MAX_PAUSE_MS + 2000);
    expect(await answer).toMatchObject({ status: 400, body: { code: 'upload-incomplete' } });
  });
});

it('uploadImage accepts the largest file at the minimum rate, with pauses', async () => {
  const picture = await plain(50, 50).png().toBuffer();
  const largest = Buffer.concat([picture, Buffer.alloc(5 * MEGABYTE - picture.length)]);
  const seconds = OPERATIONS.uploadImage.rawBody.maxBytes / (8 * 1024);
  expect(seconds * 1000).toBeLessThan(MAX_REQUEST_MS);
  const raw = new Readable({ read() {} });
  const answer = send(raw);
  const pieces = [...slices(formOf(file(largest)), 20 * 8 * 1024)];
  expect(pieces.length).toBe(33);
  for (const piece of pieces) {
    raw.push(piece);
    if (piece !== pieces.at(-1)) await clock.advance(20_000);
  }
  raw.push(null);
  expect(await answer).toMatchObject({ status: 201 });
});

it('uploadImage accepts a file of exactly 5 MB', async () => {
  const picture = await plain(50, 50).png().toBuffer();
  // Decoders ignore bytes after the last chunk.
  const padded = Buffer.concat([picture, Buffer.alloc(5 * MEGABYTE - picture.length)]);
  expect(await upload(padded)).toMatchObject({ status: 201 });
  expect(await upload(Buffer.concat([padded, Buffer.alloc(1)]))).toMatchObject({ status: 413 });
});

it('uploadImage accepts eight concurrent uploads of each account', async () => {
  const form = formOf(file(await plain(300, 200).png().toBuffer()));
  const answers = await Promise.all(
    ['ann', 'ben', 'cem', 'dan', 'eve'].flatMap((name) =>
      Array.from({ length: 8 }, () => send(form, { as: actor('worker', name) })),
    ),
  );
  expect(new Set(answers.map(({ body }) => body.data.display_url)).size).toBe(40);
});

it('uploadImage refuses 64 hostile pictures within the memory budget and accepts a valid one meanwhile', async () => {
  const bombs = await Promise.all(
    ['avif-8-bit-40-megapixels.avif', 'avif-12-bit-40-megapixels.avif'].map((name) =>
      readFile(join(import.meta.dirname, '../../fixtures', name)),
    ),
  );
  const forms = bombs.map((bomb) => formOf(file(bomb)));
  const picture = formOf(file(await plain(300, 200).png().toBuffer()));
  const before = process.memoryUsage().rss;
  const hostile = Array.from({ length: 64 }, (_, index) =>
    send(forms[index % 2] as Buffer, { as: actor('worker', `hostile-${index % 8}`) }),
  );
  expect(await send(picture)).toMatchObject({ status: 201 });
  for (const answer of await Promise.all(hostile)) await wrong(answer);
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * MEGABYTE);
  expect(await harness.runtime.gauges.piecework_decodes_killed?.value()).toBe(0);
});

describe('the upload budget', () => {
  const identity = (uid: string) => ({ ...newcomer, uid });
  /** Sends one byte per second until the response. */
  const trickle = (more: Parameters<typeof send>[1]) => {
    const raw = new Readable({ read() {} });
    raw.push(formOf(file('x')).subarray(0, 60));
    const drip = () => {
      if (raw.destroyed || raw.readableEnded) return;
      raw.push('x');
      clock.after(1000, drip);
    };
    clock.after(1000, drip);
    return send(raw, more).finally(() => raw.destroy());
  };
  const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();
  const underway = () => harness.runtime.gauges.piecework_uploads_underway?.value();

  it('is shared by unregistered identities, separate from accounts', async () => {
    const picture = formOf(file(await plain(8, 8).png().toBuffer()));
    const slow = Array.from({ length: 32 }, (_, index) => trickle({ identity: identity(`slow-${index % 4}`) }));
    expect(await underway()).toBe(4);
    expect(await send(picture)).toMatchObject({ status: 201 });
    const refused = await send(picture, { identity: newcomer });
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': '5' },
      body: { code: 'too-many-requests' },
    });
    await clock.advance(GRACE_MS + 1000);
    expect(statuses(await Promise.all(slow))).toEqual([...Array(4).fill(400), ...Array(28).fill(429)]);
    expect(await underway()).toBe(0);
    expect(await send(picture, { identity: newcomer })).toMatchObject({ status: 201 });
  });

  it('allows an account eight uploads at the same time', async () => {
    const slow = Array.from({ length: 9 }, () => trickle({ as: actor('worker', 'slow') }));
    expect((await Promise.race(slow)).status).toBe(429);
    expect(await underway()).toBe(8);
    await clock.advance(GRACE_MS + 1000);
    expect(statuses(await Promise.all(slow))).toEqual([...Array(8).fill(400), 429]);
  });

  it('holds no decoder while an upload arrives', async () => {
    const slow = Array.from({ length: 8 }, (_, index) => trickle({ as: actor('worker', `slow-${index}`) }));
    expect(await harness.runtime.gauges.piecework_decodes_waiting?.value()).toBe(0);
    await clock.advance(GRACE_MS + 1000);
    expect(statuses(await Promise.all(slow))).toEqual(Array(8).fill(400));
  });

  it('is released when the sender disconnects during decoding', async () => {
    const before = (await records()).length;
    const answer = await send(formOf(file(await plain(8, 8).png().toBuffer())), {
      whenGone: (leave) => setImmediate(leave),
    });
    expect(answer.status).not.toBe(201);
    expect(await records()).toHaveLength(before);
  });
});

describe('getImage', () => {
  let id: string;
  beforeAll(async () => {
    id = idIn((await upload(await plain(30, 30).png().toBuffer())).body.data.display_url);
  });

  it.each(['', '.webp'])('serves WebP under the id%s, cross-origin and immutable', async (ending) => {
    expect(await harness.call('getImage', { params: { name: id + ending } })).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        etag: `"${id}"`,
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
      },
    });
  });

  it.each(['"ID"', 'W/"ID"', '"other", "ID"'])('answers 304 when the caller has the picture (%s)', async (tag) => {
    const headers = { 'if-none-match': tag.replace('ID', id) };
    expect(await harness.call('getImage', { params: { name: id }, headers })).toMatchObject({
      status: 304,
      body: null,
    });
  });

  it('answers 200 when the caller has another picture', async () => {
    const headers = { 'if-none-match': '"another"' };
    expect(await harness.call('getImage', { params: { name: id }, headers })).toMatchObject({ status: 200 });
  });

  it('answers 404 for an unknown picture', async () => {
    expect(await harness.call('getImage', { params: { name: '0'.repeat(26) } })).toMatchObject({
      status: 404,
      headers: { 'content-type': 'application/problem+json' },
      body: { code: 'not-found' },
    });
  });

  it.each([
    '../jwt-secret',
    '..%2fjwt-secret',
    '../../../../etc/passwd',
    'ID/../../x',
    'ID.unfinished',
    'ID.webp.webp',
  ])('refuses %s', async (name) => {
    const answer = await harness.call('getImage', { params: { name: name.replace('ID', id) } });
    expect(answer.status).toBe(400);
  });

  it('serves pictures after a restart', async () => {
    await harness.restart();
    expect(await harness.call('getImage', { params: { name: id } })).toMatchObject({ status: 200 });
  });
});

describe('getImage with a width', () => {
  let id: string;
  beforeAll(async () => {
    id = idIn((await upload(await plain(1000, 500).png().toBuffer())).body.data.display_url);
  });
  const ask = (w: string, headers: Record<string, string> = {}) =>
    harness.call('getImage', { params: { name: `${id}.webp` }, query: { w }, headers });
  const sizeOf = async (answer: { body: Buffer }) => {
    const { format, width, height } = await sharp(answer.body).metadata();
    return [format, width, height];
  };

  it('resizes at the first request and stores the copy beside the original', async () => {
    const answer = await ask('320');
    expect(answer).toMatchObject({ status: 200, headers: { etag: `"${id}-320"` } });
    expect(await sizeOf(answer)).toEqual(['webp', 320, 160]);
    expect(await kept()).toContain(`${id}-320.webp`);
    const bytes = await readFile(join(folder(), `${id}-320.webp`));
    expect((await ask('320')).body.equals(bytes)).toBe(true);
  });

  it('resizes once for concurrent requests', async () => {
    const dir = await mkdtemp(join(harness.settings.dataDir, 'sizes-'));
    const imageStore = createFileImageStore({ dir, clock });
    let made = 0;
    const counting = {
      shrink: (webp: Buffer, width: number) => {
        made += 1;
        return encoder.shrink(webp, width);
      },
    };
    const sizes = createImageResizer({ imageStore, encoder: counting, log: silentLog });
    await imageStore.put(id, (await harness.call('getImage', { params: { name: id } })).body);
    const answers = await Promise.all(Array.from({ length: 20 }, () => sizes.get(id, 160)));
    expect(made).toBe(1);
    expect(new Set(answers.map((webp) => webp?.toString('base64'))).size).toBe(1);
    await imageStore.remove(id);
    expect(await readdir(dir)).toEqual([]);
  });

  it('does not store the copy of a picture that was removed meanwhile', async () => {
    const dir = await mkdtemp(join(harness.settings.dataDir, 'removed-'));
    const imageStore = createFileImageStore({ dir, clock });
    const removing = {
      shrink: async (webp: Buffer, width: number) => {
        await imageStore.remove(id);
        return encoder.shrink(webp, width);
      },
    };
    const sizes = createImageResizer({ imageStore, encoder: removing, log: silentLog });
    await imageStore.put(id, (await harness.call('getImage', { params: { name: id } })).body);
    expect(await sizes.get(id, 160)).not.toBeNull();
    expect(await readdir(dir)).toEqual([]);
  });

  it('serves the original instead of enlarging it', async () => {
    expect(await sizeOf(await ask('1280'))).toEqual(['webp', 1000, 500]);
    expect(await kept()).not.toContain(`${id}-1280.webp`);
  });

  it('answers 304 when the caller has the picture in that width', async () => {
    expect(await ask('160', { 'if-none-match': `"${id}-160"` })).toMatchObject({ status: 304 });
    expect(await ask('160', { 'if-none-match': `"${id}"` })).toMatchObject({ status: 200 });
  });

  it.each(['0', '161', '-320', '320.5', 'wide', ''])('answers 400 on the field w for %j', async (w) => {
    expect(await ask(w)).toMatchObject({
      status: 400,
      body: { code: 'validation', message: 'w must be one of 80, 160, 320, 640, 1280', errors: [{ field: 'w' }] },
    });
  });

  it('answers 404 for an unknown picture', async () => {
    const answer = await harness.call('getImage', { params: { name: '0'.repeat(26) }, query: { w: '320' } });
    expect(answer.status).toBe(404);
  });

  it('serves the original and logs a warning when resizing fails', async () => {
    const dir = await mkdtemp(join(harness.settings.dataDir, 'damaged-'));
    const imageStore = createFileImageStore({ dir, clock });
    await imageStore.put(id, Buffer.from('damaged'));
    const logged: string[] = [];
    const log = Object.assign(Object.create(silentLog), {
      warn: (_details: object, sentence: string) => logged.push(sentence),
    });
    const sizes = createImageResizer({ imageStore, encoder, log });
    expect((await sizes.get(id, 160))?.toString()).toBe('damaged');
    expect(logged).toEqual(['resizing failed: serving the original']);
  });
});

describe('the file image store', () => {
  it('answers 503 and leaves nothing behind when the folder is not writable', async () => {
    const broken = await startHarness(mediaService);
    await writeFile(join(broken.settings.dataDir, 'images'), 'a file in the place of the folder');
    const call = { as: worker, headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } };
    const picture = formOf(file(await plain(8, 8).png().toBuffer()));
    expect(await broken.call('uploadImage', { ...call, raw: streamOf(picture) })).toMatchObject({ status: 503 });
    expect(await broken.store.collection(images).countDocuments({})).toBe(0);
    await broken.stop();
  });

  it('removes a picture whose record could not be stored', async () => {
    const dir = join(harness.settings.dataDir, 'unrecorded');
    const operations = createImageOperations({
      settings: harness.settings,
      ids: harness.ids,
      log: silentLog,
      clock,
      imageStore: createFileImageStore({ dir, clock }),
      imageHost: undefined,
      quota: { refuseExhausted: async () => null, charge: (_owner, _size, work) => work() },
      encoder,
      budget: createUploadBudget({ limits: harness.settings.rateLimits, clock }),
      remote: { ensureStored: async () => false },
      fetcher: { probe: async () => {} },
    });
    const call = {
      whenGone: undefined,
      actor: worker,
      identity: null,
      correlationId: 'x',
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      raw: streamOf(formOf(file(await plain(8, 8).png().toBuffer()))),
      log: silentLog,
      transact: () => Promise.reject(new StoreUnavailableError('the disk is full')),
    };
    const input = { params: undefined, query: undefined, body: undefined };
    await expect(operations.uploadImage.handle(input, call)).rejects.toThrow('the disk is full');
    expect(await readdir(dir)).toEqual([]);
  });

  it('removes the unfinished file of a failed write', async () => {
    const dir = join(harness.settings.dataDir, 'half');
    const store = createFileImageStore({ dir, clock });
    await mkdir(join(dir, '01k9zzzzzzzzzzzzzzzzzzzzzz.webp', 'in-the-way'), { recursive: true });
    await expect(store.put('01k9zzzzzzzzzzzzzzzzzzzzzz', Buffer.from('x'))).rejects.toThrow(StoreUnavailableError);
    expect((await readdir(dir)).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
  });

  it('sweeps files that a crash left unfinished, but none in progress', async () => {
    const dir = join(harness.settings.dataDir, 'swept');
    await mkdir(dir);
    const old = join(dir, 'old.webp.unfinished');
    const young = join(dir, 'young.webp.unfinished');
    await Promise.all([old, young].map((path) => writeFile(path, 'x')));
    const now = clock.now() / 1000;
    await utimes(old, now - 7200, now - 7200);
    await utimes(young, now - 60, now - 60);
    await createFileImageStore({ dir, clock }).put('01k9zzzzzzzzzzzzzzzzzzzzzz', Buffer.from('x'));
    await expect(access(old)).rejects.toThrow();
    await access(young);
    expect(await readFile(join(dir, '01k9zzzzzzzzzzzzzzzzzzzzzz.webp'), 'utf8')).toBe('x');
  });

  it('rejects an invalid id', async () => {
    const store = createFileImageStore({ dir: folder(), clock });
    await expect(store.get('../jwt-secret')).rejects.toThrow('Not the id');
  });
});
