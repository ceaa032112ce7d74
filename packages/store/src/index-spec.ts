import { checkPath } from './document';
import { checkOptions } from './filter';
import type { AnyCollectionSpec, IndexSpec, Scalar } from './store';

type Key = [path: string, direction: 1 | -1][];

export interface CheckedIndex {
  /** `_id` ends every sort, so it also ends the key of a non-unique index. */
  key: Key;
  paths: string[];
  unique: boolean;
  partial: Record<string, Scalar>;
}

const checkIndex = (index: IndexSpec<never>): CheckedIndex => {
  const key = Object.entries(index.key).map(([path, direction]): Key[number] => [
    checkPath(path),
    (direction as unknown) === -1 ? -1 : 1,
  ]);
  const last = key.at(-1);
  if (last === undefined) throw new Error('an index needs at least one field');
  checkOptions(index, ['key', 'unique', 'partialFilterExpression']);
  const partial = (index.partialFilterExpression ?? {}) as Record<string, Scalar>;
  for (const path of Object.keys(partial)) checkPath(path);
  const paths = key.map(([path]) => path);
  const unique = index.unique === true;
  if (!unique && !paths.includes('_id')) key.push(['_id', last[1]]);
  return { key, paths, unique, partial };
};

export const checkCollection = (spec: AnyCollectionSpec): CheckedIndex[] => {
  if (!/^[A-Za-z][\w-]*$/.test(spec.name) || /^sqlite_/i.test(spec.name))
    throw new Error(`${JSON.stringify(spec.name)} is not a collection name`);
  return spec.indexes.map((index) => checkIndex(index as IndexSpec<never>));
};
