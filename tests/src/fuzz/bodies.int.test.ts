import { Readable } from 'node:stream';
import { OPERATIONS, type OperationId, type OperationSpec } from '@piecework/contracts';
import { outcome } from '../support/client';
import { useContractFixture } from '../support/contract';
import { SAMPLES, type Sample } from '../support/samples';

const fixture = useContractFixture();

const TEN_MB = 10 * 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024, 'x');

/** The same bytes with their length said in advance, and without. */
const declared = () => Buffer.alloc(TEN_MB, 'x');
const chunked = () =>
  Readable.from(
    (function* () {
      for (let sent = 0; sent < TEN_MB; sent += CHUNK.length) yield CHUNK;
    })(),
  );

const specOf = (operation: OperationId): OperationSpec => OPERATIONS[operation];
const operations = Object.keys(OPERATIONS) as OperationId[];
const takesBody = (operation: OperationId) => Boolean(specOf(operation).body || specOf(operation).rawBody);
const typeOf = (operation: OperationId, { headers }: Sample) => ({
  'content-type': specOf(operation).rawBody ? (headers?.['content-type'] ?? '') : 'application/json',
});

describe.each([
  ['said in advance', declared],
  ['in chunks without end in sight', chunked],
])('10 MB, %s', (_how, bytes) => {
  test.each(operations.filter(takesBody))('%s: 413, and its sender gets to read it', async (operation) => {
    const { body: _, ...sample } = await SAMPLES[operation](fixture());
    const answer = await fixture().stack.ask(operation, {
      ...sample,
      raw: bytes(),
      headers: typeOf(operation, sample),
    });
    expect(outcome(answer)).toBe('413 too-large');
  });

  test.each(operations.filter((operation) => !takesBody(operation)))(
    '%s: not looked at',
    async (operation) => {
      const sample = await SAMPLES[operation](fixture());
      const answer = await fixture().stack.ask(operation, {
        ...sample,
        raw: bytes(),
        headers: { 'content-type': 'application/json' },
      });
      expect(answer.status).toBe(sample.status ?? 200);
    },
  );
});

describe('JSON that is deeper than any stack', () => {
  const DEPTH = 45_000;
  const deep = (open: string, close: string) => open.repeat(DEPTH) + close.repeat(DEPTH);

  test.each(operations.filter((operation) => specOf(operation).body))(
    '%s: 400, and nothing breaks',
    async (operation) => {
      const { body, ...sample } = await SAMPLES[operation](fixture());
      const fields = Object.keys((body ?? {}) as object);
      const whole = await fixture().stack.ask(operation, {
        ...sample,
        raw: deep('[', ']'),
        headers: { 'content-type': 'application/json' },
      });
      expect(outcome(whole)).toBe('400 validation');
      for (const field of fields) {
        const raw = JSON.stringify({ ...(body as object), [field]: '@' }).replace('"@"', () =>
          deep('[', ']'),
        );
        const answer = await fixture().stack.ask(operation, {
          ...sample,
          raw,
          headers: { 'content-type': 'application/json' },
        });
        expect([field, outcome(answer)]).toEqual([field, '400 validation']);
      }
    },
  );
});
