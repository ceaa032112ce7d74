import {
  MongoBulkWriteError,
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

/** Codes of server faults (https://github.com/mongodb/mongo/blob/v7.0/src/mongo/base/error_codes.yml). */
const UNAVAILABLE = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  13, // Unauthorized: the password has changed; an operator must correct the settings
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

const CONFLICTS = new Set([
  24, // LockTimeout
  43, // CursorNotFound: the server restarted between two batches
  112, // WriteConflict
  239, // SnapshotTooOld
  246, // SnapshotUnavailable: the collection was just created
]);

const hasLabel = (error: unknown, label: string): boolean => error instanceof MongoError && error.hasErrorLabel(label);

/** The outcome of the commit is unknown; only another commit settles it. */
export const isUnknownResult = (error: unknown): boolean => hasLabel(error, 'UnknownTransactionCommitResult');

/** The failed call or transaction had no effect, and a retry may succeed. */
export const isConflict = (error: unknown): boolean =>
  !isUnknownResult(error) &&
  // The driver labels this error too, but only after it has waited for a server.
  !(error instanceof MongoServerSelectionError) &&
  (hasLabel(error, 'TransientTransactionError') ||
    (error instanceof MongoServerError && CONFLICTS.has(Number(error.code))));

export const isCode = (error: unknown, code: number): boolean =>
  error instanceof MongoServerError && error.code === code;

/** Parses `unique:taskId,workerId:1f2e3d4c`: some server errors contain only the index name. */
const fieldsOfIndexName = (name: string): string[] =>
  name === '_id_' ? ['_id'] : (name.split(':')[1]?.split(',') ?? []);

const duplicateKey = (error: MongoServerError, collectionName: string): DuplicateKeyError => {
  const pattern = error.keyPattern as Record<string, unknown> | undefined;
  const name = / index: (\S+)/.exec(error.message)?.[1] ?? '';
  const fields = pattern === undefined ? fieldsOfIndexName(name) : Object.keys(pattern);
  return new DuplicateKeyError(collectionName, fields, { cause: error });
};

/** The driver wraps also what has nothing to do with a single write, such as a lost connection. */
const withoutBulk = (error: unknown): unknown =>
  error instanceof MongoBulkWriteError && error.errorResponse instanceof MongoError ? error.errorResponse : error;

/** The server's message identifies the key: it is equal for the same key of the same index. */
export const takenKey = (error: unknown): string | null =>
  error instanceof DuplicateKeyError && error.cause instanceof MongoServerError ? error.cause.message : null;

export const toStoreError = (thrown: unknown, where: string, collectionName = ''): unknown => {
  const error = withoutBulk(thrown);
  if (!(error instanceof MongoError)) return error;
  if (error instanceof MongoServerError && error.code === 11000) return duplicateKey(error, collectionName);
  const isUnavailable =
    AWAY.some((kind) => error instanceof kind) ||
    // The driver does not export this class: no pooled connection became free in time.
    error.name === 'MongoWaitQueueTimeoutError' ||
    isConflict(error) ||
    hasLabel(error, 'RetryableWriteError') ||
    isUnknownResult(error) ||
    UNAVAILABLE.has(Number(error.code));
  return isUnavailable ? new StoreUnavailableError(`${where}: ${error.message}`, { cause: error }) : error;
};
