// Runs on MongoDB and Kafka too: a unique index decides between concurrent calls.
import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createManualClock } from '@piecework/base/testing';
import { fail } from '@piecework/http';
import { collection, type Document, type Store, type Transaction } from '@piecework/store';
import { openTestStore, removeTestFolder } from '@piecework/store/testing';
import { IDEMPOTENCY_TTL, type IdempotencyScope, idempotencyExpiry, idempotencyRecords, runOnce } from './idempotency';

const effects = collection<Document>('effects');

let folder: string;
let store: Store;
let clock: ReturnType<typeof createManualClock>;
let done: number;
let keys: readonly string[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'piecework-idempotency-'));
  store = await openTestStore(join(folder, 'store.sqlite'));
  await store.prepare([idempotencyRecords, effects]);
  clock = createManualClock();
  done = 0;
  keys = ['the present key'];
});
afterEach(async () => {
  await store.close();
  await removeTestFolder(folder);
});

const SCOPE: IdempotencyScope = { account: 'anna', operation: 'createTask', key: 'k1', request: { pay: 1 } };

const effect = (tx: Transaction) => async () => {
  const n = ++done;
  await tx.collection(effects).insertOne({ _id: `effect ${n}` });
  return { insertedId: `task ${n}` };
};
const run = (scope: Partial<IdempotencyScope> = {}, work: (tx: Transaction) => () => Promise<unknown> = effect) =>
  store.transaction((tx) => runOnce(tx, { clock, keys }, { ...SCOPE, ...scope }, work(tx)));
const effectsKept = () => store.collection(effects).countDocuments({});

describe('a call with an Idempotency-Key', () => {
  test('repeats the response without another effect', async () => {
    expect(await run()).toEqual({ insertedId: 'task 1' });
    expect(await run()).toEqual({ insertedId: 'task 1' });
    expect(await effectsKept()).toBe(1);
  });

  test('is refused with another body', async () => {
    await run();
    expect(await run({ request: { pay: 2 } })).toEqual(fail('idempotency-mismatch'));
    expect(await effectsKept()).toBe(1);
  });

  test('leaves a hash that says nothing without the key of the service', async () => {
    await run({ request: { accountNumber: '01712345678' } });
    const record = await store.collection(idempotencyRecords).findOne({});
    expect(JSON.stringify(record)).not.toContain('01712345678');
    const unkeyed = createHash('sha256').update('{"accountNumber":"01712345678"}').digest('base64url');
    expect(record?.hash).toHaveLength(unkeyed.length);
    expect(record?.hash).not.toBe(unkeyed);
  });

  test('is known while the key is rotated', async () => {
    await run();
    keys = ['the next key', 'the present key'];
    expect(await run()).toEqual({ insertedId: 'task 1' });
    keys = ['the next key'];
    expect(await run()).toEqual(fail('idempotency-mismatch'));
    keys = [];
    await expect(run()).rejects.toThrow('needs a key');
  });

  test.each([
    ['account', 'bert'],
    ['operation', 'createSubmission'],
    ['key', 'k2'],
  ])('is separate per %s', async (name, value) => {
    await run();
    expect(await run({ [name]: value })).toEqual({ insertedId: 'task 2' });
  });

  test('is not confused with another one whose concatenated parts are equal', async () => {
    for (const between of [',', ' ', '","']) {
      done = 0;
      await run({ account: 'a', operation: `b${between}c` });
      expect(await run({ account: `a${between}b`, operation: 'c' })).toEqual({ insertedId: 'task 2' });
      await store.collection(effects).deleteMany({});
    }
  });

  test('has one effect for concurrent repeats, with equal responses', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => run()));
    // On MongoDB a rolled-back attempt may have run the work too.
    const kept = await store.collection(effects).find({});
    expect(kept).toHaveLength(1);
    const insertedId = kept[0]?._id.replace('effect', 'task');
    expect(answers).toEqual(answers.map(() => ({ insertedId })));
  });

  test('does not store a failure', async () => {
    let coins = 0;
    const work = (tx: Transaction) => async () => (coins > 0 ? effect(tx)() : fail('insufficient-coins'));
    expect(await run({}, work)).toEqual(fail('insufficient-coins'));
    coins = 100;
    expect(await run({}, work)).toEqual({ insertedId: 'task 1' });
    expect(await run({}, work)).toEqual({ insertedId: 'task 1' });
  });

  test('stores nothing when its transaction rolls back', async () => {
    const torn = (tx: Transaction) => async () => {
      await effect(tx)();
      throw new Error('a bug');
    };
    await expect(run({}, torn)).rejects.toThrow('a bug');
    expect(await effectsKept()).toBe(0);
    expect(await run()).toEqual({ insertedId: 'task 2' });
  });

  test('stores an empty response', async () => {
    const nothing = () => async () => void done++;
    await run({}, nothing);
    expect(await run({}, nothing)).toBeNull();
    expect(done).toBe(1);
  });

  test('is separate from one a day later', async () => {
    await run();
    await clock.advance(IDEMPOTENCY_TTL - 1);
    expect(await run({ request: { pay: 2 } })).toEqual(fail('idempotency-mismatch'));
    await clock.advance(1);
    expect(await run({ request: { pay: 2 } })).toEqual({ insertedId: 'task 2' });
    expect(await run({ request: { pay: 2 } })).toEqual({ insertedId: 'task 2' });
  });

  test('expires after a day, not before', async () => {
    const due = () => idempotencyExpiry.due(store, clock.now(), { limit: 10 });
    const begun = clock.now();
    await run();
    await clock.advance(IDEMPOTENCY_TTL - 1);
    await run({ key: 'k2' });
    expect(await due()).toEqual([]);
    await clock.advance(1);
    expect(await due()).toEqual([
      { id: JSON.stringify([SCOPE.account, SCOPE.operation, SCOPE.key]), deadline: begun + IDEMPOTENCY_TTL },
    ]);
  });
});
