import { readdir } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { systemClock } from '@piecework/base';
import { createManualClock, eventually } from '@piecework/base/testing';
import { actor } from '@piecework/identity/testing';
import { type Harness, startHarness } from '@piecework/service-runtime/testing';
import sharp from 'sharp';
import { mediaService } from '..';
import { createFileImageStore } from './file-image-store';
import { hostedImages, images } from './image.store';
import { createImgbb, HOST_TIMEOUT_MS } from './imgbb';

const KEY = '0123456789abcdef';
const DISPLAY_URL = 'https://i.ibb.example/abc/picture.webp';
/** A response of https://api.imgbb.com, shortened. */
const ANSWER = {
  data: { id: 'abc', url: 'https://i.ibb.example/abc/full.webp', display_url: DISPLAY_URL, width: '8', height: '8' },
  success: true,
  status: 200,
};
const INVALID_KEY = {
  status_code: 400,
  error: { message: `Invalid API v1 key ${KEY}.`, code: 100 },
  status_txt: 'Bad Request',
};

type Behaviour = (response: ServerResponse, request: IncomingMessage) => void;
const json =
  (status: number, body: unknown): Behaviour =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const startHost = async () => {
  const calls: { method: string; address: string; form: FormData }[] = [];
  let behave: Behaviour = json(200, ANSWER);
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request);
    const form = await new Response(new Uint8Array(bytes), {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    }).formData();
    calls.push({ method: request.method ?? '', address: request.url ?? '', form });
    behave(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/1/upload`,
    calls,
    behave: (next: Behaviour) => {
      behave = next;
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
};

let host: Awaited<ReturnType<typeof startHost>>;
beforeEach(async () => {
  host = await startHost();
});
afterEach(() => host.stop());

describe('uploadImage with IMAGES=imgbb', () => {
  let media: Harness;
  const worker = actor('worker');
  beforeEach(async () => {
    media = await startHarness(mediaService, { env: { IMAGES: 'imgbb', IMGBB_API_KEY: KEY, IMGBB_URL: host.url } });
  });
  afterEach(() => media.stop());

  const upload = async (picture: Buffer | string) => {
    const form = new FormData();
    form.append('image', new Blob([new Uint8Array(Buffer.from(picture))]), 'picture.jpg');
    const request = new Request('http://x', { method: 'POST', body: form });
    return media.call('uploadImage', {
      as: worker,
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      raw: Readable.from([Buffer.from(await request.arrayBuffer())], { objectMode: false }),
    });
  };
  const photo = () =>
    sharp({ create: { width: 8, height: 8, channels: 3, background: '#3a41c6' } })
      .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .jpeg()
      .toBuffer();
  const nothingKept = async () => {
    expect(await media.store.collection(images).find({})).toEqual([]);
    expect(await readdir(join(media.settings.dataDir, 'images')).catch(() => [])).toEqual([]);
  };

  it("encodes the picture, sends it with the key and answers the host's URL", async () => {
    expect(await upload(await photo())).toMatchObject({
      status: 201,
      body: { success: true, data: { display_url: DISPLAY_URL, width: 8, height: 8 } },
    });
    const [call, ...others] = host.calls;
    expect(others).toEqual([]);
    expect([call?.method, call?.address]).toEqual(['POST', `/1/upload?key=${KEY}`]);
    expect([...(call?.form.keys() ?? [])]).toEqual(['image']);
    const sent = Buffer.from(await new Response(call?.form.get('image') ?? '').arrayBuffer());
    const { format, exif } = await sharp(sent).metadata();
    expect([format, exif]).toEqual(['webp', undefined]);
    await nothingKept();
    expect(await media.store.collection(hostedImages).find({})).toMatchObject([
      { owner: `user:${worker.userId}`, url: DISPLAY_URL, bytes: sent.length, width: 8, height: 8 },
    ]);
  });

  it('sends no refused picture to the host', async () => {
    for (const file of ['just text', '<svg xmlns="http://www.w3.org/2000/svg"/>', ''])
      expect((await upload(file)).status).toBe(400);
    expect(host.calls).toEqual([]);
  });

  it.each<[string, Behaviour]>([
    ['that fails', json(500, { error: { message: 'Internal' } })],
    ['that refuses the key', json(400, INVALID_KEY)],
    ['that has had too many', json(429, {})],
    ['that answers with a page', (response) => void response.end('<html>Maintenance</html>')],
    ['that reports a failure with status 200', json(200, { ...ANSWER, success: false })],
    ['without an address', json(200, { success: true, data: {} })],
    ['with an address without TLS', json(200, { success: true, data: { display_url: 'http://i.ibb.example/a' } })],
    ['with a script as its address', json(200, { success: true, data: { display_url: 'javascript:alert(1)' } })],
    ['that breaks off', (_response, request) => void request.socket.destroy()],
  ])('answers 503 and stores nothing when the host %s', async (_what, behaviour) => {
    host.behave(behaviour);
    expect(await upload(await photo())).toMatchObject({
      status: 503,
      headers: { 'content-type': 'application/problem+json', 'retry-after': '1' },
      body: { code: 'image-host-down', message: expect.stringContaining('Nothing you typed is lost') },
    });
    await nothingKept();
    expect(await media.store.collection(hostedImages).countDocuments({})).toBe(0);
  });

  it('answers 503 while the host is unreachable, and succeeds afterwards', async () => {
    const { url } = host;
    await host.stop();
    expect(await upload(await photo())).toMatchObject({ status: 503, body: { code: 'image-host-down' } });
    host = await startHost();
    const back = await startHarness(mediaService, {
      env: { IMAGES: 'imgbb', IMGBB_API_KEY: KEY, IMGBB_URL: host.url },
    });
    await media.stop();
    media = back;
    expect(url).not.toBe('');
    expect((await upload(await photo())).status).toBe(201);
  });

  it('serves earlier local pictures in every size', async () => {
    const id = '01k9zzzzzzzzzzzzzzzzzzzzzz';
    const webp = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#fff' } })
      .webp()
      .toBuffer();
    const dir = join(media.settings.dataDir, 'images');
    await createFileImageStore({ dir, clock: systemClock }).put(id, webp);
    const whole = await media.call('getImage', { params: { name: `${id}.webp` } });
    expect([whole.status, whole.body.equals(webp)]).toEqual([200, true]);
    const small = await media.call('getImage', { params: { name: `${id}.webp` }, query: { w: '160' } });
    expect(await sharp(small.body).metadata()).toMatchObject({ width: 160 });
  });
});

describe('createImgbb', () => {
  const logged: string[] = [];
  const log = { error: (...words: unknown[]) => void logged.push(JSON.stringify(words)) };
  const open = (clock = systemClock, url = host.url) =>
    createImgbb({ access: { apiKey: KEY, url }, clock, log: log as never });
  beforeEach(() => {
    logged.length = 0;
  });

  it.each<[string, Behaviour]>([
    ['it repeats the key', json(400, INVALID_KEY)],
    ['it sends the picture elsewhere', (response) => void response.writeHead(307, { location: `/?key=${KEY}` }).end()],
    ['it breaks off', (_response, request) => void request.socket.destroy()],
  ])('logs without the key: %s', async (_what, behaviour) => {
    host.behave(behaviour);
    expect(await open().publish(Buffer.from('webp'))).toEqual({ failure: 'image-host-down' });
    expect(logged).toHaveLength(1);
    expect(logged.join()).not.toContain(KEY);
    expect(logged.join()).toContain('reason');
  });

  it('follows no redirect', async () => {
    host.behave((response) => void response.writeHead(307, { location: host.url }).end());
    await open().publish(Buffer.from('webp'));
    expect(host.calls).toHaveLength(1);
  });

  it('times out', async () => {
    host.behave(() => {});
    const clock = createManualClock();
    const publishing = open(clock).publish(Buffer.from('webp'));
    await eventually(() => host.calls.length > 0);
    await clock.advance(HOST_TIMEOUT_MS);
    expect(await publishing).toEqual({ failure: 'image-host-down' });
  });

  it('aborts an endless response', async () => {
    let sent = 0;
    host.behave((response) => {
      const more = () => {
        if (response.destroyed || sent > 50 * 1024 * 1024) return;
        sent += 64 * 1024;
        response.write(Buffer.alloc(64 * 1024, 'x'), more);
      };
      more();
    });
    expect(await open().publish(Buffer.from('webp'))).toEqual({ failure: 'image-host-down' });
    expect(sent).toBeLessThan(20 * 1024 * 1024);
  });
});
