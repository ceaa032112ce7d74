import type { Document, Update } from './store';

type Fields = Record<string, unknown>;

const PATH = /^[A-Za-z_][\w-]*(?:\.[\w-]+)*$/;
const MAX_DEPTH = 100;

export const checkPath = (path: string): string => {
  if (!PATH.test(path) || path.includes('__proto__'))
    throw new Error(`${JSON.stringify(path)} is not a field name or dotted path`);
  return path;
};

const isPlainObject = (value: object): value is Fields => {
  const prototype = Object.getPrototypeOf(value);
  // Compares no identity: a test runner has several realms, each with its own Object.prototype.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
};

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && isPlainObject(value);

const checkFieldName = (name: string): void => {
  if (name === '' || name.startsWith('$') || name.includes('.') || name.includes('\0') || name === '__proto__')
    throw new Error(`${JSON.stringify(name)} is not a field name`);
};

/** Throws unless the value survives a JSON round trip. `undefined` is allowed: JSON drops it. */
const checkValue = (value: unknown, where: string, depth = 0): void => {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null || value === undefined) return;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Error(`${where}: ${value} cannot be stored`);
    return;
  }
  if (typeof value !== 'object') throw new Error(`${where}: a ${typeof value} cannot be stored`);
  if (depth >= MAX_DEPTH) throw new Error(`${where}: more than ${MAX_DEPTH} levels deep`);
  if (Array.isArray(value)) {
    for (const item of value) checkValue(item, where, depth + 1);
    return;
  }
  if (!isPlainObject(value))
    throw new Error(`${where}: a ${value.constructor?.name ?? 'class instance'} cannot be stored`);
  for (const name in value) {
    checkFieldName(name);
    checkValue(value[name], where, depth + 1);
  }
};

export const serialise = (doc: Document): string => {
  if (!isFields(doc)) throw new Error('a document is a plain object');
  if (typeof doc._id !== 'string' || doc._id === '') throw new Error('a document needs a non-empty string _id');
  checkValue(doc, doc._id);
  return JSON.stringify(doc);
};

const UPDATE_OPERATORS = new Set(['$set', '$inc', '$unset', '$setOnInsert']);

const checkOperand = (operator: string, path: string, value: unknown): void => {
  if (operator === '$inc' && !(typeof value === 'number' && Number.isFinite(value)))
    throw new Error(`$inc of ${path} needs a finite number`);
  if (operator === '$unset' && value !== true) throw new Error(`$unset of ${path} takes only true`);
  if (operator === '$set' || operator === '$setOnInsert') checkValue(value, path);
};

const checkConflicts = (paths: readonly string[]): void => {
  const taken = new Set<string>();
  for (const path of paths) {
    if (taken.has(path)) throw new Error(`the update changes ${path} twice`);
    taken.add(path);
  }
  for (const path of paths)
    for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1))
      if (taken.has(path.slice(0, dot))) throw new Error(`the update changes ${path} and ${path.slice(0, dot)}`);
};

export const checkUpdate = (update: Update<never>): void => {
  const operators = isFields(update) ? Object.entries(update) : [];
  if (operators.length === 0) throw new Error('an update needs at least one operator');
  const paths: string[] = [];
  for (const [operator, changes] of operators) {
    if (!UPDATE_OPERATORS.has(operator))
      throw new Error(`${JSON.stringify(operator)} is not an update operator of the store`);
    if (!isFields(changes)) throw new Error(`${operator} takes an object of fields`);
    for (const [path, value] of Object.entries(changes)) {
      checkPath(path);
      if ((path === '_id' && operator !== '$setOnInsert') || path.startsWith('_id.'))
        throw new Error('_id cannot be changed');
      if (value === undefined) continue;
      checkOperand(operator, path, value);
      paths.push(path);
    }
  }
  checkConflicts(paths);
};

const holderOf = (doc: Fields, path: string, make: boolean): [Fields, string] | null => {
  const segments = path.split('.');
  const last = segments.pop() as string;
  let holder: Fields = doc;
  for (const segment of segments) {
    let next = Object.hasOwn(holder, segment) ? holder[segment] : undefined;
    if (Array.isArray(next)) throw new Error(`${path} leads into an array`);
    if (next === undefined && make) {
      next = {};
      holder[segment] = next;
    }
    if (typeof next !== 'object' || next === null) {
      if (make) throw new Error(`${path} leads through a value that is not an object`);
      return null;
    }
    holder = next as Fields;
  }
  return [holder, last];
};

const setPath = (doc: Fields, path: string, value: unknown): void => {
  const [holder, name] = holderOf(doc, path, true) as [Fields, string];
  holder[name] = value;
};

const incrementPath = (doc: Fields, path: string, by: number): void => {
  const [holder, name] = holderOf(doc, path, true) as [Fields, string];
  const before = Object.hasOwn(holder, name) ? holder[name] : 0;
  if (typeof before !== 'number') throw new Error(`$inc of ${path}: the field holds no number`);
  const after = before + by;
  if (!Number.isFinite(after)) throw new Error(`$inc of ${path} overflows`);
  holder[name] = after;
};

const unsetPath = (doc: Fields, path: string): void => {
  const holder = holderOf(doc, path, false);
  if (holder !== null) delete holder[0][holder[1]];
};

const changesOf = (update: Update<never>, operator: keyof Update<never>): [string, unknown][] =>
  Object.entries(update[operator] ?? {}).filter(([, value]) => value !== undefined);

/** Mutates `doc`. `checkUpdate` must have accepted the update. */
export const applyUpdate = (doc: Document, update: Update<never>, inserting = false): void => {
  const fields = doc as unknown as Fields;
  if (inserting) for (const [path, value] of changesOf(update, '$setOnInsert')) setPath(fields, path, value);
  for (const [path, value] of changesOf(update, '$set')) setPath(fields, path, value);
  for (const [path, by] of changesOf(update, '$inc')) incrementPath(fields, path, by as number);
  for (const [path] of changesOf(update, '$unset')) unsetPath(fields, path);
};

export const upsertedDocument = (
  equalities: readonly (readonly [path: string, value: unknown])[],
  update: Update<never>,
): Document => {
  const doc: Fields = {};
  for (const [path, value] of equalities) setPath(doc, path, value);
  const given = doc._id;
  applyUpdate(doc as unknown as Document, update, true);
  if (typeof doc._id !== 'string') throw new Error('an upsert needs an _id, in the filter or in $setOnInsert');
  if (given !== undefined && given !== doc._id) throw new Error('_id cannot be changed');
  return doc as unknown as Document;
};
