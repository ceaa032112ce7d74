import { type EventRecord, readLog } from '@piecework/event-log';
import { lockHolder } from '../data-lock';
import { UsageError } from '../options';
import { checkArchive, readArchive } from './archive';
import { findRunningService } from './find-running-service';
import { enginesOf } from './installation';
import { COLLECTIONS, type InstallationSnapshot, withInstallationSnapshot } from './installation-snapshot';
import { readCommand, runCommand } from './with-services';

const BATCH = 500;

/** Existing data belongs to another moment or another installation and would contradict the restored data. */
const refuseUnlessEmpty = async ({ collection, bus }: InstallationSnapshot) => {
  let backup: string | undefined;
  for (const { service, spec } of COLLECTIONS)
    if (await collection(service, spec.name).findOne({})) backup ??= `${spec.name} of ${service}`;
  await readLog(bus, async ({ topic }) => {
    backup ??= `the topic ${topic}`;
  });
  if (backup !== undefined)
    throw new UsageError(
      `There is something in ${backup}, and a back-up is restored into an empty installation only: npm run reset first, or name other engines.`,
    );
};

const readAll = async (snapshot: InstallationSnapshot, file: string) => {
  const counts = { documents: 0, events: 0, pictures: 0 };
  let batch: EventRecord[] = [];
  const publish = async () => {
    await snapshot.bus.publish(batch);
    counts.events += batch.length;
    batch = [];
  };
  for await (const line of readArchive(file)) {
    if ('documents' in line) {
      await snapshot.collection(line.service, line.collection).insertMany(line.documents);
      counts.documents += line.documents.length;
    } else if ('record' in line) {
      batch.push(line.record as EventRecord);
      if (batch.length === BATCH) await publish();
    } else {
      await snapshot.images.put(line.image, Buffer.from(line.webp, 'base64'));
      counts.pictures += 1;
    }
  }
  await publish();
  return counts;
};

/** `npm run restore -- FILE`: fills an empty installation from a back-up, whichever engines either uses. The next start replays every event. */
void runCommand(async () => {
  const { words, dataDir } = readCommand();
  const [file] = words;
  if (!file) throw new UsageError('Usage: npm run restore -- FILE');
  const { at } = await checkArchive(file);
  const settings = enginesOf(dataDir);
  if (lockHolder(dataDir) !== null || (await findRunningService(settings)))
    throw new UsageError('Piecework is running. Stop it, then run this command again.');
  await withInstallationSnapshot(settings, async (snapshot) => {
    await refuseUnlessEmpty(snapshot);
    const { documents, events, pictures } = await readAll(snapshot, file);
    console.log(
      `Restored as of ${at}: ${documents} documents, ${events} events and ${pictures} pictures. Start it (it handles every event again, without an effect), then run npm run audit.`,
    );
  });
  return 0;
});
