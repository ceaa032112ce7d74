/** Reference model of the port for property-based tests. Shares no code with an adapter, on purpose. */

type Fields = Record<string, unknown>;

const read = (doc: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((at, name) => (typeof at === 'object' && at !== null ? (at as Fields)[name] : undefined), doc);

const kind = (value: unknown): string => (value === undefined || value === null ? 'nothing' : typeof value);
const same = (left: unknown, right: unknown): boolean => (left ?? null) === (right ?? null);

/** By code point; `<` orders by UTF-16 code unit. */
const compare = (left: unknown, right: unknown): number => {
  if (typeof left === 'string' && typeof right === 'string')
    return Buffer.compare(Buffer.from(left), Buffer.from(right));
  return Number(left) - Number(right);
};

const inRange = (value: unknown, bound: unknown, holds: (order: number) => boolean): boolean =>
  kind(value) === kind(bound) && holds(compare(value, bound));

const OPERATORS: Record<string, (value: unknown, operand: never) => boolean> = {
  $in: (value, operands: unknown[]) => operands.some((operand) => same(value, operand)),
  $nin: (value, operands: unknown[]) => !operands.some((operand) => same(value, operand)),
  $ne: (value, operand: unknown) => !same(value, operand),
  $gt: (value, operand: unknown) => inRange(value, operand, (order) => order > 0),
  $gte: (value, operand: unknown) => inRange(value, operand, (order) => order >= 0),
  $lt: (value, operand: unknown) => inRange(value, operand, (order) => order < 0),
  $lte: (value, operand: unknown) => inRange(value, operand, (order) => order <= 0),
  $exists: (value, operand: boolean) => (value !== undefined) === operand,
  $regex: (value, operand: string) => typeof value === 'string' && new RegExp(operand).test(value),
};

const fulfils = (value: unknown, condition: unknown): boolean =>
  typeof condition === 'object' && condition !== null
    ? Object.entries(condition).every(([operator, operand]) => OPERATORS[operator]?.(value, operand as never) === true)
    : same(value, condition);

export const matches = (doc: unknown, filter: object): boolean =>
  Object.entries(filter).every(([key, condition]) => {
    if (key === '$or') return (condition as object[]).some((part) => matches(doc, part));
    if (key === '$and') return (condition as object[]).every((part) => matches(doc, part));
    return fulfils(read(doc, key), condition);
  });

export const sorted = <T>(docs: readonly T[], sort: Record<string, 1 | -1>): T[] => {
  const criteria = Object.entries(sort);
  const all = [...criteria, ['_id', criteria.at(-1)?.[1] ?? 1] as const];
  const order = (left: T, right: T): number => {
    for (const [path, direction] of all) {
      const [a, b] = [read(left, path), read(right, path)];
      const presence = Number(kind(a) !== 'nothing') - Number(kind(b) !== 'nothing');
      const difference = presence !== 0 || kind(a) === 'nothing' ? presence : compare(a, b);
      if (difference !== 0) return difference * direction;
    }
    return 0;
  };
  return [...docs].sort(order);
};

const write = (doc: Fields, path: string, change: (value: unknown) => unknown): void => {
  const [name, ...rest] = path.split('.') as [string, ...string[]];
  if (rest.length === 0) {
    const value = change(doc[name]);
    if (value === undefined) delete doc[name];
    else doc[name] = value;
    return;
  }
  const inner = { ...(doc[name] as Fields | undefined) };
  write(inner, rest.join('.'), change);
  // `$unset` in a missing object does not create it.
  if (doc[name] !== undefined || Object.keys(inner).length > 0) doc[name] = inner;
};

export const updated = <T extends object>(doc: T, update: { $set?: object; $inc?: object; $unset?: object }): T => {
  const copy = structuredClone(doc) as Fields;
  for (const [path, value] of Object.entries(update.$set ?? {})) write(copy, path, () => value);
  for (const [path, by] of Object.entries(update.$inc ?? {}))
    write(copy, path, (value) => ((value as number | undefined) ?? 0) + by);
  for (const path of Object.keys(update.$unset ?? {})) write(copy, path, () => undefined);
  return copy as T;
};
