import { Readable } from 'node:stream';
import { OPERATIONS, type OperationId, type OperationSpec } from '@piecework/contracts';
import { outcome } from '../support/client';
import { useContractFixture } from '../support/contract';
import { SAMPLES, type Sample } from '../support/samples';

const fixture = useContractFixture();

const MORE_THAN_ANY_LIMIT = 11 * 1024 * 1024;
/** A file of rows, or of decisions, without a fault, so that its reader goes on. */
const HEAD = Buffer.from('submission,decision\n');
const LINES = Buffer.from(`${'x'.repeat(1998)},\n`.repeat(32));

/** The same bytes with `Content-Length`, and chunked without it. */
const declared = () => Buffer.alloc(MORE_THAN_ANY_LIMIT, 'x');
const chunked = () =>
  Readable.from(
    (function* () {
      yield HEAD;
      for (let sent = 0; sent < MORE_THAN_ANY_LIMIT; sent += LINES.length) yield LINES;
    })(),
  );

const specOf = (operation: OperationId): OperationSpec => OPERATIONS[operation];
const operations = Object.keys(OPERATIONS) as OperationId[];
const takesBody = (operation: OperationId) => Boolean(specOf(operation).body || specOf(operation).rawBody);
/** One operation for each way to read a body: the limit does not depend on the operation. */
const oneOfEachKind = [
  ...new Map(
    operations.map((operation) => {
      const { method, body, rawBody } = specOf(operation);
      return [`${method} ${Boolean(body)} ${rawBody}`, operation];
    }),
  ).values(),
];
const typeOf = (operation: OperationId, { headers }: Sample) => ({
  'content-type': specOf(operation).rawBody ? (headers?.['content-type'] ?? '') : 'application/json',
});

describe.each([
  ['with Content-Length', declared],
  ['chunked', chunked],
])('a body of 11 MB, %s', (_encoding, bytes) => {
  test.each(oneOfEachKind.filter(takesBody))('%s answers 413 before it closes the connection', async (operation) => {
    const { body: _, ...sample } = await SAMPLES[operation](fixture());
    const answer = await fixture().stack.ask(operation, {
      ...sample,
      raw: bytes(),
      headers: typeOf(operation, sample),
    });
    expect(outcome(answer)).toBe('413 too-large');
  });

  test.each(oneOfEachKind.filter((operation) => !takesBody(operation)))('%s ignores it', async (operation) => {
    const sample = await SAMPLES[operation](fixture());
    const answer = await fixture().stack.ask(operation, {
      ...sample,
      raw: bytes(),
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(sample.status ?? 200);
  });
});

describe('JSON nested deeper than the call stack', () => {
  const DEPTH = 45_000;
  const deep = (open: string, close: string) => open.repeat(DEPTH) + close.repeat(DEPTH);

  test.each(operations.filter((operation) => specOf(operation).body))('%s answers 400', async (operation) => {
    const { body, ...sample } = await SAMPLES[operation](fixture());
    const fields = Object.keys((body ?? {}) as object);
    const whole = await fixture().stack.ask(operation, {
      ...sample,
      raw: deep('[', ']'),
      headers: { 'content-type': 'application/json' },
    });
    expect(outcome(whole)).toBe('400 validation');
    for (const field of fields) {
      const raw = JSON.stringify({ ...(body as object), [field]: '@' }).replace('"@"', () => deep('[', ']'));
      const answer = await fixture().stack.ask(operation, {
        ...sample,
        raw,
        headers: { 'content-type': 'application/json' },
      });
      expect([field, outcome(answer)]).toEqual([field, '400 validation']);
    }
  });
});
