import { entriesOf } from './settings.entries';

const RATE_LIMITS = {
  /** Wrong passwords (docs/adr/0032): per email and network in 15 minutes; per email over all networks in an hour. */
  signInFailures: 10,
  signInFailuresPerEmail: 30,
  /** Wrong old passwords at a password change, per account and hour. */
  passwordChangeFailures: 10,
  /** Wrong codes of a second factor, per account in 15 minutes. */
  factorFailures: 5,
  /** Concurrent sign-ins, sign-ups and password changes, per network. */
  signInsAtOnce: 8,
  /** Calls of /identity/* and /jwt per minute and address. */
  identityPerMinute: 300,
  /** Per network and UTC day: new accounts, and mails to addresses that are not confirmed. */
  signUpsPerDay: 300,
  firstMailsPerDay: 200,
  /** Starting coins that a network gets in a UTC day without an admin. */
  grantsPerDay: 100,
  /** Other calls per second: per account, and per address. */
  accountPerSecond: 100,
  addressPerSecond: 300,
  /** Edits of tasks and of the profile, per account. */
  editsPerMinute: 30,
  /** Concurrent: per account, and of all unregistered identities together. */
  accountUploads: 8,
  unregisteredUploads: 4,
  /** Megabytes of uploads in memory; an account, and the unregistered identities, get at most a third each. */
  uploadMegabytes: 48,
  /** Minimum KiB per second of an upload, after its first 5 seconds and with pauses of up to 30. */
  uploadKibPerSecond: 8,
  /** Per decoder process: RSS in megabytes, and seconds per picture. */
  decodeMegabytes: 256,
  decodeSeconds: 10,
  /** Concurrent waits of submissions for a task that was just posted: per account, and per process. */
  submissionWaitsPerAccount: 4,
  submissionWaits: 128,
  strangersAtOnce: 30,
  /** Concurrent downloads of files: per account, and of all together. */
  accountDownloads: 2,
  downloads: 16,
  /** Submissions of one worker to one task, in 24 hours. */
  submissionsPerTaskPerDay: 20,
  /** Percent of the open and held places of a task that workers without an approved submission hold; at least one place. */
  newcomerHoldPercent: 50,
  /** Minutes after which the owner of the task may release a hold. */
  holdMinutes: 120,
  /** Pending ones of a worker. */
  pendingWithdrawals: 5,
  /** Minimum share in percent, and minimum payout in cents, of the granted coins that flag a withdrawal. */
  grantedPercent: 5,
  grantedCents: 100,
  /** Changes of the account number of a withdrawal, in 24 hours. */
  numberChangesPerDay: 5,
  /** Hours after such a change before which a payment needs the reason of an admin. */
  changedNumberHours: 24,
  /** KiB of lists per second: per account, and per network. What exceeds it waits. */
  accountListKib: 256,
  networkListKib: 1024,
  /** Stored KiB of rows per response of a list; its `Link` leads to the rest. */
  listKilobytes: 512,
  /** Seconds that a client may leave a pending response unread. */
  stalledReaderSeconds: 15,
  /** Seconds for a request body to arrive, except uploads. */
  bodySeconds: 10,
  /** Megabytes (2^20 bytes) of stored pictures per UTC day: per account, and per unregistered identity. */
  uploadMegabytesPerDay: 50,
  unregisteredUploadMegabytesPerDay: 10,
  /** For all unregistered identities together, because anyone can have many. */
  allUnregisteredUploadMegabytesPerDay: 4096,
};
export type RateLimits = typeof RATE_LIMITS;

export const rateLimits = entriesOf((pair, fault) => {
  const [name = '', number = '', ...rest] = pair.split('=').map((part) => part.trim());
  return Object.hasOwn(RATE_LIMITS, name) && /^[1-9]\d{0,8}$/.test(number) && rest.length === 0
    ? [[name, Number(number)]]
    : fault(`'${pair}' is not one of ${Object.keys(RATE_LIMITS).join(', ')} with a whole number above 0`);
})
  .transform((limits): RateLimits => ({ ...RATE_LIMITS, ...Object.fromEntries(limits) }))
  .default(RATE_LIMITS);
