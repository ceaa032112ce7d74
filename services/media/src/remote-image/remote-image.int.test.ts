import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { silentLog, systemClock, utcDayOf } from '@piecework/base';
import { createManualClock, eventually } from '@piecework/base/testing';
import { pictureAddressOf, shownPicture } from '@piecework/domain';
import { actor } from '@piecework/identity/testing';
import { type Harness, startHarness } from '@piecework/service-runtime/testing';
import { StoreUnavailableError } from '@piecework/store';
import sharp from 'sharp';
import { buildConnector } from 'undici';
import { plain } from '../../testing/image.fixtures';
import { createMediaService } from '..';
import { refusals } from '../image/image';
import { images } from '../image/image.store';
import type { ImageStore } from '../image/image-store';
import { MIN_CHARGE, quotaRefusal } from '../upload/upload-quota';
import { uploadedBytes } from '../upload/upload-quota.store';
import { createRemotePictures, FETCH_WAIT_MS } from './remote-image';
import { isFetchable, isPublicAddress } from './remote-image.addresses';
import { createFetcher, FETCH_TIMEOUT_MS, type FetcherOptions } from './remote-image.fetcher';

const MEGABYTE = 1024 * 1024;

describe('isPublicAddress and isFetchable', () => {
  it.each([
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.100.100.200',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'localhost',
    '',
  ])('refuse the address %j', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::200e'])(
    'accept the address %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    'http://pictures.example/a.png',
    'https://pictures.example:8443/a.png',
    'https://user@pictures.example/a.png',
    'https://user:word@pictures.example/a.png',
    'https://127.0.0.1/a.png',
    'https://2130706433/a.png',
    'https://0x7f.1/a.png',
    'https://[::1]/a.png',
    'https://8.8.8.8/a.png',
    'file:///etc/passwd',
    'ftp://pictures.example/a.png',
  ])('refuse the URL %s', (url) => {
    expect(isFetchable(new URL(url))).toBe(false);
  });

  it('accept https with a host name and the default port', () => {
    expect(isFetchable(new URL('https://pictures.example/a.png?size=9'))).toBe(true);
    expect(isFetchable(new URL('https://pictures.example:443/a.png'))).toBe(true);
  });
});

type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;
const sends =
  (body: Buffer | string, status = 200, headers: Record<string, string> = {}): Behaviour =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body);

const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../../fixtures', name));
/** Self-signed for `pictures.example`, until 2126. */
const ca = fixture('pictures.example.crt');

const startHost = async () => {
  const asked: IncomingMessage[] = [];
  let behave: Behaviour = sends('nothing', 404);
  const server: Server = createServer({ key: fixture('pictures.example.key'), cert: ca }, (request, response) => {
    asked.push(request);
    behave(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    behave: (next: Behaviour) => {
      behave = next;
      asked.length = 0;
    },
    /** Differs from production in the port and the trusted CA only. */
    connector: ((lookup) => {
      const connect = buildConnector({ lookup, ca });
      return (options, callback) => connect({ ...options, port: String(port) }, callback);
    }) satisfies FetcherOptions['connector'],
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
};

let host: Awaited<ReturnType<typeof startHost>>;
beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host.stop());

const URL_THERE = 'https://pictures.example/a.png';

describe('the fetcher', () => {
  const open = (options: Partial<FetcherOptions> = {}) =>
    createFetcher({
      clock: systemClock,
      resolve: async () => ['127.0.0.1'],
      isAllowed: () => true,
      connector: host.connector,
      ...options,
    });

  it('downloads a file and sends no information about the viewer', async () => {
    host.behave(sends('a picture'));
    expect((await open().fetch(URL_THERE)).toString()).toBe('a picture');
    const [{ headers } = {} as IncomingMessage] = host.asked;
    expect(Object.keys(headers).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
  });

  it.each([
    ['private', ['127.0.0.1']],
    ['private beside public ones', ['8.8.8.8', '10.0.0.1']],
    ['mapped into IPv6', ['::ffff:127.0.0.1']],
    ['nowhere', []],
  ])('connects to no host whose address is %s', async (_what, addresses) => {
    host.behave(sends('a secret'));
    const fetcher = open({ resolve: async () => addresses, isAllowed: isPublicAddress });
    await expect(fetcher.fetch(URL_THERE)).rejects.toThrow(/public internet|no address/);
    expect(host.asked).toEqual([]);
  });

  it('connects to the checked address although DNS changes', async () => {
    host.behave(sends('a picture'));
    let lookups = 0;
    const checked: string[] = [];
    const fetcher = open({
      resolve: async () => [lookups++ === 0 ? '127.0.0.1' : '169.254.169.254'],
      isAllowed: (address) => Boolean(checked.push(address)),
    });
    await fetcher.fetch(URL_THERE);
    expect(checked).toEqual(['127.0.0.1']);
    expect(lookups).toBe(1);
  });

  it.each([
    'http://pictures.example/',
    'https://127.0.0.1/',
    'https://pictures.example:22/',
    'https://[::ffff:7f00:1]/',
  ])('follows no redirect to %s', async (location) => {
    host.behave(sends('', 302, { location }));
    await expect(open().fetch(URL_THERE)).rejects.toThrow('URL is not allowed');
    expect(host.asked).toHaveLength(1);
  });

  it('checks the address of a redirect', async () => {
    host.behave(sends('', 302, { location: 'https://inside.example/' }));
    const fetcher = open({
      resolve: async (name) => [name === 'inside.example' ? '10.0.0.1' : '127.0.0.1'],
      isAllowed: (address) => address === '127.0.0.1',
    });
    await expect(fetcher.fetch(URL_THERE)).rejects.toThrow('public internet');
    expect(host.asked).toHaveLength(1);
  });

  it('follows three redirects at most', async () => {
    const hops =
      (most: number): Behaviour =>
      (request, response) => {
        const hop = Number(request.url?.slice(1)) || 0;
        if (hop < most) response.writeHead(302, { location: `/${hop + 1}` }).end();
        else response.end('there');
      };
    host.behave(hops(3));
    expect((await open().fetch(URL_THERE)).toString()).toBe('there');
    host.behave(hops(4));
    await expect(open().fetch(URL_THERE)).rejects.toThrow('too many redirects');
  });

  it('aborts at 5 MB', async () => {
    host.behave(sends(Buffer.alloc(5 * MEGABYTE)));
    expect(await open().fetch(URL_THERE)).toHaveLength(5 * MEGABYTE);
    let sent = 0;
    host.behave((_request, response) => {
      const more = () => {
        if (response.destroyed || sent > 100 * MEGABYTE) return;
        sent += 64 * 1024;
        response.write(Buffer.alloc(64 * 1024), more);
      };
      more();
    });
    await expect(open().fetch(URL_THERE)).rejects.toThrow('too large');
    expect(sent).toBeLessThan(50 * MEGABYTE);
  });

  it('times out', async () => {
    host.behave((_request, response) => void response.write('a'));
    const clock = createManualClock();
    const fetching = open({ clock }).fetch(URL_THERE);
    fetching.catch(() => {});
    await eventually(() => host.asked.length > 0);
    await clock.advance(FETCH_TIMEOUT_MS);
    await expect(fetching).rejects.toThrow('timed out');
  });

  it('rejects a certificate of another name', async () => {
    host.behave(sends('a picture'));
    await expect(open().fetch('https://other.example/a.png')).rejects.toThrow(/altnames/);
  });
});

let clock: ReturnType<typeof createManualClock>;
let media: Harness;
const startMedia = async () => {
  clock = createManualClock();
  const module = createMediaService(() =>
    createFetcher({
      clock: systemClock,
      resolve: async () => ['127.0.0.1'],
      isAllowed: () => true,
      connector: host.connector,
    }),
  );
  media = await startHarness(module, { clock });
};

describe('getImage of a picture on another host', () => {
  beforeEach(startMedia);
  afterEach(() => media.stop());

  const { id } = pictureAddressOf(URL_THERE);
  const getPicture = (w?: string, url = URL_THERE) =>
    media.call('getImage', { params: { name: `${pictureAddressOf(url).id}.webp` }, query: w ? { w } : {} });
  const post = (taskId = 't1', imageUrl = URL_THERE) =>
    media.given('task.funding-requested', taskId, {
      taskId,
      title: 'T',
      buyerId: 'b',
      buyerRoleVersion: 0,
      places: 1,
      payable: 1,
      cost: 1,
      imageUrl,
    });

  it('fetches it at the first request and keeps it unchanged', async () => {
    host.behave(sends(await plain(400, 200)));
    await post();
    expect(host.asked).toEqual([]);
    const answer = await getPicture();
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } });
    expect(await sharp(answer.body).metadata()).toMatchObject({ format: 'webp', width: 400, height: 200 });
    host.behave(sends(await plain(10, 10)));
    expect((await getPicture()).body.equals(answer.body)).toBe(true);
    expect(await sharp((await getPicture('160')).body).metadata()).toMatchObject({ width: 160, height: 80 });
    expect(host.asked).toEqual([]);
  });

  it('fetches it once for concurrent requests', async () => {
    host.behave(sends(await plain()));
    await post();
    const answers = await Promise.all(Array.from({ length: 10 }, () => getPicture()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(host.asked).toHaveLength(1);
  });

  it('answers 404 after a bounded wait and fetches on in the background', async () => {
    let finish = () => {};
    const picture = await plain();
    host.behave((_request, response) => {
      finish = () => void response.end(picture);
    });
    await post();
    const pending = getPicture();
    await eventually(() => host.asked.length > 0);
    await clock.advance(FETCH_WAIT_MS);
    expect((await pending).status).toBe(404);
    finish();
    expect((await getPicture()).status).toBe(200);
    expect(host.asked).toHaveLength(1);
  });

  it('fetches only pictures that a task or a user references', async () => {
    host.behave(sends(await plain()));
    expect((await getPicture()).status).toBe(404);
    expect(host.asked).toEqual([]);
  });

  it.each<[string, Behaviour]>([
    ['answers 500', sends('', 500)],
    ['sends a page', sends('<html><script>alert(1)</script></html>')],
    ['sends an SVG', sends('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ])('answers 404 for a host that %s, and retries only after the backoff', async (_what, behaviour) => {
    host.behave(behaviour);
    await post();
    expect((await getPicture()).status).toBe(404);
    expect((await getPicture()).status).toBe(404);
    expect(host.asked).toHaveLength(1);
    host.behave(sends(await plain()));
    await clock.advance(5 * 60 * 1000 - 1);
    expect((await getPicture()).status).toBe(404);
    await clock.advance(1);
    expect((await getPicture()).status).toBe(200);
  });

  it('counts it in the quota of its owner, and fetches nothing beyond it', async () => {
    const ofPoster = { _id: `${utcDayOf(clock.now())} user:b` };
    const counts = media.store.collection(uploadedBytes);
    host.behave(sends(await plain(400, 200)));
    await post();
    expect((await getPicture()).status).toBe(200);
    expect(await counts.findOne(ofPoster)).toMatchObject({ bytes: MIN_CHARGE });
    await counts.updateOne(ofPoster, { $set: { bytes: 50 * MEGABYTE } });
    const another = `${URL_THERE}?2`;
    await post('t2', another);
    expect((await getPicture(undefined, another)).status).toBe(404);
    expect(host.asked).toHaveLength(1);
  });

  it.each([
    ['the store is unavailable', { put: async () => Promise.reject(new StoreUnavailableError('full')) }, undefined],
    ['a quota is used up', {}, quotaRefusal(0)],
  ])('retries after five minutes, however often %s', async (_why, imageStore, spent) => {
    await post();
    const failing = createRemotePictures({
      store: media.store,
      transact: media.transact,
      clock,
      log: silentLog,
      imageStore: imageStore as ImageStore,
      encoder: { encode: async () => ({ webp: Buffer.of(), width: 1, height: 1 }) },
      fetcher: { fetch: async () => Buffer.of() },
      quota: { refuseExhausted: async () => spent ?? null, charge: (_owner, _size, work) => work() },
    });
    for (let times = 0; times < 6; times++) {
      expect(await failing.ensureStored(id)).toBe(false);
      await clock.advance(5 * 60 * 1000);
    }
    host.behave(sends(await plain()));
    expect((await getPicture()).status).toBe(200);
  });

  it('retries at once when only the decoders were busy', async () => {
    await post();
    const crowded = createRemotePictures({
      store: media.store,
      transact: media.transact,
      clock,
      log: silentLog,
      imageStore: {} as ImageStore,
      encoder: { encode: async () => refusals.crowded() },
      fetcher: { fetch: async () => Buffer.of() },
      quota: { refuseExhausted: async () => null, charge: (_owner, _size, work) => work() },
    });
    expect(await crowded.ensureStored(id)).toBe(false);
    host.behave(sends(await plain()));
    expect((await getPicture()).status).toBe(200);
  });

  it('counts and sweeps it like an upload', async () => {
    host.behave(sends(await plain()));
    await post();
    await post('t2');
    await getPicture();
    const gone = { places: { version: 0, open: 0, pending: 0, approved: 0 }, title: 'T', coins: 0 };
    await media.given('task.deleted', 't1', { taskId: 't1', buyerId: 'b', ...gone });
    const record = () => media.store.collection(images).findOne({ _id: id });
    expect(await record()).toMatchObject({ references: 1, url: URL_THERE, bytes: expect.any(Number) });
    await media.given('task.deleted', 't2', { taskId: 't2', buyerId: 'b', ...gone });
    expect(await record()).toMatchObject({ references: 0, freeSince: clock.now() });
  });
});

describe('checkPictures', () => {
  beforeEach(startMedia);
  afterEach(() => media.stop());

  const buyer = { ...actor('buyer'), userId: 'b' };
  const check = (...urls: string[]) => media.call('checkPictures', { as: buyer, body: { urls } });
  const isUnreachable = async () => ((await check(URL_THERE)).body as { unreachable: string[] }).unreachable;

  it('reads the head of the answer only, and stores nothing', async () => {
    let isClosed = false;
    host.behave((_request, response) => {
      response.on('close', () => {
        isClosed = true;
      });
      response.writeHead(200, { 'content-type': 'image/png' }).write('the first bytes');
    });
    expect(await isUnreachable()).toEqual([]);
    await eventually(() => isClosed);
    expect(host.asked).toHaveLength(1);
    expect(await media.store.collection(images).countDocuments({})).toBe(0);
  });

  it.each([
    ['an error', sends('gone', 404)],
    ['a page', sends('<!doctype html>', 200, { 'content-type': 'text/html' })],
    ['more than 5 MB', sends('', 200, { 'content-length': String(5 * MEGABYTE + 1) })],
    ['a redirect to a port', sends('', 302, { location: 'https://pictures.example:22/' })],
  ])('finds no picture at %s', async (_what, behaviour) => {
    host.behave(behaviour);
    expect(await isUnreachable()).toEqual([URL_THERE]);
  });

  it('calls no host for a picture of the media service, and each address once', async () => {
    host.behave(sends('a picture'));
    await check(URL_THERE, URL_THERE, `/images/${'0'.repeat(26)}`);
    expect(host.asked).toHaveLength(1);
  });

  it('counts each check as a tiny upload, and checks nothing beyond the quota of the day', async () => {
    host.behave(sends('a picture'));
    await check(URL_THERE, `${URL_THERE}?2`);
    const _id = `${utcDayOf(clock.now())} user:b`;
    const counts = media.store.collection(uploadedBytes);
    expect(await counts.findOne({ _id })).toMatchObject({ bytes: 2 * MIN_CHARGE });
    await counts.updateOne({ _id }, { $set: { bytes: 50 * MEGABYTE } });
    expect((await check(URL_THERE)).status).toBe(429);
    expect(host.asked).toHaveLength(2);
  });
});

describe('shownPicture', () => {
  const settings = { gatewayOrigin: 'https://api.piecework.example' };
  const ID = '01k9zzzzzzzzzzzzzzzzzzzzzz';

  it.each(['', `/images/${ID}.webp`])('keeps %j', (url) => {
    expect(shownPicture(url, settings)).toBe(url);
  });

  it('uses localhost only for a gateway on this machine', () => {
    const local = `http://127.0.0.1:3080/images/${ID}.webp`;
    expect(shownPicture(local, { gatewayOrigin: 'http://localhost:3080' })).toBe(local);
    expect(shownPicture(local, settings)).toBe(`${settings.gatewayOrigin}/images/${ID}.webp`);
  });

  it('points to the gateway for pictures of any host', () => {
    const own = `${settings.gatewayOrigin}/images/${ID}.webp`;
    expect(shownPicture(own, settings)).toBe(own);
    expect(shownPicture(`https://old.example/images/${ID}.webp`, settings)).toBe(own);
    const shown = shownPicture(URL_THERE, settings);
    expect(shown).toMatch(/^https:\/\/api\.piecework\.example\/images\/[0-9a-z]{26}\.webp$/);
    expect(shownPicture(`${URL_THERE}?2`, settings)).not.toBe(shown);
    expect(shownPicture(shown, settings)).toBe(shown);
  });
});
