import { silentLog, systemClock } from '@piecework/base';
import { createManualClock, eventually } from '@piecework/base/testing';
import { describeWithDocker } from '@piecework/base/testing/docker';
import { startHarness } from '@piecework/service-runtime/testing';
import { StoreUnavailableError } from '@piecework/store';
import { type MongoContainer, startMongoContainer } from '@piecework/store/testing/mongo';
import { MongoClient, ObjectId } from 'mongodb';
import { imageStoreSuite } from '../../testing/image-store.suite';
import { mediaService } from '..';
import { createGridFsImageStore } from './gridfs-image-store';

const ID = '01k9zzzzzzzzzzzzzzzzzzzzzz';
const A_MINUTE = 60_000;

describeWithDocker('pictures in GridFS', () => {
  let container: MongoContainer;
  let client: MongoClient;
  let uri: string;
  let database: string;

  beforeAll(async () => {
    container = await startMongoContainer({ inMemory: true });
    uri = container.uri;
    client = await new MongoClient(uri).connect();
  });
  afterAll(async () => {
    await client?.close();
    await container?.stop();
  });
  beforeEach(() => {
    database = `images_${new ObjectId().toHexString()}`;
  });
  afterEach(() => client.db(database).dropDatabase());

  const open = (options: Partial<Parameters<typeof createGridFsImageStore>[0]> = {}) =>
    createGridFsImageStore({ uri, database, clock: systemClock, log: silentLog, ...options });
  const files = () => client.db(database).collection('images.files');
  const chunks = () => client.db(database).collection('images.chunks');
  const kept = async () => [
    ...(await files().find().toArray()).map(({ filename }) => `file ${filename}`),
    ...(await chunks().find().toArray()).map(({ files_id, n }) => `piece ${files_id} ${n}`),
  ];

  imageStoreSuite('GridFS', async () => ({ store: open(), another: () => open(), kept }));

  it('hides pictures of which a crash left only the chunks', async () => {
    const store = open();
    await chunks().insertOne({ files_id: new ObjectId(), n: 0, data: Buffer.from('half') });
    expect(await store.get(ID)).toBeNull();
    await store.close();
  });

  it('sweeps uploads that a crash left unfinished, but none in progress', async () => {
    const twoHoursAgo = Math.floor(Date.now() / 1000) - 7200;
    const begunThen = (n: number) => new ObjectId(twoHoursAgo.toString(16) + n.toString(16).padStart(16, '0'));
    const old = Array.from({ length: 1500 }, (_, n) => begunThen(n));
    const young = new ObjectId();
    const finished = begunThen(99_999);
    const pieces = [...old, young, finished].flatMap((files_id) =>
      [0, 1].map((n) => ({ files_id, n, data: Buffer.from('x') })),
    );
    await chunks().insertMany(pieces);
    await files().insertOne({ _id: finished, filename: 'finished.webp', length: 2, uploadDate: new Date() });
    const store = open();
    await store.put(ID, Buffer.from('new'));
    const pieceOwners = async () => new Set((await chunks().find().toArray()).map(({ files_id }) => String(files_id)));
    await eventually(async () => (await pieceOwners()).size === 3);
    const left = await pieceOwners();
    expect(left).toContain(String(young));
    expect(left).toContain(String(finished));
    await store.close();
  });

  it('deletes an upload that completes after its timeout', async () => {
    const clock = createManualClock();
    const store = open({ clock });
    await store.put(ID, Buffer.from('first'));
    await store.remove(ID);
    await pause(async () => {
      const put = store.put(ID, Buffer.from('late'));
      await clock.advance(A_MINUTE);
      await expect(put).rejects.toThrow(StoreUnavailableError);
    });
    await eventually(async () => (await kept()).length === 0);
    await store.close();
  });

  it('throws StoreUnavailableError when the server is unreachable, and after close', async () => {
    const store = open();
    await store.put(ID, Buffer.from('kept'));
    const away = open({ uri: 'mongodb://127.0.0.1:1/?directConnection=true' });
    await expect(away.get(ID)).rejects.toThrow(StoreUnavailableError);
    await expect(away.put(ID, Buffer.from('x'))).rejects.toThrow(StoreUnavailableError);
    await expect(away.remove(ID)).rejects.toThrow(StoreUnavailableError);
    await away.close();
    await store.close();
    await expect(store.get(ID)).rejects.toThrow(StoreUnavailableError);
  });

  it('serves a media service whose documents are in another store, and closes with it', async () => {
    const harness = await startHarness(mediaService, { env: { IMAGES: 'gridfs', MONGODB_URI: uri } });
    expect(await harness.call('getImage', { params: { name: `${ID}.webp` } })).toMatchObject({ status: 404 });
    await harness.stop();
  });

  const pause = async (work: () => Promise<void>) => {
    await container.freeze();
    try {
      await work();
    } finally {
      await container.thaw();
    }
  };
});
