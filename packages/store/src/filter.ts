import { checkPath, isFields } from './document';
import type { Document, Filter, FindOptions, Scalar } from './store';

/** A validated filter, independent of the database's query language. */
export type Condition =
  | { op: 'and' | 'or'; parts: readonly Condition[] }
  | { op: 'eq' | 'ne'; path: string; value: Scalar }
  | { op: 'in' | 'nin'; path: string; values: readonly Scalar[] }
  | { op: 'gt' | 'gte' | 'lt' | 'lte'; path: string; value: Exclude<Scalar, null> }
  | { op: 'exists'; path: string; value: boolean }
  | { op: 'contains'; path: string; text: string };

const checkScalar = (value: unknown, path: string): Scalar => {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value !== 'string')
    throw new Error(`the condition on ${path} needs a text, finite number, boolean or null`);
  return value;
};

const checkValueOf = (value: unknown, path: string): Scalar => {
  const scalar = checkScalar(value, path);
  if (path === '_id' && scalar !== null && typeof scalar !== 'string') throw new Error('_id is compared with a text');
  return scalar;
};

/** Inverts `containing`. Throws on a pattern that `containing` cannot produce. */
const literalOf = (pattern: unknown, path: string): string => {
  if (typeof pattern !== 'string' || !/^(?:[^\\^$.*+?()[\]{}|/\0-]|\\[\\^$.*+?()[\]{}|/-])*$/.test(pattern))
    throw new Error(`$regex on ${path} accepts only patterns of containing()`);
  return pattern.replace(/\\(.)/g, '$1');
};

const parseList = (operator: 'in' | 'nin', path: string, operand: unknown): Condition => {
  if (!Array.isArray(operand)) throw new Error(`$${operator} on ${path} takes an array`);
  return { op: operator, path, values: operand.map((value) => checkValueOf(value, path)) };
};

const parseRange = (operator: 'gt' | 'gte' | 'lt' | 'lte', path: string, operand: unknown): Condition => {
  const value = checkValueOf(operand, path);
  if (value === null) throw new Error(`$${operator} on ${path} takes no null`);
  return { op: operator, path, value };
};

const parseOperator = (operator: string, path: string, operand: unknown): Condition => {
  const op = operator.slice(1);
  switch (operator) {
    case '$in':
    case '$nin':
      return parseList(op as 'in' | 'nin', path, operand);
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return parseRange(op as 'gt' | 'gte' | 'lt' | 'lte', path, operand);
    case '$ne':
      return { op: 'ne', path, value: checkValueOf(operand, path) };
    case '$exists':
      if (typeof operand !== 'boolean') throw new Error(`$exists on ${path} takes true or false`);
      return { op: 'exists', path, value: operand };
    case '$regex':
      return { op: 'contains', path, text: literalOf(operand, path) };
    default:
      throw new Error(`${JSON.stringify(operator)} on ${path} is not an operator of the store`);
  }
};

const parseField = (path: string, condition: unknown): Condition[] => {
  checkPath(path);
  if (!isFields(condition)) return [{ op: 'eq', path, value: checkValueOf(condition, path) }];
  const operators = Object.entries(condition);
  if (operators.length === 0) throw new Error(`the condition on ${path} is empty`);
  return operators.map(([operator, operand]) => parseOperator(operator, path, operand));
};

const parseGroup = (op: 'and' | 'or', filters: unknown): Condition => {
  if (!Array.isArray(filters) || filters.length === 0) throw new Error(`$${op} takes at least one filter`);
  return { op, parts: filters.map(parse) };
};

const parse = (filter: unknown): Condition => {
  if (!isFields(filter)) throw new Error('a filter is a plain object');
  const parts: Condition[] = [];
  for (const [key, condition] of Object.entries(filter)) {
    if (key === '$or') parts.push(parseGroup('or', condition));
    else if (key === '$and') parts.push(parseGroup('and', condition));
    else parts.push(...parseField(key, condition));
  }
  return { op: 'and', parts };
};

export const parseFilter = (filter: Filter<never>): Condition => parse(filter);

/** Pairs that every match fulfils; an upsert starts from them. */
export const equalitiesOf = (condition: Condition): [path: string, value: Scalar][] => {
  if (condition.op === 'eq') return [[condition.path, condition.value]];
  return condition.op === 'and' ? condition.parts.flatMap(equalitiesOf) : [];
};

const valueAt = (doc: unknown, path: string): unknown => {
  let at = doc;
  for (const name of path.split('.')) {
    if (!isFields(at) || !Object.hasOwn(at, name)) return undefined;
    at = at[name];
  }
  return at;
};

/** By code point; `<` orders by UTF-16 code unit. */
const compareTexts = (left: string, right: string): number => Buffer.compare(Buffer.from(left), Buffer.from(right));

const RANGES = {
  gt: (order: number) => order > 0,
  gte: (order: number) => order >= 0,
  lt: (order: number) => order < 0,
  lte: (order: number) => order <= 0,
};

const isInRange = (value: unknown, op: keyof typeof RANGES, bound: string | number | boolean): boolean => {
  if (typeof value !== typeof bound) return false;
  const order = typeof bound === 'string' ? compareTexts(value as string, bound) : Number(value) - Number(bound);
  return RANGES[op](order);
};

const equals = (value: unknown, wanted: Scalar): boolean => (value ?? null) === wanted;

/** Whether the document fulfils the condition, by the port's rules. */
export const matches = (doc: Document, condition: Condition): boolean => {
  switch (condition.op) {
    case 'and':
      return condition.parts.every((part) => matches(doc, part));
    case 'or':
      return condition.parts.some((part) => matches(doc, part));
    default:
      break;
  }
  const value = valueAt(doc, condition.path);
  switch (condition.op) {
    case 'eq':
      return equals(value, condition.value);
    case 'ne':
      return !equals(value, condition.value);
    case 'in':
      return condition.values.some((wanted) => equals(value, wanted));
    case 'nin':
      return !condition.values.some((wanted) => equals(value, wanted));
    case 'exists':
      return (value !== undefined) === condition.value;
    case 'contains':
      return typeof value === 'string' && value.includes(condition.text);
    default:
      return isInRange(value, condition.op, condition.value);
  }
};

/** The first answer of a part that every match fulfils. */
const firstOf = <R>(condition: Condition, of: (part: Condition) => R | null): R | null => {
  if (condition.op !== 'and') return of(condition);
  for (const part of condition.parts) {
    const found = firstOf(part, of);
    if (found !== null) return found;
  }
  return null;
};

/** The ids among which every match is; null when the condition does not limit them. */
export const idsOf = (condition: Condition): readonly string[] | null =>
  firstOf(condition, (part) => {
    if (part.op === 'eq' && part.path === '_id') return typeof part.value === 'string' ? [part.value] : [];
    return part.op === 'in' && part.path === '_id'
      ? [...new Set(part.values)].filter((value) => typeof value === 'string')
      : null;
  });

/** The text that every match contains in the field; null when the condition requires none. */
export const textIn = (condition: Condition, field: string): string | null =>
  firstOf(condition, (part) => (part.op === 'contains' && part.path === field ? part.text : null));

/** Appends `_id` as the last criterion, in the direction of the one before it. Empty without a sort. */
export const sortCriteria = (sort: FindOptions<never>['sort']): [path: string, direction: 1 | -1][] => {
  const criteria: [string, 1 | -1][] = [];
  for (const [path, direction] of Object.entries(sort ?? {}) as [string, unknown][]) {
    if (direction !== 1 && direction !== -1) throw new Error(`the sort direction of ${path} is 1 or -1`);
    criteria.push([checkPath(path), direction]);
    if (path === '_id') return criteria;
  }
  const last = criteria.at(-1);
  if (last !== undefined) criteria.push(['_id', last[1]]);
  return criteria;
};

export const checkOptions = (options: object, allowed: readonly string[]): void => {
  for (const name of Object.keys(options))
    if (!allowed.includes(name)) throw new Error(`${JSON.stringify(name)} is not an option of the store`);
};

/** MongoDB reads a limit of 0 as "no limit", so the minimum is 1. */
export const checkPage = ({ skip, limit, maxBytes }: Pick<FindOptions<never>, 'skip' | 'limit' | 'maxBytes'>): void => {
  if (skip !== undefined && !(Number.isSafeInteger(skip) && skip >= 0))
    throw new Error('skip is a whole number from 0');
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit >= 1))
    throw new Error('limit is a whole number from 1');
  if (maxBytes !== undefined && !(Number.isSafeInteger(maxBytes) && maxBytes >= 1))
    throw new Error('maxBytes is a whole number from 1');
};
