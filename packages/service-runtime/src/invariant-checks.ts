import type { Clock, Log } from '@piecework/base';
import { isoTime } from '@piecework/base';
import type { CheckState } from '@piecework/contracts';
import type { CollectionSpec, Document, Filter, FindOptions, Transaction } from '@piecework/store';
import type { GaugeSpec } from './gauges';

export interface InvariantCheck {
  help: string;
  /** Rejects when the check is inconclusive. */
  holds: () => Promise<boolean>;
}

/** A check and its last result, for the integrity console. */
export interface CheckResult {
  name: string;
  state: CheckState;
  /** ISO time of the first result of this state in a row, since the start. Absent before the first result. */
  since?: string | undefined;
}

const FIRST_LOOK_MS = 5_000;
const EVERY_MS = 60_000;

const GAUGE_VALUES: Readonly<Record<CheckState, number>> = { holds: 1, broken: 0, unknown: Number.NaN };

/** `piecework_ledger_balanced` is the check `ledger-balanced`. */
const checkName = (gauge: string): string => gauge.replace(/^piecework_/, '').replaceAll('_', '-');

/** Runs the checks in the background; a scrape reads the last result: 1 holds, 0 broken, NaN inconclusive. */
export const createInvariantChecks = (deps: {
  invariantChecks: Readonly<Record<string, InvariantCheck>>;
  clock: Clock;
  log: Log;
}) => {
  const { clock, log } = deps;
  const invariantChecks = Object.entries(deps.invariantChecks);
  const seen = new Map<string, { state: CheckState; since: number }>();
  let isStopped = false;
  let cancel = () => {};

  const see = (name: string, state: CheckState) => {
    if (seen.get(name)?.state !== state) seen.set(name, { state, since: clock.now() });
  };
  const runCheck = async (name: string, { holds }: InvariantCheck) => {
    try {
      const isOn = await holds();
      if (!isOn && seen.get(name)?.state !== 'broken') log.error({ check: name }, 'invariant violated');
      see(name, isOn ? 'holds' : 'broken');
    } catch (error) {
      see(name, 'unknown');
      if (!isStopped) log.warn({ err: error, check: name }, 'invariant check failed');
    }
  };
  const lookAtAll = async () => {
    for (const [name, check] of invariantChecks) if (!isStopped) await runCheck(name, check);
    if (!isStopped) cancel = clock.after(EVERY_MS, () => void lookAtAll());
  };

  const gauges: Record<string, GaugeSpec> = Object.fromEntries(
    invariantChecks.map(([name, { help }]) => [
      name,
      { help, value: async () => GAUGE_VALUES[seen.get(name)?.state ?? 'unknown'] },
    ]),
  );
  return {
    gauges,
    results: (): CheckResult[] =>
      invariantChecks.map(([name]) => {
        const { state = 'unknown', since } = seen.get(name) ?? {};
        return { name: checkName(name), state, ...(since !== undefined && { since: isoTime(since) }) };
      }),
    start: () => {
      if (invariantChecks.length > 0) cancel = clock.after(FIRST_LOOK_MS, () => void lookAtAll());
    },
    /** Does not wait: a running check only reads, and fails at its next read once the store is closed. */
    stop: () => {
      isStopped = true;
      cancel();
    },
  };
};

const ROUND = 250;
/** Attempts per document that keeps changing, until the next round. */
const ATTEMPTS = 3;

export interface IncrementalScanOptions<T extends Document> {
  store: Transaction;
  spec: CollectionSpec<T>;
  /** Must change with anything that `isSound` compares, in the same transaction. */
  versionOf: (document: T) => number | string;
  isSound: (document: T) => Promise<boolean>;
  log: Log;
}

/** Checks a fixed number of documents per round, independent of the store's size. Resolves to whether none is known to be broken. */
export const createIncrementalScan = <T extends Document>(
  options: IncrementalScanOptions<T>,
): (() => Promise<boolean>) => {
  const { store, spec, versionOf, isSound, log } = options;
  const documents = store.collection(spec);
  const broken = new Set<string>();
  let last = '';

  const read = (_id: string) => documents.findOne({ _id } as Filter<T>);

  const next = async (): Promise<T[]> => {
    const inOrder = { sort: { _id: 1 }, limit: ROUND } as FindOptions<T>;
    const batch = await documents.find({ _id: { $gt: last } } as Filter<T>, inOrder);
    last = batch.length < ROUND ? '' : (batch.at(-1)?._id ?? '');
    return batch;
  };

  /** A verdict counts only if the version is the same before and after. */
  const judge = async (document: T): Promise<void> => {
    let before: T | null = document;
    for (let attempt = 0; attempt < ATTEMPTS && before; attempt++) {
      const sound = await isSound(before);
      const after = await read(document._id);
      if (after && versionOf(after) === versionOf(before)) return note(document._id, sound);
      before = after;
    }
    if (!before) broken.delete(document._id);
  };

  const note = (_id: string, sound: boolean) => {
    if (!sound && !broken.has(_id))
      log.error({ collection: spec.name, subject: _id }, 'document violates an invariant');
    if (sound) broken.delete(_id);
    else broken.add(_id);
  };

  return async () => {
    for (const _id of [...broken]) {
      const document = await read(_id);
      if (document) await judge(document);
      else broken.delete(_id);
    }
    for (const document of await next()) await judge(document);
    return broken.size === 0;
  };
};
