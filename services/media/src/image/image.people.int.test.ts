// Runs on MongoDB and Kafka too: several sets of ids.
import { actor } from '@piecework/identity/testing';
import { type Harness, startHarness } from '@piecework/service-runtime/testing';
import { NEWCOMER, noise, plain, upload, WORKER } from '../../testing/image.fixtures';
import { mediaService } from '..';
import { references } from './image-reference.store';

const OTHER = actor('worker', 'other');

let media: Harness;
beforeEach(async () => {
  media = await startHarness(mediaService);
});
afterEach(() => media.stop());

const uploaded = async (picture: Buffer, who: Parameters<typeof upload>[2]) =>
  (await upload(media, picture, who)).body.data.display_url as string;
const showInProfile = (userId: string, userPhotoURL: string) =>
  media.given('user.registered', userId, {
    userId,
    email: `${userId}@example.com`,
    userName: userId,
    userPhotoURL,
    role: 'worker',
  });
const linked = (userId: string) => media.internal('linkedPeople', { userId });

test('equal pictures link those who uploaded them, in both directions, and count once', async () => {
  const picture = await noise(20, 20);
  for (const as of [WORKER, WORKER, OTHER]) await uploaded(picture, { as });
  await uploaded(await noise(20, 20), { as: actor('worker', 'third') });
  expect(await linked(WORKER.userId)).toEqual([{ userId: OTHER.userId, count: 1 }]);
  expect(await linked(OTHER.userId)).toEqual([{ userId: WORKER.userId, count: 1 }]);
  expect(await linked('unknown')).toEqual([]);
});

test('a picture that was uploaded before the registration links the profile that shows it', async () => {
  const picture = await plain();
  await showInProfile('newcomer', await uploaded(picture, { identity: NEWCOMER }));
  await uploaded(picture, { as: WORKER });
  expect(await linked(WORKER.userId)).toEqual([{ userId: 'newcomer', count: 1 }]);
  expect(await linked('newcomer')).toEqual([{ userId: WORKER.userId, count: 1 }]);
});

test('a picture of another host links those who show it, also references of an earlier release', async () => {
  const url = 'https://pictures.example/cat.webp';
  for (const userId of ['one', 'two']) await showInProfile(userId, url);
  await media.store.collection(references).updateMany({}, { $unset: { owner: true } });
  await media.given('task.funding-requested', 't', {
    taskId: 't',
    buyerId: 'three',
    buyerRoleVersion: 0,
    places: 1,
    payable: 1,
    cost: 1,
    title: 'Cats',
    imageUrl: url,
  });
  const ids = (found: { userId: string }[]) => found.map(({ userId }) => userId).sort();
  expect(ids(await linked('one'))).toEqual(['three', 'two']);
  expect(ids(await linked('three'))).toEqual(['one', 'two']);
});
