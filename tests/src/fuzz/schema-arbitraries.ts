import { DAY_MS, utcDayOf } from '@piecework/base';
import fc from 'fast-check';

export type Schema = Record<string, unknown> & {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  oneOf?: Schema[];
  /** A nullable value. */
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  required?: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
};
export type IsValid = (schema: Schema, value: unknown) => boolean;

/** The schema of a nullable value without null. */
export const withoutNull = (schema: Schema): Schema => schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;

const typesOf = ({ type }: Schema): string[] => (Array.isArray(type) ? type : type === undefined ? [] : [type]);

const FORMATS: Record<string, fc.Arbitrary<string>> = {
  email: fc.emailAddress(),
  date: fc.integer({ min: 0, max: 9000 }).map((days) => utcDayOf(Date.now() + days * DAY_MS)),
  'date-time': fc
    .date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
    .map((time) => time.toISOString()),
  'uri-reference': fc.webUrl({ validSchemes: ['https'], withQueryParameters: true }),
};

/** Any code point that is not a surrogate, as the unit 'binary', which builds a map of all 1.1 million in seconds. */
export const codePoint = fc
  .nat(0x10_ffff - 0x800)
  .map((index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800));

/** fast-check takes minutes for negated character classes. */
const matching = ({ pattern }: Schema): fc.Arbitrary<string>[] =>
  pattern === undefined || /\[\^|\\S/.test(pattern) ? [] : [fc.stringMatching(new RegExp(pattern, 'u'))];

/** Texts that a schema allows: `known` ones (examples, values of earlier answers), random short ones, and ones of maximum length. */
const textsOf = (schema: Schema, isValid: IsValid, known: readonly string[]): fc.Arbitrary<unknown> => {
  const { format = '', minLength = 0, maxLength = 60 } = schema;
  const formatted = FORMATS[format];
  const free = [
    fc.string({ unit: codePoint, minLength, maxLength: Math.min(maxLength, minLength + 40) }),
    fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 40) }),
    fc.constant('😀'.repeat(maxLength)),
    ...known.map((one) => fc.string({ unit: codePoint, maxLength: 20 }).map((more) => one + more)),
  ];
  const made = formatted ? [formatted] : [...matching(schema), ...free];
  const fits = fc.oneof(...made, ...known.map((one) => fc.constant(one))).filter((one) => isValid(schema, one));
  return known.length > 0 ? fc.oneof(fits, fc.constantFrom(...known)) : fits;
};

/** Values that the schema allows. */
export const allowedBy = (
  schema: Schema,
  isValid: IsValid,
  known: (name: string) => readonly unknown[],
  name = '',
): fc.Arbitrary<unknown> => {
  const { properties, required = [], minimum = -1e6, maximum = 1e6 } = schema;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const variants = schema.oneOf ?? schema.anyOf;
  if (variants) return fc.oneof(...variants.map((one) => allowedBy(one, isValid, known, name)));
  if (properties) {
    const fields = Object.entries(properties).map(([key, field]) => [key, allowedBy(field, isValid, known, key)]);
    return fc.record(Object.fromEntries(fields), { requiredKeys: required as never[] });
  }
  const usable = known(name).filter((value) => isValid(schema, value));
  const kinds = typesOf(schema).map((type): fc.Arbitrary<unknown> => {
    if (type === 'null') return fc.constant(null);
    if (type === 'integer')
      return fc.oneof(
        fc.integer({ min: minimum, max: Math.min(maximum, minimum + 20) }),
        fc.integer({ min: minimum, max: maximum }),
        fc.constantFrom(minimum, maximum),
      );
    if (type === 'number') return fc.double({ min: minimum, max: maximum, noNaN: true });
    if (type === 'boolean') return fc.boolean();
    if (type === 'object') return fc.constant({});
    if (type === 'array') return listsOf(schema, isValid, known, name);
    return textsOf(
      schema,
      isValid,
      usable.filter((value) => typeof value === 'string'),
    );
  });
  return kinds.length > 0 ? fc.oneof(...kinds) : fc.jsonValue({ maxDepth: 2 });
};

const MOST_ITEMS = 5;
const listsOf = (
  schema: Schema,
  isValid: IsValid,
  known: (name: string) => readonly unknown[],
  name: string,
): fc.Arbitrary<unknown> => {
  const { items = {}, minItems = 0, maxItems = MOST_ITEMS } = schema;
  return fc
    .array(allowedBy(items, isValid, known, name), {
      minLength: minItems,
      maxLength: Math.max(minItems, Math.min(maxItems, MOST_ITEMS)),
    })
    .filter((list) => isValid(schema, list));
};

const WRONG_TYPES: readonly unknown[] = [null, true, 1.5, 7, 'seven', [], {}, ['a'], { $ne: 1 }];
const INVALID_TEXTS = [
  '',
  ' ',
  'x',
  'nothing of the kind',
  '\u0000',
  'a\u0007',
  '\u200b',
  '2026-02-30',
  'http://evil.example/a.png',
];

/**
 * Values that break one constraint of a schema each. With `asText` (path, query) every value is a string; decimal strings are accepted as
 * integers everywhere, and lone surrogates cannot be sent.
 */
export const refusedBy = (nullable: Schema, isValid: IsValid, asText: boolean): unknown[] => {
  const schema = withoutNull(nullable);
  const types = typesOf(schema);
  const isNumber = types.includes('integer');
  const values = [
    ...(asText ? [] : WRONG_TYPES),
    ...INVALID_TEXTS,
    ...(schema.minimum === undefined ? [] : [schema.minimum - 1]),
    ...(schema.maximum === undefined || schema.maximum >= Number.MAX_SAFE_INTEGER ? [] : [schema.maximum + 1]),
    ...(schema.maxLength === undefined ? [] : ['a'.repeat(schema.maxLength + 1), '😀'.repeat(schema.maxLength + 1)]),
  ];
  // Parses integers in text form; other texts stay invalid.
  const read = (value: unknown) => (asText && isNumber && /^-?\d+$/.test(String(value)) ? Number(value) : value);
  return values.filter((value) => !isValid(nullable, read(value)));
};
