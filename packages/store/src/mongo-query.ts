import { createHash } from 'node:crypto';
import type { Document as Fields, IndexDescription } from 'mongodb';
import { type Condition, sortCriteria } from './filter';
import type { CheckedIndex } from './index-spec';
import { containing, type FindOptions, type Update } from './store';

export const toFilter = (condition: Condition): Fields => {
  switch (condition.op) {
    case 'and': {
      const parts = condition.parts.map(toFilter);
      return parts.length > 1 ? { $and: parts } : (parts[0] ?? {});
    }
    case 'or':
      return { $or: condition.parts.map(toFilter) };
    case 'in':
    case 'nin':
      return { [condition.path]: { [`$${condition.op}`]: condition.values } };
    case 'contains':
      return { [condition.path]: containing(condition.text) };
    default:
      return { [condition.path]: { [`$${condition.op}`]: condition.value } };
  }
};

/** A Map keeps the order; an object would move an integer-like key such as `'9'` to the front. */
export const toSort = (sort: FindOptions<never>['sort']): Map<string, 1 | -1> => new Map(sortCriteria(sort));

/** The JSON round trip drops `undefined`, `-0` and prototypes. */
const asJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

export const toUpdate = (update: Update<never>): Fields | null => {
  const { $setOnInsert: _, ...operators } = asJson(update) as Fields;
  const kept = Object.entries(operators).filter(([, changes]) => Object.keys(changes).length > 0);
  return kept.length > 0 ? Object.fromEntries(kept) : null;
};

const isBeyondServer = (operator: string, path: string, value: unknown): boolean =>
  (operator !== '$setOnInsert' && /\.\d+(?:\.|$)/.test(path)) ||
  (operator === '$inc' && (value === 0 || Math.abs(value as number) > Number.MAX_SAFE_INTEGER));

/** Where the server deviates from the port: array elements (`list.0`), overflow, a `$inc` without effect. */
export const needsOwnRules = (update: Update<never>, many = false): boolean =>
  (many && update.$inc !== undefined) ||
  Object.entries(update as Fields).some(([operator, changes]) =>
    Object.entries(changes as Fields).some(([path, value]) => isBeyondServer(operator, path, value)),
  );

/** The name derives from the definition: equal in every process, different for a changed index. */
export const toIndex = ({ key, paths, unique, partial }: CheckedIndex): IndexDescription => {
  const definition = createHash('sha256').update(JSON.stringify({ key, unique, partial }));
  const isPartial = Object.keys(partial).length > 0;
  return {
    name: `${unique ? 'unique' : 'index'}:${paths.join(',')}:${definition.digest('hex').slice(0, 8)}`,
    key: new Map(key),
    ...(unique && { unique }),
    ...(isPartial && { partialFilterExpression: partial }),
  };
};
