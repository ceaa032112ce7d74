import * as notification from '@piecework/notification/stores';
import * as runtime from '@piecework/service-runtime/rows';
import {
  type AnyCollectionSpec,
  type Collection,
  type CollectionSpec,
  type Document,
  pagesOf,
  type Store,
  UnpreparedCollectionError,
} from '@piecework/store';
import * as submission from '@piecework/submission/stores';
import * as task from '@piecework/task/stores';
import * as user from '@piecework/user/stores';
import * as wallet from '@piecework/wallet/stores';

/** Services whose documents are audited; media keeps no coins and emits no event. */
export const AUDITED_SERVICES = ['user', 'task', 'submission', 'wallet', 'notification'] as const;
export type AuditedService = (typeof AUDITED_SERVICES)[number];

/** Each counts documents of a table of the {@link Snapshot}, which has the name of their collection. */
export const TALLIES: Readonly<Record<AuditedService, readonly runtime.AnyTally[]>> = {
  user: [user.userTally],
  task: [task.taskTally, task.postingTally, task.reviewTally, task.workTally],
  submission: [
    ...[submission.submissionTally, submission.workDayTally, submission.pendingPayTally, submission.placesPayTally],
    submission.batchWorkTally,
  ],
  wallet: [
    ...[wallet.accountTally, wallet.worldTally, wallet.withdrawalTally, wallet.paymentTally],
    ...[wallet.askedTally, wallet.earningsTally, wallet.flowTally, wallet.paidInTally],
    wallet.adjustmentTally,
  ],
  notification: [notification.notificationTally],
};

/** `isStable`: no transaction wrote it while the documents were read, so a recount of them must equal it. */
export type CounterRow = runtime.CounterDocument & { service: AuditedService; isStable: boolean };

type Table<T extends Document> = ReadonlyMap<string, T>;

/** A row of a batch without its values, of which there may be 20 MB; of a check with the expected ones. */
export type AuditedRow = Pick<submission.RowDocument, '_id' | 'fileId' | 'number' | 'state' | 'expected'>;

interface Source {
  service: AuditedService;
  spec: AnyCollectionSpec;
  documents: Map<string, Document>;
  /** What is kept of a document. */
  kept: (document: Document) => Document;
  stale: Set<string> | 'all';
}

const BATCH = 500;
/** Documents per query of a whole collection: bounds each answer to a few MB. */
const PAGE = 5000;

const readAll = async (rows: Collection<Document>, keep: (document: Document) => void): Promise<void> => {
  try {
    for await (const page of pagesOf(rows, PAGE)) for (const document of page) keep(document);
  } catch (error) {
    // A collection that the next start of a newer release will create counts as empty.
    if (!(error instanceof UnpreparedCollectionError)) throw error;
  }
};

const read = async ({ spec, documents, kept, stale }: Source, store: Store): Promise<void> => {
  const rows = store.collection(spec as CollectionSpec<Document>);
  if (stale === 'all') {
    documents.clear();
    return readAll(rows, (document) => documents.set(document._id, kept(document)));
  }
  const ids = [...stale];
  for (let at = 0; at < ids.length; at += BATCH) {
    const some = ids.slice(at, at + BATCH);
    for (const id of some) documents.delete(id);
    for (const document of await rows.find({ _id: { $in: some } })) documents.set(document._id, kept(document));
  }
};

export const createSnapshot = (stores: Readonly<Record<AuditedService, Store>>) => {
  const sources: Source[] = [];
  const table = <T extends Document, K extends Document = T>(
    service: AuditedService,
    spec: CollectionSpec<T>,
    kept: (document: T) => K = (document) => document as Document as K,
  ): Table<K> => {
    const keep = kept as unknown as Source['kept'];
    const source: Source = { service, spec, documents: new Map(), kept: keep, stale: 'all' };
    sources.push(source);
    return source.documents as unknown as Table<K>;
  };

  /** A table of the collection over all services, keyed by service and id. */
  const everywhere = <T extends Document>(spec: CollectionSpec<T>) => {
    const tables = AUDITED_SERVICES.map((service) => ({ service, rows: table(service, spec) }));
    const all = new Map<string, T & { service: AuditedService }>();
    const gather = () => {
      all.clear();
      for (const { service, rows } of tables)
        for (const row of rows.values()) all.set(`${service}:${row._id}`, { ...row, service });
    };
    return { all, gather };
  };
  // Read before and after the documents: sources are read in this order.
  const countersBefore = everywhere(runtime.counters);
  const outbox = everywhere(runtime.outboxRows);
  const parked = everywhere(runtime.parkedRows);
  const acts = everywhere(runtime.adminActs);

  const tables = {
    users: table('user', user.users),
    personNotes: table('user', user.personNotes),
    suspensions: table('user', user.suspensions),
    reportCases: table('user', user.reportCases),
    tasks: table('task', task.tasks),
    additions: table('task', task.additions),
    work: table('task', task.work),
    taskBlocks: table('task', task.blocks),
    places: table('submission', submission.taskPlaces),
    submissions: table('submission', submission.submissions),
    reservations: table('submission', submission.reservations),
    forms: table('submission', submission.forms),
    pages: table('submission', submission.pages),
    batches: table('submission', submission.batches),
    rowFiles: table('submission', submission.rowFiles),
    rows: table('submission', submission.rows, ({ values: _, search: _text, ...row }): AuditedRow => row),
    batchWorkers: table('submission', submission.batchWorkers),
    blocks: table('submission', submission.blocks),
    accounts: table('wallet', wallet.accounts),
    transfers: table('wallet', wallet.transfers),
    entries: table('wallet', wallet.entries),
    bonuses: table('wallet', wallet.bonuses),
    withdrawals: table('wallet', wallet.withdrawals),
    payoutRates: table('wallet', wallet.payoutRates),
    adjustments: table('wallet', wallet.adjustments),
    payments: table('wallet', wallet.payments),
    notifications: table('notification', notification.notifications),
    inboxes: table('notification', notification.inboxes),
    adminNews: table('notification', notification.adminNews),
    mails: table('notification', notification.mails),
  };
  const countersAfter = everywhere(runtime.counters);
  const counted = new Map<string, CounterRow>();
  const gatherCounters = () => {
    countersBefore.gather();
    countersAfter.gather();
    counted.clear();
    for (const [key, row] of countersAfter.all)
      counted.set(key, { ...row, isStable: countersBefore.all.get(key)?.writes === row.writes });
  };

  return {
    ...tables,
    counters: counted,
    adminActs: acts.all,
    parked: parked.all,
    /** Events of all services that are committed and not known to be published. */
    outbox: outbox.all,
    /** Marks documents as stale for the next `refresh`. An id of null marks the whole collection. */
    changed: (service: AuditedService, writes: readonly { collection: string; id: string | null }[]) => {
      for (const { collection, id } of writes) {
        for (const source of sources) {
          if (source.service !== service || source.spec.name !== collection || source.stale === 'all') continue;
          if (id === null) source.stale = 'all';
          else source.stale.add(id);
        }
      }
    },
    /** Reads the stale documents; the first time, everything. */
    refresh: async () => {
      for (const source of sources) {
        if (source.stale !== 'all' && source.stale.size === 0) continue;
        await read(source, stores[source.service]);
        source.stale = new Set();
      }
      gatherCounters();
      acts.gather();
      parked.gather();
      outbox.gather();
    },
    /** Number of documents that were read, without those of the runtime. */
    size: () => Object.values(tables).reduce((total, { size }) => total + size, 0),
    /** Drops the cache, so that the next `refresh` reads everything. */
    reset: () => {
      for (const source of sources) source.stale = 'all';
    },
  };
};

/** The stored state that the invariants cover. */
export type Snapshot = ReturnType<typeof createSnapshot>;
