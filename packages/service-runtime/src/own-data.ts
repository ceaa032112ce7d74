import type { Settings } from '@piecework/config';
import type { AnyCollectionSpec, CollectionSpec, Document, Filter, Store } from '@piecework/store';
import { z } from 'zod';
import { type Position, readBatch } from './http/sheet';

/** The person who downloads their data. `uid`: of the identity. */
const ownerSchema = z.object({ userId: z.string(), email: z.string(), uid: z.string() });
export type DataOwner = z.infer<typeof ownerSchema>;

type Deps = { store: Store; settings: Settings };

interface Page {
  rows: readonly object[];
  /** Of the last row; null: no rows follow. */
  after: Position | null;
}

/** A collection in `GET /own-data.zip`, as one file; or why it is not in there. */
export type OwnData = { of: readonly AnyCollectionSpec[] } & (
  | { withheld: string }
  | { file: string; read(deps: Deps, owner: DataOwner, after: Position | null): Promise<Page> }
);

interface Exported<T extends Document> {
  of: CollectionSpec<T>;
  /** Without its extension; unique among all services. */
  file: string;
  where(owner: DataOwner): Filter<NoInfer<T>>;
  /** Orders the rows: an index with the fields of the filter must continue with it. */
  by: keyof NoInfer<T> & string;
  /** Names of the contract, ISO times, no secret, and of other people only what screens show to the owner. */
  view(documents: NoInfer<T>[], deps: Deps): readonly object[] | Promise<readonly object[]>;
}

export const exported = <T extends Document>({ of, file, where, by, view }: Exported<T>): OwnData => ({
  of: [of],
  file,
  read: async (deps, owner, after) => {
    const documents = await readBatch(deps.store.collection(of), where(owner), by, 1, after);
    const last = documents.at(-1);
    return {
      rows: await view(documents, deps),
      after: last ? { value: last[by] as Position['value'], id: last._id } : null,
    };
  },
});

/** `why` completes the sentence "It is not in the download: …". */
export const withheld = (why: string, ...of: AnyCollectionSpec[]): OwnData => ({ of, withheld: why });

/** @throws when a collection is neither in the download nor withheld with a reason (P-1.24) */
export const requireOwnData = (
  name: string,
  collections: readonly AnyCollectionSpec[],
  ownData: readonly OwnData[],
): void => {
  const named = new Set(ownData.flatMap(({ of }) => of.map((spec) => spec.name)));
  const forgotten = collections.map((spec) => spec.name).filter((collection) => !named.has(collection));
  if (forgotten.length > 0)
    throw new Error(`${name}: ownData names neither a file nor a reason for ${forgotten.join(', ')}`);
};

const pageArgs = z.object({
  owner: ownerSchema,
  file: z.string(),
  after: z.object({ value: z.union([z.string(), z.number()]), id: z.string() }).nullable(),
});

/** What the gateway makes `GET /own-data.zip` of. */
export const createOwnDataReader = (deps: Deps, ownData: readonly OwnData[]) => {
  const files = new Map(ownData.flatMap((part) => ('file' in part ? [[part.file, part] as const] : [])));
  return {
    files: (): string[] => [...files.keys()],
    page: async (args: Record<string, unknown>): Promise<Page> => {
      const { owner, file, after } = pageArgs.parse(args);
      const part = files.get(file);
      if (!part) throw new Error(`No file '${file}' of own data`);
      return part.read(deps, owner, after);
    },
  };
};
