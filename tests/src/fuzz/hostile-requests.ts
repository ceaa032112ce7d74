import { OPERATIONS, type OperationId, type OperationSpec } from '@piecework/contracts';
import fc from 'fast-check';
import { z } from 'zod';
import type { Sample } from '../support/samples';
import { codePoint } from './schema-arbitraries';

/** Texts that commonly reveal bugs. */
const TEXTS = [
  '',
  ' ',
  'NaN',
  'Infinity',
  '-1',
  '1e3',
  '0x10',
  '１２',
  '9007199254740993',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  '\u0000',
  '\u0007\u001b[31m',
  '\ud800',
  'a\udc00b',
  '\u202ertl',
  '\ufeff',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' OR 1=1 --",
  '%00',
  '%',
  '$where',
  '../../etc/passwd',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template that must stay text
  '${7*7}{{7*7}}',
  '\r\nX-Injected: 1',
  'a'.repeat(201),
  'a'.repeat(5001),
  '😀'.repeat(150),
];

const NUMBERS = [0, -0, -1, 1.5, 199.999, 1_000_001, 2 ** 31, 2 ** 53, 1e21, 1e308, -1e308, Number.MIN_VALUE];

/** An object with an own property of that name, also for `__proto__`. */
const keyed = (key: string, value: unknown): object => Object.fromEntries([[key, value]]);

const nested = (depth: number): unknown => {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value };
  return value;
};

/** Lone surrogates cannot be percent-encoded. */
const isWellFormed = (value: string) => !/\p{Surrogate}/u.test(value);

const text = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.string({ unit: codePoint, maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);

/** Any JSON value, preferably one that schemas miss. */
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.constantFrom<unknown>(...NUMBERS),
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], ['a'], [null], nested(200)),
  fc.constantFrom('$ne', '$gt', '$set', '$where', '__proto__', 'length', 'toJSON').map((key) => keyed(key, 1)),
  fc.integer(),
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
);

const EXTRA = ['__proto__', 'constructor', 'prototype', '$set', '_id', 'userRole', 'userAvailableCoin', 'status'];

type Body = Record<string, unknown>;

/** Mutations of a valid body: fields replaced, removed and added, or any other value. */
const hostileBody = (good: unknown): fc.Arbitrary<string> => {
  const fields = Object.keys((good ?? {}) as object);
  const field = fields.length > 0 ? fc.constantFrom(...fields) : text;
  const replaced = fc.tuple(field, hostileValue).map(([name, value]) => ({ ...(good as Body), ...keyed(name, value) }));
  const without = field.map((name) =>
    Object.fromEntries(Object.entries((good ?? {}) as Body).filter(([other]) => other !== name)),
  );
  const added = fc
    .tuple(fc.constantFrom(...EXTRA), hostileValue)
    .map(([name, value]) => Object.fromEntries([...Object.entries((good ?? {}) as Body), [name, value]]));
  const allHostile = fc
    .array(hostileValue, { minLength: fields.length, maxLength: fields.length })
    .map((values) => Object.fromEntries(fields.map((name, index) => [name, values[index]])));
  const json = fc
    .oneof(
      { weight: 6, arbitrary: replaced },
      { weight: 2, arbitrary: without },
      { weight: 3, arbitrary: added },
      { weight: 2, arbitrary: allHostile },
      { weight: 1, arbitrary: hostileValue },
      { weight: 1, arbitrary: fc.constant(good) },
    )
    .map((value) => JSON.stringify(value) ?? '');
  const broken = fc.constantFrom(
    '{',
    '',
    'NaN',
    '{"a":NaN}',
    "{'a':1}",
    '{"a":1}}',
    '\ufeff{}',
    '"\\ud800"',
    '[1e400]',
    `{"${fields[0] ?? 'a'}":1e400}`,
    `{"${fields[0] ?? 'a'}":"\\u0000"}`,
    `{"${fields[0] ?? 'a'}":1,"${fields[0] ?? 'a'}":2}`,
    `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    `{"${fields[0] ?? 'a'}":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    `{"a":"${'x'.repeat(101 * 1024)}"}`,
  );
  return fc.oneof({ weight: 5, arbitrary: json }, { weight: 1, arbitrary: broken });
};

/** A raw path segment, also with invalid percent-encoding. */
const hostileSegment = (ids: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...ids).map(encodeURIComponent) },
    { weight: 2, arbitrary: text.filter((one) => isWellFormed(one) && one !== '').map(encodeURIComponent) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('%', '%ff', '%zz', '%2e%2e', '..', '.', '%00', '%2f', ';', 'x'.repeat(3000)),
    },
  );

const fieldsOf = (schema: z.ZodType | undefined): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];

const hostileQuery = (spec: OperationSpec, ids: readonly string[]): fc.Arbitrary<string> => {
  const names = fc.constantFrom(...fieldsOf(spec.query), 'q', '__proto__', 'q[$ne]', 'toString', 'limit', '');
  const value = fc.oneof(
    text.filter((one) => isWellFormed(one)).map(encodeURIComponent),
    fc.constantFrom('1', '0', '-1', '5000', '1e9', 'true', '%ff', '%', '%00', 'a&b', '=', ...ids),
  );
  // The same name often occurs twice.
  return fc
    .array(fc.tuple(names, value), { maxLength: 4 })
    .map((pairs) => (pairs.length > 0 ? `?${pairs.map((pair) => pair.join('=')).join('&')}` : ''));
};

const headerValue = fc.constantFrom(
  'x',
  '*/*',
  'a'.repeat(300),
  'a'.repeat(4000),
  '__proto__',
  '"quoted"',
  '127.0.0.1, 10.0.0.1',
  'W/"1", *',
  '-1',
  'bytes=0-99999999999',
  'https://evil.example',
  'null',
);

const hostileHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.dictionary(
      fc.constantFrom(
        'accept',
        'accept-encoding',
        'accept-language',
        'cookie',
        'forwarded',
        'idempotency-key',
        'if-match',
        'if-modified-since',
        'if-none-match',
        'origin',
        'range',
        'referer',
        'sec-fetch-site',
        'stripe-signature',
        'x-correlation-id',
        'x-forwarded-for',
        'x-forwarded-host',
        'x-http-method-override',
        'x-original-url',
        'x-piecework-assertion',
      ),
      headerValue,
      { maxKeys: 4 },
    ),
  },
);

const hostileType = (good: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constant(good) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'text/plain',
        'application/json; charset=utf-7',
        'application/json;charset=x',
        'APPLICATION/JSON',
        'application/jsonp',
        'multipart/form-data',
        'multipart/form-data; boundary=',
        ';',
        '*/*',
      ),
    },
  );

/** Mutations of a raw body: truncated, extended, with a changed byte, or random. */
const hostileBytes = (good: Buffer): fc.Arbitrary<Buffer> =>
  fc.oneof(
    fc.constant(good),
    fc.nat(good.length).map((end) => good.subarray(0, end)),
    fc.tuple(fc.nat(Math.max(0, good.length - 1)), fc.nat(255)).map(([at, byte]) => {
      const turned = Buffer.from(good);
      turned[at] = byte;
      return turned;
    }),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    text.map((value) => Buffer.from(`decision=approve&account=new&name=${value}&email=${value}`)),
    fc.constant(Buffer.concat([good, good])),
  );

/** A generated request, complete enough to reproduce a failure manually. */
export interface HostileRequest {
  operation: OperationId;
  path: string;
  /** Name of the caller in the pool of tokens. */
  caller: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
}

export interface RequestTarget {
  operation: OperationId;
  /** A valid call. */
  sample: Sample;
  /** Names of callers to choose from; repeated names are chosen more often. */
  callers: readonly string[];
  /** Ids of existing documents of any owner. */
  ids: readonly string[];
}

const bodyOf = (spec: OperationSpec, { body, raw }: Sample): fc.Arbitrary<string | Buffer | undefined> => {
  if (spec.rawBody) return hostileBytes(Buffer.isBuffer(raw) ? raw : Buffer.from(String(raw ?? '')));
  return spec.body ? hostileBody(body) : fc.constant(undefined);
};

const typeOf = (spec: OperationSpec, { headers }: Sample): string | undefined =>
  headers?.['content-type'] ?? (spec.body ? 'application/json' : undefined);

/** Requests to one operation that a proper client would not send. */
export const hostileRequestsTo = ({ operation, sample, callers, ids }: RequestTarget): fc.Arbitrary<HostileRequest> => {
  const spec: OperationSpec = OPERATIONS[operation];
  const goodType = typeOf(spec, sample);
  const own = Object.values(sample.params ?? {}).map(encodeURIComponent);
  const others = spec.path.replace(/(?<=\}.*)\{(\w+)\}/g, (_, name: string) => sample.params?.[name] ?? '');
  const pathWith = (first: string) => others.replace(/\{\w+\}/, () => first);
  const segment = fc.oneof(hostileSegment(ids), fc.constantFrom(...(own.length > 0 ? own : ['x'])));
  return fc
    .record({
      segment,
      query: hostileQuery(spec, ids),
      caller: fc.constantFrom(...callers),
      headers: hostileHeaders,
      type: goodType === undefined ? fc.constant(undefined) : hostileType(goodType),
      body: bodyOf(spec, sample),
    })
    .map((parts) => ({
      operation,
      path: pathWith(parts.segment) + parts.query,
      caller: parts.caller,
      headers: { ...parts.headers, ...(parts.type !== undefined && { 'content-type': parts.type }) },
      body: parts.body,
    }));
};
