import { createHmac } from 'node:crypto';
import type { Clock } from '@piecework/base';
import { HOUR_MS } from '@piecework/base';
import { IDEMPOTENCY_HOURS } from '@piecework/contracts';
import { type Failure, fail, isFailure } from '@piecework/http';
import { collection, type Document, type Transaction } from '@piecework/store';
import { expiry } from '../timers/timer';

/** Milliseconds. */
export const IDEMPOTENCY_TTL = IDEMPOTENCY_HOURS * HOUR_MS;

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
  /** A different request under the same key is refused. */
  request: unknown;
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/**
 * The first hash is the one to store; a stored record may have any of them. Keyed, because a reader of the store could find the account number
 * of a body by brute force.
 */
const hashesOf = (request: unknown, keys: readonly string[]): [string, ...string[]] => {
  const text = JSON.stringify(request ?? null);
  const [first, ...others] = keys.map((key) => hmac(hmac(key, 'piecework idempotency'), text).toString('base64url'));
  if (first === undefined) throw new Error('an idempotent call needs a key of the service');
  return [first, ...others];
};

/** At most once per scope: the answer commits with its effect. A concurrent duplicate waits for that transaction and gets the same answer. */
export const runOnce = async <R>(
  tx: Transaction,
  { clock, keys }: { clock: Clock; keys: readonly string[] },
  scope: IdempotencyScope,
  work: () => Promise<R>,
): Promise<R | Failure<'idempotency-mismatch'>> => {
  const records = tx.collection(idempotencyRecords);
  const _id = JSON.stringify([scope.account, scope.operation, scope.key]);
  const hashes = hashesOf(scope.request, keys);

  const record = await records.findOne({ _id });
  if (record && record.at > clock.now() - IDEMPOTENCY_TTL) {
    return hashes.includes(record.hash) ? (record.result as R) : fail('idempotency-mismatch');
  }
  if (record) await records.deleteOne({ _id });
  const result = await work();
  // A failure has no effect to protect, and its cause may be temporary (an unconfirmed payment).
  if (isFailure(result)) return result;
  await records.insertOne({ _id, hash: hashes[0], result: result ?? null, at: clock.now() });
  return result;
};

export const idempotencyExpiry = expiry({
  name: 'idempotency-records',
  of: idempotencyRecords,
  deadline: 'at',
  after: IDEMPOTENCY_TTL,
});
