import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError, VERSION } from '@piecework/base';
import {
  type AnyCollectionSpec,
  type CollectionSpec,
  collection,
  type Document,
  type Store,
  UnpreparedCollectionError,
} from '@piecework/store';

/** This version does not read the data; `message` says what to do (docs/adr/0087). */
export class ReleaseError extends OperatorError {
  override readonly name = 'ReleaseError';
}

interface Release extends Document {
  /** Version of the program that started last. */
  version: string;
}
export const releases = collection<Release>('release');
const ID = 'release';

/** @param version of the program that wrote the data; null when it has left no marker, which every version since 1.0 does */
export const requireReadable = (what: string, version: string | null, remedy: string): void => {
  if (version !== null && Number.parseInt(version, 10) <= Number.parseInt(VERSION, 10)) return;
  const written = version === null ? 'is older than version 1.0' : `is of version ${version}`;
  throw new ReleaseError(`${what} ${written}, which version ${VERSION} cannot read: ${remedy}.`);
};

const markerOf = (dataDir: string) => join(dataDir, 'release.json');

const folderVersion = (dataDir: string): string | null => {
  // Before the marker is read: another process writes the marker before its first file.
  const isEmpty = !existsSync(dataDir) || !readdirSync(dataDir).some((name) => name.endsWith('.sqlite'));
  const marker = markerOf(dataDir);
  if (!existsSync(marker)) return isEmpty ? VERSION : null;
  return (JSON.parse(readFileSync(marker, 'utf8')) as { version: string }).version;
};

/** @throws {ReleaseError} */
export const requireReadableFolder = (dataDir: string): void =>
  requireReadable(
    `The data folder ${dataDir}`,
    folderVersion(dataDir),
    'keep it for the version that wrote it and export there what you need, or start with another folder (--data DIR) or an empty one (npm run reset)',
  );

/** Call it before the first file is created. @throws {ReleaseError} */
export const markFolder = (dataDir: string): void => {
  requireReadableFolder(dataDir);
  const marker = markerOf(dataDir);
  if (existsSync(marker) && folderVersion(dataDir) === VERSION) return;
  const draft = `${marker}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify({ version: VERSION })}\n`);
  renameSync(draft, marker);
};

const findFirst = async <T extends Document>(store: Store, spec: CollectionSpec<T>): Promise<T | null> => {
  try {
    return await store.collection(spec).findOne({});
  } catch (error) {
    if (error instanceof UnpreparedCollectionError) return null;
    throw error;
  }
};

const hasDocuments = async (store: Store, specs: readonly AnyCollectionSpec[]): Promise<boolean> => {
  for (const spec of specs) if (await findFirst(store, spec as CollectionSpec<Document>)) return true;
  return false;
};

/** Call it before the first collection is created. @throws {ReleaseError} */
export const markDatabase = async (
  store: Store,
  service: string,
  specs: readonly AnyCollectionSpec[],
): Promise<void> => {
  const findVersion = async () => (await findFirst(store, releases))?.version;
  let version: string | null | undefined = await findVersion();
  // Twice: another process may have written the marker, and then documents.
  if (version === undefined && (await hasDocuments(store, specs))) version = (await findVersion()) ?? null;
  requireReadable(
    `The database of the ${service} service`,
    version === undefined ? VERSION : version,
    'keep it for the version that wrote it and export there what you need, or start with another server (MONGODB_URI) or empty databases (npm run reset -- --yes)',
  );
  if (version === VERSION) return;
  await store.prepare([releases]);
  await store.collection(releases).updateOne({ _id: ID }, { $set: { version: VERSION } }, { upsert: true });
};
