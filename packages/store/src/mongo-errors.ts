import {
  MongoClientClosedError,
  MongoError,
  MongoExpiredSessionError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerClosedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoStalePrimaryError,
  MongoTopologyClosedError,
  MongoWriteConcernError,
} from 'mongodb';
import { DuplicateKeyError, StoreUnavailableError } from './store';

/** Translates the driver's errors to the port's, and tells which of them only mean "once more". */

/** The driver's own ways to say that there is no server to be had. */
const AWAY = [
  MongoNetworkError,
  MongoServerSelectionError,
  MongoServerClosedError,
  MongoTopologyClosedError,
  MongoClientClosedError,
  MongoNotConnectedError,
  MongoStalePrimaryError,
  MongoExpiredSessionError,
  MongoOperationTimeoutError,
  MongoWriteConcernError,
];

/**
 * Faults of the server, of its disk or of the network between its members, none of the data
 * (https://github.com/mongodb/mongo/blob/v7.0/src/mongo/base/error_codes.yml).
 */
const UNAVAILABLE = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  13, // Unauthorized: a password that was changed, to be put right by whoever runs the server
  18, // AuthenticationFailed
  50, // MaxTimeMSExpired
  64, // WriteConcernTimeout
  79, // UnknownReplWriteConcern
  89, // NetworkTimeout
  91, // ShutdownInProgress
  100, // UnsatisfiableWriteConcern
  134, // ReadConcernMajorityNotAvailableYet
  189, // PrimarySteppedDown
  262, // ExceededTimeLimit
  384, // ConnectionError
  9001, // SocketException
  10107, // NotWritablePrimary
  11600, // InterruptedAtShutdown
  11601, // Interrupted
  11602, // InterruptedDueToReplStateChange
  13435, // NotPrimaryNoSecondaryOk
  13436, // NotPrimaryOrSecondary
  14031, // OutOfDiskSpace
]);

/** What another attempt may well get through. */
const CONFLICTS = new Set([
  24, // LockTimeout
  43, // CursorNotFound: a read of several batches over a restart
  112, // WriteConflict
  239, // SnapshotTooOld
  246, // SnapshotUnavailable: the collection has just been made
]);

const hasLabel = (error: unknown, label: string): boolean =>
  error instanceof MongoError && error.hasErrorLabel(label);

/** Whether the transaction has been committed is not known: only another commit can tell. */
export const isUnknownResult = (error: unknown): boolean => hasLabel(error, 'UnknownTransactionCommitResult');

/** The call, or the transaction as a whole, did nothing and may get through when it is tried again. */
export const isConflict = (error: unknown): boolean =>
  !isUnknownResult(error) &&
  // The driver labels a server that it could not find as well: it has waited long enough by then.
  !(error instanceof MongoServerSelectionError) &&
  (hasLabel(error, 'TransientTransactionError') ||
    (error instanceof MongoServerError && CONFLICTS.has(Number(error.code))));

export const isCode = (error: unknown, code: number): boolean =>
  error instanceof MongoServerError && error.code === code;

/** `unique:taskId,workerId:1f2e3d4c`: a name says what it indexes, since not every answer of the server does. */
const fieldsOfIndexName = (name: string): string[] =>
  name === '_id_' ? ['_id'] : (name.split(':')[1]?.split(',') ?? []);

const duplicateKey = (error: MongoServerError, collectionName: string): DuplicateKeyError => {
  const pattern = error.keyPattern as Record<string, unknown> | undefined;
  const name = / index: (\S+)/.exec(error.message)?.[1] ?? '';
  const fields = pattern === undefined ? fieldsOfIndexName(name) : Object.keys(pattern);
  return new DuplicateKeyError(collectionName, fields, { cause: error });
};

/** Which key was taken, as the server says it: the same text for the same key of the same index. */
export const takenKey = (error: unknown): string | null =>
  error instanceof DuplicateKeyError && error.cause instanceof MongoServerError ? error.cause.message : null;

/** The port's error for an error of the driver; anything unknown stays as it is. */
export const toStoreError = (error: unknown, where: string, collectionName = ''): unknown => {
  if (!(error instanceof MongoError)) return error;
  if (error instanceof MongoServerError && error.code === 11000) return duplicateKey(error, collectionName);
  const isAway =
    AWAY.some((kind) => error instanceof kind) ||
    // Not among the driver's exports: every connection was busy for too long.
    error.name === 'MongoWaitQueueTimeoutError' ||
    isConflict(error) ||
    hasLabel(error, 'RetryableWriteError') ||
    isUnknownResult(error) ||
    UNAVAILABLE.has(Number(error.code));
  return isAway ? new StoreUnavailableError(`${where}: ${error.message}`, { cause: error }) : error;
};
