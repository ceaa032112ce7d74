import { createHash } from 'node:crypto';
import type { Clock } from '@piecework/base';
import { type Failure, fail, isFailure } from '@piecework/http';
import { collection, type Document, type Store, type Transaction } from '@piecework/store';

/** Milliseconds that an answer is kept. */
export const IDEMPOTENCY_TTL = 24 * 3600 * 1000;

interface IdempotencyRecord extends Document {
  /** account, operation and key */
  _id: string;
  hash: string;
  result: unknown;
  at: number;
}

export const idempotencyRecords = collection<IdempotencyRecord>('idempotency', [{ key: { at: 1 } }]);

export interface IdempotencyScope {
  account: string;
  operation: string;
  key: string;
  /** What the request asked for; another body under the same key is refused. */
  request: unknown;
}

/**
 * Runs `work` at most once per scope: its answer commits in the same transaction as its effect, so there is no moment at which one exists without
 * the other. A twin that comes at the same time waits for the transaction and gets the same answer.
 */
export const runOnce = async <R>(
  tx: Transaction,
  clock: Clock,
  scope: IdempotencyScope,
  work: () => Promise<R>,
): Promise<R | Failure<'idempotency-mismatch'>> => {
  const records = tx.collection(idempotencyRecords);
  const _id = JSON.stringify([scope.account, scope.operation, scope.key]);
  const hash = createHash('sha256')
    .update(JSON.stringify(scope.request ?? null))
    .digest('base64url');

  const known = await records.findOne({ _id });
  if (known && known.at > clock.now() - IDEMPOTENCY_TTL) {
    return known.hash === hash ? (known.result as R) : fail('idempotency-mismatch');
  }
  if (known) await records.deleteOne({ _id });
  const result = await work();
  // A refusal had no effect to repeat, and its reason may be gone at the next try: a payment that was not confirmed yet is by then.
  if (isFailure(result)) return result;
  await records.insertOne({
    _id,
    hash,
    result: result ?? null,
    at: clock.now(),
  });
  return result;
};

/** Forgets answers older than a day; answers how many. */
export const purgeIdempotencyRecords = async (store: Store, clock: Clock): Promise<number> =>
  (await store.collection(idempotencyRecords).deleteMany({ at: { $lte: clock.now() - IDEMPOTENCY_TTL } }))
    .deletedCount;
