import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VERSION } from '@piecework/base';
import { collection, type Store } from '@piecework/store';
import { openTestStore, removeTestFolder } from '@piecework/store/testing';
import { markDatabase, markFolder, ReleaseError, releases, requireReadableFolder } from './release';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'piecework-release-'));
});

describe('a data folder', () => {
  const dataDir = () => join(folder, 'data');
  const marker = () => join(dataDir(), 'release.json');
  const versionOf = (file: string) => (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  const write = (name: string, text: string) => writeFileSync(join(dataDir(), name), text);

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('that does not exist is readable, and is not created', () => {
    requireReadableFolder(dataDir());
    expect(existsSync(dataDir())).toBe(false);
  });

  it('without data gets the marker', () => {
    mkdirSync(dataDir());
    write('stack.pid', '1');
    markFolder(dataDir());
    markFolder(dataDir());
    expect(versionOf(marker())).toBe(VERSION);
    expect(readdirSync(dataDir()).sort()).toEqual(['release.json', 'stack.pid']);
  });

  it('of an earlier 1.x gets the marker of this version', () => {
    mkdirSync(dataDir());
    write('release.json', '{"version":"1.0.0-alpha"}');
    write('user.sqlite', 'data');
    markFolder(dataDir());
    expect(versionOf(marker())).toBe(VERSION);
  });

  it.each([
    ['a version before 1.0', undefined, 'is older than version 1.0'],
    ['a later major version', '{"version":"2.3.4"}', 'is of version 2.3.4'],
  ])('of %s is refused and stays as it is', (_what, release, reason) => {
    mkdirSync(dataDir());
    write('events.sqlite', 'data');
    if (release) write('release.json', release);
    const before = readdirSync(dataDir());
    for (const open of [requireReadableFolder, markFolder]) {
      expect(() => open(dataDir())).toThrow(ReleaseError);
      expect(() => open(dataDir())).toThrow(
        `The data folder ${dataDir()} ${reason}, which version ${VERSION} cannot read: keep it for the version that wrote it`,
      );
    }
    expect(readdirSync(dataDir())).toEqual(before);
    if (release) expect(readFileSync(marker(), 'utf8')).toBe(release);
  });
});

describe('a database', () => {
  const rows = collection('rows');
  const specs = [collection('empty'), rows];
  let store: Store;
  beforeEach(async () => {
    store = await openTestStore(join(folder, 'service.sqlite'));
  });
  afterEach(async () => {
    await store.close();
    await removeTestFolder(folder);
  });
  const mark = () => markDatabase(store, 'wallet', specs);
  const marked = () => store.collection(releases).find({});

  it('without documents gets the marker', async () => {
    await mark();
    await store.prepare(specs);
    await store.collection(rows).insertOne({ _id: 'a' });
    await mark();
    expect(await marked()).toEqual([{ _id: 'release', version: VERSION }]);
  });

  it('of an earlier 1.x gets the marker of this version', async () => {
    await mark();
    await store.collection(releases).updateOne({ _id: 'release' }, { $set: { version: '1.0.0-alpha' } });
    await mark();
    expect(await marked()).toEqual([{ _id: 'release', version: VERSION }]);
  });

  it('with documents and no marker is refused and stays as it is', async () => {
    await store.prepare([rows]);
    await store.collection(rows).insertOne({ _id: 'a' });
    await expect(mark()).rejects.toThrow(ReleaseError);
    await expect(mark()).rejects.toThrow(
      `The database of the wallet service is older than version 1.0, which version ${VERSION} cannot read: keep it`,
    );
    await expect(marked()).rejects.toThrow('has not been prepared');
    expect(await store.collection(rows).find({})).toEqual([{ _id: 'a' }]);
  });

  it('of a later major version is refused and stays as it is', async () => {
    await mark();
    await store.collection(releases).updateOne({ _id: 'release' }, { $set: { version: '2.3.4' } });
    await expect(mark()).rejects.toThrow('is of version 2.3.4');
    expect(await marked()).toEqual([{ _id: 'release', version: '2.3.4' }]);
  });

  it('is not refused while another process marks it and writes its first documents', async () => {
    let isFirst = true;
    const other: Store = {
      ...store,
      collection: (spec) => {
        const found = store.collection(spec);
        if (spec.name !== releases.name || !isFirst) return found;
        isFirst = false;
        const findOne: typeof found.findOne = async () => {
          await mark();
          await store.prepare(specs);
          await store.collection(rows).insertOne({ _id: 'a' });
          return null;
        };
        return { ...found, findOne };
      },
    };
    await markDatabase(other, 'wallet', specs);
    expect(await marked()).toEqual([{ _id: 'release', version: VERSION }]);
  });
});
