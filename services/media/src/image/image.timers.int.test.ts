// Runs on MongoDB and Kafka too: sweeps of two replicas.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR_MS, silentLog } from '@piecework/base';
import { createManualClock } from '@piecework/base/testing';
import type { EventData } from '@piecework/contracts';
import { type Harness, startHarness, sweepOnce } from '@piecework/service-runtime/testing';
import { plain, upload } from '../../testing/image.fixtures';
import { mediaService } from '..';
import { createFileImageStore } from './file-image-store';
import { images } from './image.store';
import { createImageSweep, UNREFERENCED_MS } from './image.timers';
import { references } from './image-reference.store';
import type { ImageStore } from './image-store';

const SWEEP_EVERY_MS = 5000;

/** `skip` passes days without running each timer. */
const createSkippingClock = () => {
  const manual = createManualClock();
  let skipped = 0;
  return {
    ...manual,
    now: () => manual.now() + skipped,
    skip: (ms: number) => {
      skipped += ms;
    },
  };
};

let clock: ReturnType<typeof createSkippingClock>;
let media: Harness;
beforeEach(async () => {
  clock = createSkippingClock();
  media = await startHarness(mediaService, { clock });
});
afterEach(() => media.stop());

const uploaded = async (): Promise<string> => (await upload(media, await plain(400, 200))).body.data.display_url;
const idIn = (url: string) => url.replace(/^.*\/images\/(.*)\.webp$/, '$1');
const shown = async (url: string, w?: string) =>
  (await media.call('getImage', { params: { name: idIn(url) }, query: w ? { w } : {} })).status;
const kept = async () => (await readdir(join(media.settings.dataDir, 'images')).catch(() => [])).sort();
const gauge = (name: string) => media.runtime.gauges[name]?.value();

const createSweep = (imageStore?: ImageStore) => {
  const { transact, settings } = media;
  const files = () => createFileImageStore({ dir: join(settings.dataDir, 'images'), clock });
  return createImageSweep({ transact, log: silentLog, imageStore: imageStore ?? files() });
};
const sweep = async ({ isCaughtUp = true, imageStore = undefined as ImageStore | undefined } = {}) => {
  const { sweep: timer, swept } = createSweep(imageStore);
  await sweepOnce(timer, media, { clock, isCaughtUp });
  return swept();
};
const sweepAfter = (ms: number) => {
  clock.skip(ms);
  return sweep();
};

const requested = (taskId: string, imageUrl = ''): EventData<'task.funding-requested'> => ({
  taskId,
  buyerId: 'user-buyer',
  buyerRoleVersion: 0,
  places: 1,
  payable: 1,
  cost: 1,
  title: 'T',
  imageUrl,
});
const NO_PLACES = { version: 0, open: 0, pending: 0, approved: 0 };
const begin = (taskId: string, imageUrl?: string) =>
  media.given('task.funding-requested', taskId, requested(taskId, imageUrl));
const decline = (taskId: string) =>
  media.given('task.funding-declined', taskId, {
    taskId,
    buyerId: 'user-buyer',
    cost: 1,
    reason: 'insufficient-coins',
  });
const end = (taskId: string) =>
  media.given('task.deleted', taskId, { taskId, buyerId: 'user-buyer', places: NO_PLACES, title: 'T', coins: 0 });
const register = (userId: string, userPhotoURL: string) =>
  media.given('user.registered', userId, {
    userId,
    email: 'a@example.com',
    userName: 'Ada',
    userPhotoURL,
    role: 'worker',
  });
const close = (userId: string) =>
  media.given('user.closed', userId, { userId, email: 'a@example.com', role: 'worker', roleVersion: 1 });
const changeProfile = (userId: string, userPhotoURL: string, profileVersion: number) =>
  media.given('user.profile-changed', userId, { userId, userName: 'Ada', userPhotoURL, profileVersion });
const attach = (submissionId: string, ...pictures: string[]) =>
  media.given('submission.pictures-attached', submissionId, { submissionId, workerId: 'user-worker', pictures });
const attachToMessage = (messageId: string, url: string) =>
  media.given('message.pictures-attached', messageId, { messageId, authorId: 'user-worker', pictures: [url] });
const praise = (testimonialId: string, userPhotoURL: string) =>
  media.given('testimonial.added', testimonialId, { testimonialId, userPhotoURL });

describe('a new picture of a user', () => {
  it('is kept, and the former one is removed', async () => {
    const [first, second] = [await uploaded(), await uploaded()];
    await register('user-ada', first);
    await changeProfile('user-ada', second, 1);
    expect(await sweepAfter(UNREFERENCED_MS)).toBe(1);
    expect([await shown(first), await shown(second)]).toEqual([404, 200]);
    await changeProfile('user-ada', second, 2);
    expect(await sweepAfter(2 * UNREFERENCED_MS)).toBe(0);
    await changeProfile('user-ada', '', 3);
    expect(await sweepAfter(UNREFERENCED_MS)).toBe(1);
    expect(await shown(second)).toBe(404);
  });

  it('is not kept for an account that has been closed', async () => {
    const url = await uploaded();
    await close('user-ada');
    await changeProfile('user-ada', url, 1);
    expect(await sweepAfter(UNREFERENCED_MS)).toBe(1);
  });
});

describe('the sweep', () => {
  it('removes an unreferenced picture in every size after 24 hours, not before', async () => {
    const url = await uploaded();
    expect([await shown(url), await shown(url, '160')]).toEqual([200, 200]);
    expect(await sweepAfter(UNREFERENCED_MS - 1)).toBe(0);
    expect(await shown(url)).toBe(200);
    expect(await sweepAfter(1)).toBe(1);
    expect([await shown(url), await shown(url, '160')]).toEqual([404, 404]);
    expect(await kept()).toEqual([]);
    expect(await media.store.collection(images).countDocuments({})).toBe(0);
  });

  it('runs as a job of the service and counts removed pictures', async () => {
    const url = await uploaded();
    expect([await gauge('piecework_pictures_kept'), await gauge('piecework_pictures_bytes')]).toEqual([
      1,
      expect.any(Number),
    ]);
    clock.skip(UNREFERENCED_MS);
    await clock.advance(SWEEP_EVERY_MS);
    await media.settle();
    expect(await gauge('piecework_pictures_swept')).toBe(1);
    expect(await gauge('piecework_pictures_kept')).toBe(0);
    expect(await shown(url)).toBe(404);
  });

  it('keeps pictures while events are pending', async () => {
    const url = await uploaded();
    clock.skip(UNREFERENCED_MS);
    expect(await sweep({ isCaughtUp: false })).toBe(0);
    expect(await shown(url)).toBe(200);
  });

  it('keeps records older than the sweep', async () => {
    const url = await uploaded();
    await media.store
      .collection(images)
      .updateOne({ _id: idIn(url) }, { $unset: { references: true, freeSince: true } });
    await begin('t1', url);
    await end('t1');
    expect(await sweepAfter(100 * UNREFERENCED_MS)).toBe(0);
    expect(await shown(url)).toBe(200);
  });

  it('continues a removal that a crash interrupted', async () => {
    const url = await uploaded();
    clock.skip(UNREFERENCED_MS);
    const dying = { remove: () => Promise.reject(new Error('killed')) } as unknown as ImageStore;
    expect(await sweep({ imageStore: dying })).toBe(0);
    expect(await media.store.collection(images).findOne({ _id: idIn(url) })).toMatchObject({ removing: true });
    expect(await sweepAfter(0)).toBe(1);
    expect(await kept()).toEqual([]);
  });

  /** Removes no file; runs `then` in place of the removal of `url`. */
  const removing = (url: string, then: () => Promise<unknown>) =>
    ({
      remove: async (id: string) => {
        if (id === idIn(url)) await then();
      },
    }) as unknown as ImageStore;

  it('keeps a picture that is referenced during the round', async () => {
    const [first = '', second = ''] = [await uploaded(), await uploaded()].sort();
    clock.skip(UNREFERENCED_MS);
    expect(await sweep({ imageStore: removing(first, () => begin('t1', second)) })).toBe(1);
    expect([await shown(second), await gauge('piecework_pictures_missing')]).toEqual([200, 0]);
  });

  it('marks a picture as missing that is referenced during its removal', async () => {
    const url = await uploaded();
    clock.skip(UNREFERENCED_MS);
    expect(await sweep({ imageStore: removing(url, () => begin('t1', url)) })).toBe(1);
    expect(await gauge('piecework_pictures_missing')).toBe(1);
  });

  it('counts a picture once when two replicas sweep at the same time', async () => {
    await Promise.all([uploaded(), uploaded(), uploaded()]);
    clock.skip(UNREFERENCED_MS);
    const counts = await Promise.all([sweepAfter(0), sweepAfter(0)]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(3);
    expect(await kept()).toEqual([]);
  });

  const insertUnreferenced = async (count: number): Promise<string[]> => {
    const now = clock.now();
    const ids = Array.from({ length: count }, (_, n) => n.toString().padStart(26, '0'));
    const record = { owner: 'user:x', bytes: 1, width: 1, height: 1, at: now, references: 0, freeSince: now };
    await media.store.collection(images).insertMany(ids.map((_id) => ({ ...record, _id })));
    clock.skip(UNREFERENCED_MS);
    return ids;
  };

  it('removes pictures although many older ones cannot be removed', async () => {
    const ids = await insertUnreferenced(250);
    const stuck = {
      remove: async (id: string) => {
        if (id < (ids[150] as string)) throw new Error('the disk says no');
      },
    } as unknown as ImageStore;
    expect(await sweep({ imageStore: stuck })).toBe(100);
  });
});

describe('a reference keeps a picture', () => {
  const referrers: [string, (url: string) => Promise<unknown>, (() => Promise<unknown>) | null][] = [
    ['by a task', (url) => begin('t1', url), () => end('t1')],
    ['by a task whose funding is declined in the end', (url) => begin('t1', url), () => decline('t1')],
    ['by a person', (url) => register('u1', url), () => close('u1')],
    ['by a testimonial', (url) => praise('x1', url), null],
    ['by a submission', (url) => attach('s1', url), null],
    ['by a message', (url) => attachToMessage('t1:w1:1', url), null],
  ];
  it.each(referrers)('%s', async (_who, start, stop) => {
    const url = await uploaded();
    await start(url);
    expect(await sweepAfter(10 * UNREFERENCED_MS)).toBe(0);
    expect(await shown(url)).toBe(200);
    if (!stop) return;
    await stop();
    expect(await sweepAfter(UNREFERENCED_MS - 1)).toBe(0);
    expect(await sweepAfter(1)).toBe(1);
    expect(await media.store.collection(references).find({})).toEqual([]);
  });

  it('each of the pictures of a submission, and no picture of a draft that was never sent', async () => {
    const [first, second, dropped] = [await uploaded(), await uploaded(), await uploaded()];
    await attach('s1', first, second);
    // A resubmission.
    await attach('s1', second);
    expect(await media.store.collection(images).findOne({ _id: idIn(second) })).toMatchObject({ references: 1 });
    expect(await sweepAfter(10 * UNREFERENCED_MS)).toBe(1);
    expect([await shown(first), await shown(second), await shown(dropped)]).toEqual([200, 200, 404]);
  });

  it('until the last of several references ends', async () => {
    const url = await uploaded();
    await begin('t1', url);
    await praise('x1', url);
    await begin('t2', new URL(url).pathname);
    await end('t1');
    await end('t2');
    expect(await sweepAfter(10 * UNREFERENCED_MS)).toBe(0);
  });

  it('for 24 hours after the last end, in any order of the events', async () => {
    const url = await uploaded();
    await begin('t1', url);
    await begin('t2', url);
    const late = await end('t2');
    clock.skip(HOUR_MS);
    await end('t1');
    const { freeSince } = (await media.store.collection(images).findOne({ _id: idIn(url) })) ?? {};
    expect(freeSince).toBe(Date.parse(late.occurredAt) + HOUR_MS);
  });

  it('no longer when a task is declined before its request arrives', async () => {
    const url = await uploaded();
    await decline('t1');
    await begin('t1', url);
    expect(await media.store.collection(references).find({})).toEqual([]);
    expect(await sweepAfter(UNREFERENCED_MS)).toBe(1);
  });

  it('once per referrer, however often an event is delivered', async () => {
    const url = await uploaded();
    const event = await begin('t1', url);
    await media.redeliver(event);
    expect(await media.store.collection(images).findOne({ _id: idIn(url) })).toMatchObject({ references: 1 });
  });

  it('only when the event has a picture of this installation', async () => {
    await uploaded();
    await begin('old');
    await begin('elsewhere', 'https://pictures.example/a.webp');
    await register('u1', '');
    expect(await sweepAfter(UNREFERENCED_MS)).toBe(1);
    expect(await gauge('piecework_pictures_missing')).toBe(0);
  });
});

it('and counts it as missing when it was removed before, until the task ends', async () => {
  const url = await uploaded();
  await sweepAfter(UNREFERENCED_MS);
  await begin('t1', url);
  expect(await gauge('piecework_pictures_missing')).toBe(1);
  await end('t1');
  expect(await gauge('piecework_pictures_missing')).toBe(0);
});
