import { existsSync } from 'node:fs';
import { isoTime, systemClock } from '@piecework/base';
import { readLog } from '@piecework/event-log';
import { isEvent } from '@piecework/service-runtime/rows';
import { pagesOf } from '@piecework/store';
import { UsageError } from '../options';
import { type ArchiveLine, writeArchive } from './archive';
import { findInstallation } from './installation';
import { COLLECTIONS, type InstallationSnapshot, imageIds, withInstallationSnapshot } from './installation-snapshot';
import { readCommand, runCommand } from './with-services';

const writeAll = async (snapshot: InstallationSnapshot, write: (line: ArchiveLine) => Promise<void>) => {
  let documents = 0;
  let events = 0;
  let pictures = 0;
  for (const { service, spec } of COLLECTIONS)
    for await (const page of pagesOf(snapshot.collection(service, spec.name))) {
      await write({ service, collection: spec.name, documents: page });
      documents += page.length;
    }
  await readLog(snapshot.bus, async (record) => {
    // Quarantined: a document too, and its log position is meaningless after a restore.
    if (!isEvent(record.value)) return;
    await write({ record });
    events += 1;
  });
  for await (const image of imageIds(snapshot)) {
    const webp = await snapshot.images.get(image);
    if (!webp) continue;
    await write({ image, webp: webp.toString('base64') });
    pictures += 1;
  }
  return { documents, events, pictures };
};

/** `npm run backup -- FILE`: writes the whole state of an installation at rest into one file, independent of its engines. */
void runCommand(async () => {
  const { words, dataDir } = readCommand();
  const [file] = words;
  if (!file) throw new UsageError('Usage: npm run backup -- FILE');
  if (existsSync(file)) throw new UsageError(`${file} already exists. Name another file.`);
  const { settings, holder, isRunning } = await findInstallation(dataDir, ['user']);
  if (holder !== null || isRunning)
    throw new UsageError(
      'Piecework is running, and a back-up needs an installation at rest. Stop it, then run this command again.',
    );
  await withInstallationSnapshot(settings, async (snapshot) => {
    let counts = { documents: 0, events: 0, pictures: 0 };
    await writeArchive(file, isoTime(systemClock.now()), async (write) => {
      counts = await writeAll(snapshot, write);
    });
    console.log(`${file}: ${counts.documents} documents, ${counts.events} events and ${counts.pictures} pictures.`);
  });
  return 0;
});
