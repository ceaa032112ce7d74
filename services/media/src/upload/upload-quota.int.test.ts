import { HOUR_MS } from '@piecework/base';
import { createManualClock } from '@piecework/base/testing';
import { actor } from '@piecework/identity/testing';
import { type Harness, startHarness } from '@piecework/service-runtime/testing';
import { NEWCOMER, noise, plain, upload, WORKER } from '../../testing/image.fixtures';
import { mediaService } from '..';
import { images } from '../image/image.store';
import { chargeOf, quotaRefusal, quotasOf } from './upload-quota';
import { uploadedBytes } from './upload-quota.store';

const MEGABYTE = 1024 * 1024;

describe('quotasOf', () => {
  const limits = {
    uploadMegabytesPerDay: 50,
    unregisteredUploadMegabytesPerDay: 10,
    allUnregisteredUploadMegabytesPerDay: 4096,
  };

  it('allows an account more than an unregistered identity', () => {
    expect(quotasOf('user:ann', limits)).toEqual([{ of: 'user:ann', bytes: 50 * MEGABYTE }]);
    expect(quotasOf('identity:ann', limits)).toEqual([
      { of: 'identity:ann', bytes: 10 * MEGABYTE },
      { of: 'identities', bytes: 4096 * MEGABYTE },
    ]);
  });

  it('charges a tiny picture a minimum', () => {
    expect([chargeOf(50), chargeOf(MEGABYTE)]).toEqual([16 * 1024, MEGABYTE]);
  });

  it.each([
    [Date.UTC(2026, 10, 22, 9), 15 * 3600, '15 hours'],
    [Date.UTC(2026, 10, 22, 23, 30), 1800, '30 minutes'],
    [Date.UTC(2026, 10, 22, 23, 59, 59, 500), 1, 'a minute'],
  ])('counts the seconds to the next UTC day: %i', (now, retryAfter, words) => {
    expect(quotaRefusal(now)).toMatchObject({
      failure: 'too-many-requests',
      retryAfter,
      message: expect.stringMatching(new RegExp(`today.*Nothing you typed is lost.* in ${words}`)),
    });
  });
});

describe('the daily quota', () => {
  let clock: ReturnType<typeof createManualClock>;
  const DAY = '2026-11-22';
  const MIDNIGHT = Date.UTC(2026, 10, 23);
  /** Used part of 1 MB. */
  const USED = 0.75 * MEGABYTE;
  let media: Harness;
  let large: Buffer;
  beforeAll(async () => {
    // About 0.2 MB as WebP: the remaining quota fits one, not two.
    large = await noise(400, 400);
  });
  beforeEach(async () => {
    clock = createManualClock(Date.UTC(2026, 10, 22, 20));
    const RATE_LIMITS = 'uploadMegabytesPerDay=1,unregisteredUploadMegabytesPerDay=1';
    media = await startHarness(mediaService, { clock, env: { RATE_LIMITS } });
    const owners = [`user:${WORKER.userId}`, `user:${actor('buyer').userId}`, `identity:${NEWCOMER.uid}`];
    const used = owners.map((owner) => ({ _id: `${DAY} ${owner}`, bytes: USED, expiresAt: MIDNIGHT }));
    await media.store.collection(uploadedBytes).insertMany(used);
  });
  afterEach(() => media.stop());

  const counted = async () => (await media.store.collection(uploadedBytes).find({})).map(({ bytes }) => bytes);
  const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status);

  it('refuses uploads beyond it with 429, a message and Retry-After', async () => {
    expect((await upload(media, large)).status).toBe(201);
    expect(await upload(media, large)).toMatchObject({
      status: 429,
      headers: { 'retry-after': '14400' },
      body: { code: 'too-many-requests', message: expect.stringContaining('Nothing you typed is lost') },
    });
    expect((await upload(media, await plain())).status).toBe(201);
    expect(await media.store.collection(images).countDocuments({})).toBe(2);
    expect(await media.runtime.gauges.piecework_picture_quota_refusals?.value()).toBe(1);
  });

  it('counts stored bytes', async () => {
    await upload(media, large);
    const [record] = await media.store.collection(images).find({});
    expect(await counted()).toContain(USED + (record?.bytes ?? 0));
  });

  it('is shared by all unregistered identities', async () => {
    await media.stop();
    const RATE_LIMITS = 'allUnregisteredUploadMegabytesPerDay=1';
    media = await startHarness(mediaService, { clock, env: { RATE_LIMITS } });
    const statusOf = async (n: number) =>
      (await upload(media, large, { identity: { ...NEWCOMER, uid: `new-${n}` } })).status;
    const answers: number[] = [];
    for (let n = 0; n < 8; n++) answers.push(await statusOf(n));
    expect(answers.slice(0, 2)).toEqual([201, 201]);
    expect(answers.at(-1)).toBe(429);
    expect((await upload(media, large)).status).toBe(201);
  });

  it('is separate per owner', async () => {
    expect((await upload(media, large)).status).toBe(201);
    expect((await upload(media, large, { as: actor('buyer') })).status).toBe(201);
    expect((await upload(media, large, { identity: NEWCOMER })).status).toBe(201);
    expect((await upload(media, large, { identity: NEWCOMER })).status).toBe(429);
  });

  it('holds for concurrent uploads', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload(media, large)));
    expect(statuses(answers).sort()).toEqual([201, 429, 429, 429, 429, 429]);
    expect(await media.store.collection(images).countDocuments({})).toBe(1);
  });

  it('refuses an owner without remaining bytes before decoding', async () => {
    await media.store.collection(uploadedBytes).updateMany({}, { $set: { bytes: MEGABYTE } });
    expect((await upload(media, Buffer.from('no picture'))).status).toBe(429);
  });

  it('resets with the next UTC day, which purges the previous one', async () => {
    await upload(media, large);
    expect((await upload(media, large)).status).toBe(429);
    await clock.leap(4 * HOUR_MS);
    expect((await upload(media, large)).status).toBe(201);
    await clock.advance(5000);
    await media.settle();
    expect(await counted()).toHaveLength(1);
  });

  it('is not charged for a failed upload', async () => {
    await media.stop();
    media = await startHarness(mediaService, {
      clock,
      env: { IMAGES: 'imgbb', IMGBB_API_KEY: '0123456789abcdef', IMGBB_URL: 'http://127.0.0.1:1/' },
    });
    expect((await upload(media, large)).status).toBe(503);
    expect(await media.store.collection(uploadedBytes).sum({}, 'bytes')).toBe(0);
  });
});
