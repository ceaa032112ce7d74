import { type Clock, HOUR_MS, type Log, timeLimited } from '@piecework/base';
import { IMAGE_WIDTHS } from '@piecework/contracts';
import { WRITE_CONCERN } from '@piecework/store/mongo-write-concern';
// Types only: the driver is loaded lazily.
import type { Collection, Document, GridFSBucket, MongoClient, ObjectId } from 'mongodb';
import { fileNameOf } from './image';
import { type ImageStore, unavailable } from './image-store';

export interface GridFsImageStoreOptions {
  uri: string;
  database: string;
  clock: Clock;
  log: Pick<Log, 'warn'>;
}

const BUCKET = 'images';
/** Milliseconds: the driver has no timeout for a server that hangs. */
const CALL_TIMEOUT_MS = 10_000;
/** Milliseconds, clock skew included: older chunks without a file document are leftovers of a crash. */
const ORPHAN_AGE_MS = HOUR_MS;
const SWEEP_BATCH = 1000;

interface Opened {
  client: MongoClient;
  bucket: GridFSBucket;
  files: Collection<Document>;
  chunks: Collection<Document>;
  /** Lower bound of the ids of uploads at that time. */
  idAt(ms: number): ObjectId;
}

const open = async ({ uri, database }: GridFsImageStoreOptions): Promise<Opened> => {
  const { GridFSBucket, MongoClient, ObjectId } = await import('./gridfs-driver');
  const client = new MongoClient(uri, {
    appName: 'piecework media',
    serverSelectionTimeoutMS: CALL_TIMEOUT_MS / 2,
    connectTimeoutMS: CALL_TIMEOUT_MS / 2,
    writeConcern: WRITE_CONCERN,
    readConcern: { level: 'majority' },
  });
  const db = client.db(database);
  return {
    client,
    bucket: new GridFSBucket(db, { bucketName: BUCKET, writeConcern: WRITE_CONCERN }),
    files: db.collection(`${BUCKET}.files`),
    chunks: db.collection(`${BUCKET}.chunks`),
    idAt: (ms) => ObjectId.createFromTime(Math.floor(ms / 1000)),
  };
};

const noAnswer = () => new Error(`no answer within ${CALL_TIMEOUT_MS / 1000} s`);

/** Chunks first, then the file document that publishes them: a crash leaves only orphans. Each upload has its own id. */
const write = (bucket: GridFSBucket, name: string, webp: Buffer) => {
  const upload = bucket.openUploadStream(name);
  const written = new Promise<void>((resolve, reject) => {
    upload.once('finish', () => resolve());
    upload.once('error', reject);
  });
  upload.end(webp);
  return { id: upload.id, written };
};

const read = async ({ bucket }: Opened, name: string): Promise<Buffer | null> => {
  const [file] = await bucket.find({ filename: name }, { sort: { uploadDate: 1 }, limit: 1 }).toArray();
  if (!file) return null;
  const pieces: Buffer[] = [];
  for await (const piece of bucket.openDownloadStream(file._id)) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
};

/** File documents first: a crash leaves orphaned chunks, which the sweep removes. */
const removeUploads = async ({ files, chunks }: Opened, ids: readonly ObjectId[]): Promise<void> => {
  await files.deleteMany({ _id: { $in: [...ids] } });
  await chunks.deleteMany({ files_id: { $in: [...ids] } });
};

const sweep = async ({ files, chunks, idAt }: Opened, before: number): Promise<void> => {
  const removeOrphans = async (ids: readonly ObjectId[]) => {
    const named = await files.find({ _id: { $in: [...ids] } }, { projection: { _id: 1 } }).toArray();
    const namedIds = new Set(named.map(({ _id }) => String(_id)));
    const orphans = ids.filter((id) => !namedIds.has(String(id)));
    if (orphans.length > 0) await chunks.deleteMany({ files_id: { $in: orphans } });
  };
  let batch: ObjectId[] = [];
  const pieces = chunks
    .find({ files_id: { $lt: idAt(before) } }, { projection: { _id: 0, files_id: 1 } })
    .sort({ files_id: 1, n: 1 });
  for await (const { files_id: id } of pieces) {
    if (batch.at(-1)?.equals(id)) continue;
    if (batch.length === SWEEP_BATCH) {
      await removeOrphans(batch);
      batch = [];
    }
    batch.push(id);
  }
  await removeOrphans(batch);
};

export const createGridFsImageStore = (options: GridFsImageStoreOptions): ImageStore => {
  const { clock, log } = options;
  let opened: Promise<Opened> | undefined;
  let sweeping: Promise<void> | undefined;
  let closed = false;

  const whenOpen = async <R>(work: (opened: Opened) => Promise<R>): Promise<R> => {
    if (closed) throw unavailable('closed');
    try {
      opened ??= open(options);
      return await timeLimited(CALL_TIMEOUT_MS, opened.then(work), noAnswer, clock);
    } catch (error) {
      throw unavailable(error);
    }
  };

  const startSweep = () => {
    sweeping ??= opened
      ?.then((all) => sweep(all, clock.now() - ORPHAN_AGE_MS))
      .catch((err: unknown) => {
        sweeping = undefined;
        if (!closed) log.warn({ err }, 'orphaned chunks could not be deleted');
      });
  };

  /** A write that timed out may still complete. */
  const deleteLateUpload = ({ id, written }: ReturnType<typeof write>) =>
    void written
      .catch(() => {})
      .then(() => whenOpen((all) => removeUploads(all, [id])))
      .catch((err: unknown) => log.warn({ err }, 'a timed-out upload could not be deleted'));

  return {
    put: async (id, webp, width) => {
      const name = fileNameOf(id, width);
      let upload: ReturnType<typeof write> | undefined;
      try {
        await whenOpen(({ bucket }) => {
          upload = write(bucket, name, webp);
          return upload.written;
        });
      } catch (error) {
        if (upload) deleteLateUpload(upload);
        throw error;
      }
      startSweep();
    },
    get: async (id, width) => {
      const name = fileNameOf(id, width);
      return whenOpen((all) => read(all, name));
    },
    remove: async (id) => {
      const sizes = IMAGE_WIDTHS.map((width) => fileNameOf(id, width));
      await whenOpen(async (all) => {
        // The original first: a size that is put from here on is removed again by the resizer.
        for (const names of [[fileNameOf(id)], sizes]) {
          const uploads = await all.files.find({ filename: { $in: names } }, { projection: { _id: 1 } }).toArray();
          await removeUploads(
            all,
            uploads.map(({ _id }) => _id),
          );
        }
      });
    },
    close: async () => {
      closed = true;
      await (await opened)?.client.close();
      await sweeping;
    },
  };
};
