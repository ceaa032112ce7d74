import { HOUR_MS } from '@piecework/base';
import { createLeapingClock } from '@piecework/base/testing';
import { actor } from '@piecework/identity/testing';
import { type Harness, startHarness } from '@piecework/service-runtime/testing';
import { NEWCOMER, plain, upload } from '../../testing/image.fixtures';
import { mediaService } from '..';
import { hostedImages, images } from './image.store';
import { UNREFERENCED_MS } from './image.timers';

const WORKER = actor('worker');
const OWNER = `user:${WORKER.userId}`;

let clock: ReturnType<typeof createLeapingClock>;
let media: Harness;
beforeEach(async () => {
  clock = createLeapingClock();
  media = await startHarness(mediaService, { clock });
});
afterEach(() => media.stop());

const uploaded = async (who: Parameters<typeof upload>[2] = { as: WORKER }): Promise<string> =>
  (await upload(media, await plain(), who)).body.data.display_url;
const owns = async (...urls: string[]) => (await media.internal('ownsPictures', { owner: OWNER, urls })).isOwner;
const idIn = (url: string) => url.replace(/^.*\/images\/(.*)\.webp$/, '$1');

describe('a picture is the caller’s', () => {
  it('at the very address that the upload answered', async () => {
    const url = await uploaded();
    expect(await owns(url)).toBe(true);
    expect(await owns(url, await uploaded())).toBe(true);
    for (const other of [new URL(url).pathname, url.replace('.webp', ''), `${url}?w=160`, `${url}#a`])
      expect([other, await owns(other)]).toEqual([other, false]);
    expect(await owns(url.replace(/^https?:\/\/[^/]+/, 'https://elsewhere.example'))).toBe(false);
  });

  it('only if the caller has uploaded it', async () => {
    const others = [
      await uploaded({ as: actor('worker', 'other') }),
      await uploaded({ identity: NEWCOMER }),
      (await uploaded()).replace(/images\/..../, 'images/0000'),
      'https://example.com/picture.webp',
    ];
    const mine = await uploaded();
    for (const url of others) expect([url, await owns(mine, url)]).toEqual([url, false]);
  });

  it('also at an image host', async () => {
    const url = 'https://i.ibb.co/x/picture.webp';
    const facts = { bytes: 1, width: 1, height: 1, at: clock.now(), url };
    await media.store.collection(hostedImages).insertOne({ _id: 'h1', owner: 'user:other', ...facts });
    expect(await owns(url)).toBe(false);
    await media.store.collection(hostedImages).insertOne({ _id: 'h2', owner: OWNER, ...facts });
    expect(await owns(url)).toBe(true);
  });

  it('until an hour before the sweep may remove it, and as long as it is in use', async () => {
    const [free, used] = [await uploaded(), await uploaded()];
    await media.given('submission.pictures-attached', 's1', {
      submissionId: 's1',
      workerId: WORKER.userId,
      pictures: [used],
    });
    await clock.leap(UNREFERENCED_MS - 2 * HOUR_MS);
    expect(await owns(free)).toBe(true);
    await clock.leap(HOUR_MS);
    expect([await owns(free), await owns(used)]).toEqual([false, true]);
  });

  it('not while it is being removed', async () => {
    const url = await uploaded();
    await media.store.collection(images).updateOne({ _id: idIn(url) }, { $set: { removing: true } });
    expect(await owns(url)).toBe(false);
  });
});
