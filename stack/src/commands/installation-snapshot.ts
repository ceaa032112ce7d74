import { createLog, systemClock } from '@piecework/base';
import type { Settings } from '@piecework/config';
import type { EventBus } from '@piecework/event-log';
import { images, openImageStore } from '@piecework/media/stores';
import { openBus, openStore } from '@piecework/service-runtime/run';
import { collectionsOf, prepareStore } from '@piecework/service-runtime/runtime';
import { type Collection, type CollectionSpec, type Document, pagesOf, type Store } from '@piecework/store';
import { lockDataFolder } from '../data-lock';
import { SERVICE_MODULES } from '../services';
import { refuseMembers, usesDataFolder } from './installation';

/** The whole state of an installation at rest, independent of its engines: the source of a back-up. */
export interface InstallationSnapshot {
  stores: ReadonlyMap<string, Store>;
  bus: EventBus;
  images: ReturnType<typeof openImageStore>;
  collection(service: string, name: string): Collection<Document>;
}

/** Every collection of every service, in no particular order. */
export const COLLECTIONS: readonly { service: string; spec: CollectionSpec<Document> }[] = SERVICE_MODULES.flatMap(
  (module) => collectionsOf(module).map((spec) => ({ service: module.name, spec: spec as CollectionSpec<Document> })),
);

/** A copy taken while services write would not be of one moment. */
const refuseRunning = async ({ events, kafka }: Settings) => {
  if (events !== 'kafka') return;
  const { withKafkaCleanup } = await import('@piecework/event-log/kafka-cleanup');
  await withKafkaCleanup(kafka, async ({ groups }) => refuseMembers(groups));
};

export const withInstallationSnapshot = async <R>(
  settings: Settings,
  work: (snapshot: InstallationSnapshot) => Promise<R>,
): Promise<R> => {
  await refuseRunning(settings);
  const log = createLog('command', 'error');
  // In opening order; closed in reverse.
  const opened: { close(): Promise<void> }[] = [];
  const keep = <T extends { close(): Promise<void> }>(part: T): T => {
    opened.push(part);
    return part;
  };
  try {
    if (usesDataFolder(settings)) {
      const unlock = lockDataFolder(settings.dataDir, 0);
      opened.push({ close: async () => unlock() });
    }
    const bus = keep(await openBus(settings, log));
    const stores = new Map<string, Store>();
    for (const module of SERVICE_MODULES) {
      const store = keep(await openStore(settings, module.name));
      stores.set(module.name, store);
      await prepareStore(store, module);
    }
    const collection = (service: string, name: string) => {
      const spec = COLLECTIONS.find((one) => one.service === service && one.spec.name === name)?.spec;
      const store = stores.get(service);
      if (!spec || !store) throw new Error(`This release has no collection ${name} in ${service}`);
      return store.collection(spec);
    };
    const imageStore = keep(openImageStore({ settings, clock: systemClock, log }));
    return await work({ stores, bus, images: imageStore, collection });
  } finally {
    for (const part of opened.reverse()) await part.close();
  }
};

/** Ids of all uploaded pictures, without the resized copies, which are made again on request. */
export async function* imageIds({ stores }: InstallationSnapshot): AsyncGenerator<string> {
  const rows = stores.get('media')?.collection(images as CollectionSpec<Document>);
  if (!rows) return;
  for await (const page of pagesOf(rows)) for (const { _id } of page) yield _id;
}
