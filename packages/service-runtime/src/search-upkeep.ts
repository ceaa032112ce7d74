import { type Clock, type Log, sleep } from '@piecework/base';
import { SEARCH_FORM, searchKey } from '@piecework/contracts';
import {
  type AnyCollectionSpec,
  type CollectionSpec,
  collection,
  type Document,
  type Store,
} from '@piecework/store';
import { outboxOwners } from './events/outbox-owners';

interface SearchForm extends Document {
  form: number;
  /** Name of the collection is the `_id`. All documents up to this `_id` are rewritten; `true`: all. */
  rewritten: string | true;
}
export const searchForms = collection<SearchForm>('searchForms');

/** Documents per read. */
const SLICE = 500;
const PAUSE_MS = 10;
const RETRY_MS = 30_000;

/**
 * Brings the search texts of an earlier release to the present form (docs/adr/0073): once per store, in slices, from where a crash left it.
 * Several processes may do the same, because each write depends on the text that was read.
 */
export const createSearchUpkeep = (deps: {
  store: Store;
  collections: readonly AnyCollectionSpec[];
  clock: Clock;
  log: Log;
}) => {
  const { store, clock, log } = deps;
  const specs = deps.collections.filter(({ searchField }) => searchField !== undefined);
  const forms = store.collection(searchForms);
  const stopping = new AbortController();
  let running = Promise.resolve();

  const write = (name: string, rewritten: string | true) =>
    forms.updateOne({ _id: name }, { $set: { form: SEARCH_FORM, rewritten } }, { upsert: true });

  /** True at the end of the collection. */
  const rewriteSlice = async (spec: CollectionSpec<Document>): Promise<boolean> => {
    const field = spec.searchField as string;
    const state = await forms.findOne({ _id: spec.name });
    const after = state?.form === SEARCH_FORM ? state.rewritten : '';
    if (after === true) return true;
    const rows = store.collection(spec);
    const found = await rows.find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit: SLICE });
    for (const document of found) {
      const text = (document as Document & Record<string, unknown>)[field];
      const key = typeof text === 'string' ? searchKey(text) : text;
      // A change meanwhile has written a text of its own.
      if (key !== text)
        await rows.updateOne(
          { _id: document._id, [field]: text } as never,
          { $set: { [field]: key } } as never,
        );
    }
    const isLast = found.length < SLICE;
    await write(spec.name, isLast || (found.at(-1)?._id ?? true));
    return isLast;
  };

  /** Processes of an earlier release write its form, also behind the slices. */
  const hasEarlierRelease = async (): Promise<boolean> =>
    store.shared &&
    (await store.collection(outboxOwners).find({})).some(({ searchForm = 0 }) => searchForm < SEARCH_FORM);

  const restart = async (): Promise<void> => {
    for (const { name } of specs) await forms.deleteOne({ _id: name });
  };

  const rewrite = async (): Promise<void> => {
    for (const spec of specs)
      while (!stopping.signal.aborted && !(await rewriteSlice(spec as CollectionSpec<Document>)))
        await sleep(clock, PAUSE_MS, stopping.signal);
  };

  /** Ends when all is rewritten, unless an earlier release may write to the same store. */
  const keepRewritten = async (): Promise<void> => {
    for (let isDone = false; !isDone && !stopping.signal.aborted; ) {
      try {
        await rewrite();
        isDone = !store.shared;
        if (await hasEarlierRelease()) await restart();
      } catch (err) {
        if (!stopping.signal.aborted) log.warn({ err }, 'search texts not rewritten, will be retried');
      }
      if (!isDone) await sleep(clock, RETRY_MS, stopping.signal);
    }
  };

  return {
    /** Rewrites the first documents: a small store is complete before it is served. */
    prepare: async (): Promise<void> => {
      for (const spec of specs) await rewriteSlice(spec as CollectionSpec<Document>);
    },
    start: (): void => {
      running = keepRewritten();
    },
    stop: async (): Promise<void> => {
      stopping.abort();
      await running;
    },
  };
};
