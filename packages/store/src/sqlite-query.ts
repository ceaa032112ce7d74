import { createHash } from 'node:crypto';
import { checkPath } from './document';
import { type Condition, equalitiesOf, sortCriteria } from './filter';
import { type CheckedIndex, checkCollection, checkRetired } from './index-spec';
import type { AnyCollectionSpec, FindOptions, PartialCondition, Scalar } from './store';

/**
 * SQL over a table `(_id TEXT PRIMARY KEY, doc TEXT)`. Only checked paths and constants of partial indexes enter it.
 * Other values are bound, against injection and to keep the statement cache small.
 * Filters and indexes share the expression `doc ->> '$.path'`: SQLite uses an index only for the same expression.
 * `->>` loses types (true reads as 1, an object as its text), so ambiguous comparisons have a `json_type` guard.
 */

export type Param = string | number;
export interface Sql {
  text: string;
  params: Param[];
}

const NUMBER = `IN ('integer', 'real')`;
const TEXT = `= 'text'`;

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const fieldOf = (path: string): string => (path === '_id' ? '_id' : `doc ->> '$.${path}'`);
const typeOf = (path: string): string => `json_type(doc, '$.${path}')`;

const literal = (value: string | number): string => {
  if (typeof value === 'number') return String(value);
  if (value.includes('\0')) throw new Error('a partial index takes no text with U+0000');
  return `'${value.replaceAll("'", "''")}'`;
};

const looksLikeJson = (value: string): boolean => value.startsWith('{') || value.startsWith('[');

const equalityGuard = (path: string, value: string | number): string => {
  if (path === '_id') return '';
  if (typeof value === 'number') return value === 0 || value === 1 ? ` AND ${typeOf(path)} ${NUMBER}` : '';
  return looksLikeJson(value) ? ` AND ${typeOf(path)} ${TEXT}` : '';
};

/** `operand` is `?` or a literal. Null and booleans are always spelt out. */
const equality = (path: string, value: Scalar, operand: string): string => {
  if (value === null) return `${fieldOf(path)} IS NULL`;
  if (typeof value === 'boolean') return `${fieldOf(path)} = ${value ? 1 : 0} AND ${typeOf(path)} = '${value}'`;
  return `${fieldOf(path)} = ${operand}${equalityGuard(path, value)}`;
};

const constantEquality = (path: string, value: Scalar): string =>
  equality(path, value, typeof value === 'string' || typeof value === 'number' ? literal(value) : '');

/**
 * Such a constant becomes a literal: SQLite uses a partial index only where the query repeats its condition, and with a bound equality it prepares
 * the statement at each call (13 µs, not 5).
 */
export type IsPartialConstant = (op: 'eq' | 'gt', path: string, value: Scalar) => boolean;

const isRange = (condition: PartialCondition): condition is { $gt: number } =>
  typeof condition === 'object' && condition !== null;

export const partialConstantsOf = (spec: AnyCollectionSpec): IsPartialConstant => {
  const constants = spec.indexes.flatMap((index) =>
    Object.entries((index.partialFilterExpression ?? {}) as Record<string, PartialCondition>),
  );
  return (op, path, value) =>
    constants.some(
      ([constantPath, constant]) =>
        constantPath === path &&
        (isRange(constant) ? op === 'gt' && constant.$gt === value : op === 'eq' && constant === value),
    );
};

const partialCondition = ([path, condition]: [string, PartialCondition]): string =>
  isRange(condition) ? range(path, '>', literal(condition.$gt), NUMBER) : constantEquality(path, condition);

const compileEquality = (path: string, value: Scalar, isConstant: IsPartialConstant): Sql => {
  if (value === null || typeof value === 'boolean') return { text: equality(path, value, ''), params: [] };
  if (isConstant('eq', path, value)) return { text: constantEquality(path, value), params: [] };
  return { text: equality(path, value, '?'), params: [value] };
};

const either = (parts: readonly Sql[]): Sql => ({
  text: parts.map((part) => `(${part.text})`).join(' OR '),
  params: parts.flatMap((part) => part.params),
});

/** One parameter for a list of any length bounds the number of statements. */
const listed = (path: string, values: readonly Scalar[], guard: string): Sql => ({
  text: `${fieldOf(path)} IN (SELECT value FROM json_each(?))${guard}`,
  params: [JSON.stringify(values)],
});

const compileIn = (path: string, values: readonly Scalar[]): Sql => {
  const plain: Scalar[] = [];
  const guardedTexts: string[] = [];
  const apart = new Set<Scalar>();
  for (const value of values) {
    if (value === null || typeof value === 'boolean' || equalityGuard(path, value) === '') {
      if (value === null || typeof value === 'boolean') apart.add(value);
      else plain.push(value);
    } else if (typeof value === 'string') guardedTexts.push(value);
    else apart.add(value);
  }
  const parts = [...apart].map((value) => compileEquality(path, value, () => true));
  if (guardedTexts.length > 0) parts.push(listed(path, guardedTexts, ` AND ${typeOf(path)} ${TEXT}`));
  if (plain.length > 0 || parts.length === 0) parts.push(listed(path, plain, ''));
  return either(parts);
};

const COMPARISONS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** Guarded by type: SQLite orders text after numbers, and `->>` reads true as 1 and an array as text. */
const range = (path: string, comparison: string, operand: string, guard: string): string =>
  `${fieldOf(path)} ${comparison} ${operand} AND ${typeOf(path)} ${guard}`;

/**
 * The field by which an index sorts the matches; undefined without such an index. Without statistics SQLite prefers an index of any range and sorts what
 * it finds, although the first rows in the order of the list are enough. A unary plus keeps a range on another field from choosing.
 */
export const orderOf = (
  spec: AnyCollectionSpec,
  condition: Condition,
  sort: FindOptions<never>['sort'],
): string | undefined => {
  const [first] = Object.keys(sort ?? {});
  if (first === undefined) return undefined;
  const equal = new Set(equalitiesOf(condition).map(([path]) => path));
  const sorts = spec.indexes.some(({ key, partialFilterExpression }) => {
    const paths = Object.keys(key);
    const at = paths.indexOf(first);
    return !partialFilterExpression && at >= 0 && paths.slice(0, at).every((path) => equal.has(path));
  });
  return sorts ? first : undefined;
};

const withoutIndex = ({ text, params }: Sql, path: string): Sql => ({
  text: `+(${fieldOf(path)})${text.slice(fieldOf(path).length)}`,
  params,
});

const compileRange = (
  path: string,
  op: keyof typeof COMPARISONS,
  value: string | number | boolean,
  isConstant: IsPartialConstant,
): Sql => {
  const comparison = COMPARISONS[op];
  if (path === '_id') return { text: `_id ${comparison} ?`, params: [value as string] };
  if (typeof value === 'boolean')
    return { text: range(path, comparison, '?', `IN ('true', 'false')`), params: [value ? 1 : 0] };
  if (typeof value === 'string') return { text: range(path, comparison, '?', TEXT), params: [value] };
  if (op === 'gt' && isConstant(op, path, value))
    return { text: range(path, comparison, literal(value), NUMBER), params: [] };
  return { text: range(path, comparison, '?', NUMBER), params: [value] };
};

/** A SQL comparison with NULL is NULL; MongoDB counts a missing field as not equal. */
const negated = ({ text, params }: Sql): Sql => ({ text: `(${text}) IS NOT TRUE`, params });

const compileCondition = (condition: Condition, isConstant: IsPartialConstant, order?: string): Sql => {
  switch (condition.op) {
    case 'and': {
      const parts = condition.parts
        .map((part) => compileCondition(part, isConstant, order))
        .filter((part) => part.text !== '');
      return { text: parts.map((part) => part.text).join(' AND '), params: parts.flatMap((part) => part.params) };
    }
    case 'or':
      return parenthesised(either(condition.parts.map((part) => orTrue(compileCondition(part, isConstant)))));
    case 'eq':
      return compileEquality(condition.path, condition.value, isConstant);
    case 'ne':
      return negated(compileEquality(condition.path, condition.value, isConstant));
    case 'in':
      return parenthesised(compileIn(condition.path, condition.values));
    case 'nin':
      return negated(compileIn(condition.path, condition.values));
    case 'exists':
      return { text: `${typeOf(condition.path)} IS ${condition.value ? 'NOT NULL' : 'NULL'}`, params: [] };
    case 'contains':
      return {
        text: `instr(${fieldOf(condition.path)}, ?) > 0 AND ${typeOf(condition.path)} ${TEXT}`,
        params: [condition.text],
      };
    default: {
      const { path, op, value } = condition;
      const compiled = compileRange(path, op, value, isConstant);
      const isFree = order === undefined || path === order || path === '_id';
      return isFree || isConstantRange(condition, isConstant) ? compiled : withoutIndex(compiled, path);
    }
  }
};

const isConstantRange = (
  { op, path, value }: Extract<Condition, { op: 'gt' | 'gte' | 'lt' | 'lte' }>,
  isConstant: IsPartialConstant,
): boolean => op === 'gt' && isConstant(op, path, value);

const parenthesised = ({ text, params }: Sql): Sql => ({ text: `(${text})`, params });
const orTrue = ({ text, params }: Sql): Sql => ({ text: text === '' ? 'TRUE' : text, params });

/** @param order see {@link orderOf} */
export const compileWhere = (condition: Condition, isConstant: IsPartialConstant, order?: string): Sql => {
  const { text, params } = compileCondition(condition, isConstant, order);
  return { text: text === '' ? '' : ` WHERE ${text}`, params };
};

/** SQLite sorts NULL first in ascending order, as MongoDB sorts missing values. */
const compileSort = (sort: FindOptions<never>['sort']): string => {
  const terms = sortCriteria(sort).map(([path, direction]) => `${fieldOf(path)} ${direction === 1 ? 'ASC' : 'DESC'}`);
  return terms.length === 0 ? '' : ` ORDER BY ${terms.join(', ')}`;
};

export const compileFind = (
  from: Sql,
  expression: string,
  where: Sql,
  { sort, skip = 0, limit }: FindOptions<never>,
): Sql => {
  const text = `SELECT ${expression} FROM ${from.text}${where.text}${compileSort(sort)}`;
  const params = [...from.params, ...where.params];
  return limit !== undefined || skip > 0
    ? { text: `${text} LIMIT ? OFFSET ?`, params: [...params, limit ?? -1, skip] }
    : { text, params };
};

export const numberExpression = (path: string): string =>
  `CASE WHEN ${typeOf(checkPath(path))} ${NUMBER} THEN ${fieldOf(path)} END`;

/** `unique:users:email:1f2e3d4c`: a duplicate-key error takes the fields from the name. */
const indexName = (kind: string, collectionName: string, paths: readonly string[], definition: string): string =>
  [kind, collectionName, paths.join(','), createHash('sha256').update(definition).digest('hex').slice(0, 8)].join(':');

export const fieldsOfIndexName = (name: string): string[] => name.split(':')[2]?.split(',') ?? [];

interface Index {
  name: string;
  create: string;
}

const indexOf = (
  kind: 'index' | 'unique' | 'unique-null',
  table: string,
  paths: readonly string[],
  terms: string,
  where: string,
): Index => {
  const definition = `${quoteName(table)} (${terms})${where === '' ? '' : ` WHERE ${where}`}`;
  const name = indexName(kind, table, paths, definition);
  const unique = kind === 'index' ? '' : 'UNIQUE ';
  return { name, create: `CREATE ${unique}INDEX IF NOT EXISTS ${quoteName(name)} ON ${definition}` };
};

/** SQLite's unique indexes treat NULLs as distinct, MongoDB's as equal: a blob, which no field holds, replaces NULL. */
const nullCompanion = (
  table: string,
  paths: readonly string[],
  partial: CheckedIndex['partial'],
  where: string,
): Index[] => {
  const nullable = paths.filter((path) => path !== '_id' && (partial[path] ?? null) === null);
  if (nullable.length === 0) return [];
  const terms = paths.map((path) => `ifnull(${fieldOf(path)}, x'')`).join(', ');
  const someNull = `(${nullable.map((path) => `${fieldOf(path)} IS NULL`).join(' OR ')})`;
  return [indexOf('unique-null', table, paths, terms, where === '' ? someNull : `${where} AND ${someNull}`)];
};

const compileIndex = (table: string, { key, paths, unique, partial }: CheckedIndex): Index[] => {
  const where = Object.entries(partial).map(partialCondition).join(' AND ');
  const terms = key.map(([path, direction]) => `${fieldOf(path)} ${direction === 1 ? 'ASC' : 'DESC'}`).join(', ');
  const main = indexOf(unique ? 'unique' : 'index', table, paths, terms, where);
  return unique ? [main, ...nullCompanion(table, paths, partial, where)] : [main];
};

export const compileTable = (
  spec: AnyCollectionSpec,
): { create: string; indexes: readonly Index[]; retired: readonly Index[] } => ({
  retired: checkRetired(spec).flatMap((index) => compileIndex(spec.name, index)),
  create: `CREATE TABLE IF NOT EXISTS ${quoteName(spec.name)} (_id TEXT PRIMARY KEY NOT NULL, doc TEXT NOT NULL)`,
  indexes: checkCollection(spec).flatMap((index) => compileIndex(spec.name, index)),
});

export const NAMED = 'SELECT 1 FROM sqlite_master WHERE name = ?';

/** Names of the indexes of a table that are not unique: these are dropped unless they are declared. */
export const PLAIN_INDEXES = `SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND name LIKE 'index:%'`;
