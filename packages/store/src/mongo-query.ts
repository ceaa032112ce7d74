import { createHash } from 'node:crypto';
import type { Document as Fields, IndexDescription } from 'mongodb';
import { type Condition, sortCriteria } from './filter';
import type { CheckedIndex } from './index-spec';
import { containing, type FindOptions, type Update } from './store';

/** Translates checked conditions, sorts, updates and indexes to MongoDB's words, which the port's are nearly all the same as. */

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

/** A map, because the order counts and an object would put `'9'` before `'b'`. */
export const toSort = (sort: FindOptions<never>['sort']): Map<string, 1 | -1> => new Map(sortCriteria(sort));

/** What is stored is what JSON keeps: no `undefined`, no `-0`, no prototypes. */
export const asJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** The operators for a document that is there; `null` when they change nothing at all. */
export const toUpdate = (update: Update<never>): Fields | null => {
  const { $setOnInsert: _, ...operators } = asJson(update) as Fields;
  const kept = Object.entries(operators).filter(([, changes]) => Object.keys(changes).length > 0);
  return kept.length > 0 ? Object.fromEntries(kept) : null;
};

const isBeyondServer = (operator: string, path: string, value: unknown): boolean =>
  (operator !== '$setOnInsert' && /\.\d+(?:\.|$)/.test(path)) ||
  (operator === '$inc' && (value === 0 || Math.abs(value as number) > Number.MAX_SAFE_INTEGER));

/**
 * Whether the server might not do what the port says: it would change an element of an array (`list.0`) and count up to
 * infinity, and need not tell a `$inc` that changes something from one that does not (0, or 1 beside a huge number). Such
 * an update, which no service has so far, is done by the port's own rules.
 */
export const needsOwnRules = (update: Update<never>, many = false): boolean =>
  (many && update.$inc !== undefined) ||
  Object.entries(update as Fields).some(([operator, changes]) =>
    Object.entries(changes as Fields).some(([path, value]) => isBeyondServer(operator, path, value)),
  );

/** Named after what it is: the same index has the same name in every process, and another one never takes it. */
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
