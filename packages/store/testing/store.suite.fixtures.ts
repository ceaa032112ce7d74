import { type AnyCollectionSpec, type Collection, collection, type Filter, type Store } from '../src/store';

/** `store` changes on `reopen`, so read it each time. */
export interface Suite {
  readonly store: Store;
  col(): Collection<Thing>;
  found(filter: Filter<Thing>): Promise<string[]>;
  reopen(): Promise<void>;
}

export interface Thing {
  _id: string;
  any?: unknown;
  number?: number | null;
  text?: string | null;
  flag?: boolean | null;
  inner?: { value?: unknown; count?: number; deeper?: { value?: unknown } };
  list?: unknown[];
}

export interface Account {
  _id: string;
  email?: string | null;
  role: 'worker' | 'buyer';
  coins: number;
  joinedAt: string;
}

export interface Claim {
  _id: string;
  taskId: string;
  workerId: string;
  live: boolean;
}

export const things = collection<Thing>('things', [], { searchField: 'text' });
export const accounts = collection<Account>('accounts', [
  { key: { email: 1 }, unique: true },
  { key: { role: 1, joinedAt: -1 } },
]);
export const claims = collection<Claim>('claims', [
  { key: { taskId: 1, workerId: 1 }, unique: true, partialFilterExpression: { live: true } },
  { key: { workerId: 1 } },
]);
export const ALL: readonly AnyCollectionSpec[] = [things, accounts, claims];

export const account = (id: string, over: Partial<Account> = {}): Account => ({
  _id: id,
  email: `${id}@example.com`,
  role: 'worker',
  coins: 0,
  joinedAt: '2026-01-01T00:00:00.000Z',
  ...over,
});
export const claim = (id: string, over: Partial<Claim> = {}): Claim => ({
  _id: id,
  taskId: 't1',
  workerId: 'w1',
  live: true,
  ...over,
});

export const idsOf = (docs: readonly { _id: string }[]): string[] => docs.map((doc) => doc._id);
export const byId = { sort: { _id: 1 } } as const;
