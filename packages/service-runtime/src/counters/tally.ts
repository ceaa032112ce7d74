import { DAY_MS, utcDayOf } from '@piecework/base';
import type { CollectionSpec, Document, Filter } from '@piecework/store';

/** An owner per day (UTC): the field with its id, and the one with the time in milliseconds since 1970. */
export interface OwnerByDay<T extends Document> {
  field: keyof T & string;
  at: keyof T & string;
}

/** Counts and sums over one collection, each with a name: over all its documents, and over those of each owner. */
export interface Tally<T extends Document = Document, F extends string = string> {
  /** Unique within its service. A change of `amounts` or `by` needs a new name: under the new one the store is counted again. */
  name: string;
  of: CollectionSpec<T>;
  /** Kinds of owners, and the field with the owner's id. Of an owner per day the id is {@link dayId}. */
  by: Readonly<Record<string, (keyof T & string) | OwnerByDay<T>>>;
  /** The field with the time in milliseconds since 1970: the amounts over all documents are kept of each day (UTC) too. */
  daily?: keyof T & string;
  fields: readonly F[];
  /** What a document adds. A pure function of the document; whole numbers. */
  amounts(document: T): Partial<Record<F, number>>;
}

// biome-ignore lint/suspicious/noExplicitAny: a tally is invariant in T, so neither `never` nor `Document` takes them all
export type AnyTally = Tally<any, string>;

export type Amounts<F extends string = string> = Record<F, number>;

/** One owner: a kind of {@link Tally.by} and an id. */
export interface Owner {
  by: string;
  id: string;
}

export const tally = <T extends Document, const F extends string>(
  spec: Omit<Tally<T, F>, 'by'> & { by?: Tally<T, F>['by'] },
): Tally<T, F> => {
  for (const name of [spec.name, ...spec.fields])
    if (!/^[a-z][A-Za-z0-9]*$/.test(name)) throw new Error(`tally ${spec.name}: ${name} is no field name`);
  return Object.freeze({ by: {}, ...spec });
};

export const ownerKey = ({ by, id }: Owner): string => `${by}:${id}`;

/** @param day `YYYY-MM-DD` */
export const dayId = (id: string, day: string): string => `${id}@${day}`;

/** Inverts {@link dayId}. `start`: in milliseconds since 1970. */
export const ofDayId = (id: string): { id: string; start: number } => {
  const at = id.lastIndexOf('@');
  return { id: id.slice(0, at), start: Date.parse(id.slice(at + 1)) };
};

const dayOf = (time: unknown): string => utcDayOf(Number(time));

/** Undefined: it has no day yet. */
const ownerIdIn = (
  field: string | OwnerByDay<Document>,
  document: Document & Record<string, unknown>,
): string | undefined => {
  if (typeof field === 'string') return String(document[field]);
  const time = document[field.at];
  return time === undefined ? undefined : dayId(String(document[field.field]), dayOf(time));
};

/** Key of the group of all documents. */
export const ALL = '';

/** Key of the group of all documents of a day. No key of an owner begins like it. @param day `YYYY-MM-DD` */
export const dayGroup = (day: string): string => `@${day}`;

/** Inverts {@link dayGroup}. */
export const dayOfGroup = (group: string): string => group.slice(1);

/** What a document adds to each of its groups: {@link ALL}, its {@link dayGroup}, and its owners by {@link ownerKey}. */
export const groupsOf = (of: AnyTally, document: Document): string[] => [
  ALL,
  ...(of.daily ? [dayGroup(dayOf((document as Document & Record<string, unknown>)[of.daily]))] : []),
  ...Object.entries(of.by).flatMap(([by, field]) => {
    const id = ownerIdIn(field, document as Document & Record<string, unknown>);
    return id === undefined ? [] : [ownerKey({ by, id })];
  }),
];

export const addAmounts = (
  sums: Record<string, number>,
  amounts: Readonly<Partial<Record<string, number>>>,
  factor = 1,
): void => {
  for (const [field, amount = 0] of Object.entries(amounts))
    if (amount !== 0) sums[field] = (sums[field] ?? 0) + factor * amount;
};

export const sumsOf = (of: AnyTally, documents: readonly Document[]): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const document of documents) addAmounts(sums, of.amounts(document));
  return sums;
};

export const ownedBy = (of: AnyTally, { by, id }: Owner): Filter<Document> => {
  const field = of.by[by];
  if (field === undefined) throw new Error(`${of.name} has no owners ${by}`);
  if (typeof field === 'string') return { [field]: id } as Filter<Document>;
  const { id: owner, start } = ofDayId(id);
  return { [field.field]: owner, [field.at]: { $gte: start, $lt: start + DAY_MS } } as Filter<Document>;
};

export const amountsIn = <F extends string>(
  { fields }: { fields: readonly F[] },
  sums: Readonly<Record<string, number>> = {},
): Amounts<F> => Object.fromEntries(fields.map((field) => [field, sums[field] ?? 0])) as Amounts<F>;

export const equalAmounts = (
  { fields }: Pick<AnyTally, 'fields'>,
  one: Readonly<Record<string, number>>,
  other: Readonly<Record<string, number>>,
): boolean => fields.every((field) => (one[field] ?? 0) === (other[field] ?? 0));
