import { checkPath } from './document';
import { checkOptions } from './filter';
import type { AnyCollectionSpec, IndexSpec, PartialCondition } from './store';

type Key = [path: string, direction: 1 | -1][];

export interface CheckedIndex {
  /** `_id` ends every sort, so it also ends the key of a non-unique index. */
  key: Key;
  paths: string[];
  unique: boolean;
  partial: Record<string, PartialCondition>;
}

const checkPartial = (path: string, condition: PartialCondition): void => {
  checkPath(path);
  const isRange = typeof condition === 'object' && condition !== null;
  if (isRange && (Object.keys(condition).join() !== '$gt' || !Number.isFinite(condition.$gt)))
    throw new Error(`the partial index on ${path} takes a value or $gt of a number`);
};

const checkIndex = (index: IndexSpec<never>): CheckedIndex => {
  const key = Object.entries(index.key).map(([path, direction]): Key[number] => [
    checkPath(path),
    (direction as unknown) === -1 ? -1 : 1,
  ]);
  const last = key.at(-1);
  if (last === undefined) throw new Error('an index needs at least one field');
  checkOptions(index, ['key', 'unique', 'partialFilterExpression']);
  const partial = (index.partialFilterExpression ?? {}) as Record<string, PartialCondition>;
  for (const [path, condition] of Object.entries(partial)) checkPartial(path, condition);
  const paths = key.map(([path]) => path);
  const unique = index.unique === true;
  if (!unique && !paths.includes('_id')) key.push(['_id', last[1]]);
  return { key, paths, unique, partial };
};

const checkAll = (indexes: AnyCollectionSpec['indexes'] = []): CheckedIndex[] =>
  indexes.map((index) => checkIndex(index as IndexSpec<never>));

export const checkRetired = ({ retiredIndexes }: AnyCollectionSpec): CheckedIndex[] => checkAll(retiredIndexes);

export const checkCollection = (spec: AnyCollectionSpec): CheckedIndex[] => {
  if (!/^[A-Za-z][\w-]*$/.test(spec.name) || /^sqlite_/i.test(spec.name))
    throw new Error(`${JSON.stringify(spec.name)} is not a collection name`);
  return checkAll(spec.indexes);
};
