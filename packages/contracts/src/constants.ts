/** Constants of the product rules (docs/product.md). Does not import zod, to keep browser bundles small. */

export * from './hold-reasons';
export * from './password';
export * from './rejection-reasons';
export * from './report-reasons';
export * from './suspension-reasons';

/** Content type of a spreadsheet file. */
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const ROLES = ['worker', 'buyer', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const SIGN_UP_ROLES = ['worker', 'buyer'] as const;
export type SignUpRole = (typeof SIGN_UP_ROLES)[number];

export const STARTING_COINS = { worker: 10, buyer: 50 } as const satisfies Record<SignUpRole, number>;

export const ROLE_COINS = { ...STARTING_COINS, admin: 0 } as const satisfies Record<Role, number>;

/** US cents per coin at withdrawal (0.05 dollars). No withdrawal stores its dollars: another rate changes those of paid ones too. */
export const CENTS_PER_COIN = 5;
export const COINS_PER_DOLLAR = 100 / CENTS_PER_COIN;

/** Coins. */
export const MIN_WITHDRAWAL_COINS = 200;

export const PAYMENT_SYSTEMS = ['bkash', 'rocket', 'nagad', 'other'] as const;
export type PaymentSystem = (typeof PAYMENT_SYSTEMS)[number];

/** Price in whole dollars → coins. */
export const COIN_PACKAGES = [
  { price: 1, coins: 10 },
  { price: 10, coins: 150 },
  { price: 20, coins: 500 },
  { price: 35, coins: 1000 },
] as const;
export type CoinPackage = (typeof COIN_PACKAGES)[number];

/** Stripe's test cards (https://docs.stripe.com/testing) that the simulated processor accepts or declines as Stripe does. */
export const TEST_CARDS = {
  succeeds: '4242424242424242',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  authenticates: '4000002500003155',
  authenticatesAlways: '4000000000003220',
} as const;

/** '4242424242424242' → '4242 4242 4242 4242'. */
export const formatCardNumber = (digits: string): string => digits.replace(/(\d{4})(?=\d)/g, '$1 ');

/** Rows of `GET /submissions?start=`. */
export const SUBMISSION_PAGE_SIZE = 10;
/** Rows of a page in a worker's or buyer's list. */
export const PAGE_SIZE = 10;
/** Rows of a page in read-only lists and in the admin's lists. */
export const LONG_PAGE_SIZE = 20;
/** Open tasks of a page. */
export const TASK_PAGE_SIZE = 12;
/** Notifications in the panel of the bell. */
export const BELL_SIZE = 8;

export const TOP_EARNERS = 6;

/** Maximum rows of one list response. */
export const LIST_LIMIT = 5000;

/** Maximum rows that a search finds, in all its pages. */
export const SEARCH_LIMIT = 1000;

/** Upper bound of a task's places, and of its coins per place. */
export const MAX_WHOLE_NUMBER = 1_000_000;

export const MAX_JSON_KIBIBYTES = 100;

export const TITLE_LENGTH = 200;
export const TEXT_LENGTH = 5000;
export const URL_LENGTH = 2000;

/** Subtypes of `image/`. SVG is excluded because it can contain scripts. */
export const IMAGE_FORMATS = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const;
/** Pictures in one call of `POST /images/check`. */
export const MOST_CHECKED_PICTURES = 10;
export const IMAGE_FORMAT_NAMES = 'JPEG, PNG, WebP, GIF or AVIF';
export const IMAGE_MEGABYTES = 5;
/** Limits of an upload; the stored picture is smaller. */
export const IMAGE_LIMITS = { maxBytes: IMAGE_MEGABYTES * 1024 * 1024, maxPixels: 40_000_000 } as const;

/** How long the answer of a call is kept under its `Idempotency-Key` (D-5.8). */
export const IDEMPOTENCY_HOURS = 24;

/** Widths in pixels of the resized copies. */
export const IMAGE_WIDTHS = [80, 160, 320, 640, 1280] as const;
export type ImageWidth = (typeof IMAGE_WIDTHS)[number];

export const TASK_STATUSES = ['pending', 'onProgress', 'completed'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

export const SUBMISSION_STATUSES = ['pending', 'approved', 'reject'] as const;
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];

/** Characters. */
export const REASON_LENGTH = { min: 10, max: 500 } as const;
export const APPEAL_LENGTH = { min: 20, max: 1_000 } as const;

/** Coins of one bonus, characters of its note, and bonuses of one submission. */
export const BONUS_COINS = { min: 1, max: 1_000 } as const;
export const BONUS_NOTE_LENGTH = { min: 1, max: 500 } as const;
export const MAX_BONUSES = 10;

export const MESSAGE_LENGTH = { min: 1, max: 2_000 } as const;
/** Pictures of a message. */
export const MAX_MESSAGE_PICTURES = 1;
/** Messages in a row without an answer, in 24 hours. */
export const MAX_UNANSWERED = 10;
/** Days after the last change of the work in which worker and buyer can still write to each other. */
export const THREAD_DAYS = 30;
/** Characters of the last message in a list of threads. */
export const EXCERPT_LENGTH = 120;
export const THREAD_SIDES = ['worker', 'buyer'] as const;
export type ThreadSide = (typeof THREAD_SIDES)[number];
/** Why no message can be sent: the time is over, or the other person can't be reached (which of the reasons, the thread does not say). */
export const THREAD_ENDS = ['over', 'closed'] as const;
export type ThreadEnd = (typeof THREAD_ENDS)[number];

/** What decided a submission; `departure`: the buyer or the worker left; `admin`: an upheld appeal; `agreement`: the other answers to the page. */
export const DECIDERS = ['buyer', 'deadline', 'departure', 'admin', 'agreement'] as const;
export type Decider = (typeof DECIDERS)[number];

/** Hours until an unreviewed submission is approved; 0: never. */
export const AUTO_APPROVE_HOURS = { default: 168, max: 720 } as const;
/** Why a task takes no more work: its completion date is over, its buyer or an admin ended it, or all pages of the batch are complete. */
export const CLOSING_REASONS = ['expired', 'ended', 'completed'] as const;
export type ClosingReason = (typeof CLOSING_REASONS)[number];
/** Why a task waits for an admin: all tasks do, its buyer has no public task yet, or its texts have words of the operator's list. */
export const REVIEW_CAUSES = ['all-tasks', 'new-buyer', 'words'] as const;
export type ReviewCause = (typeof REVIEW_CAUSES)[number];

/** Minutes for which a worker can reserve a place of a task; 0: the task offers no reservations. */
export const RESERVE_MINUTES = { default: 30, min: 5, max: 1_440 } as const;
/** Reservations that a worker holds at a time. */
export const MAX_RESERVATIONS = 3;

/** Blocks of one person. */
export const MAX_BLOCKS = 1_000;

/** API keys of one buyer. */
export const MAX_API_KEYS = 10;
/** Seconds after the end of a reservation in which the worker can still submit. */
export const RESERVATION_GRACE_SECONDS = 60;
/** Minutes after an unused reservation in which the worker cannot reserve the same task. */
export const RESERVATION_PAUSE_MINUTES = 60;
/** Without a submission; `returned`: by the worker, `released`: by the buyer, `ended`: the worker or the buyer left, or the worker was suspended. */
export const RESERVATION_ENDS = ['returned', 'lapsed', 'released', 'ended'] as const;
/** Days that an ended reservation is kept. */
export const RESERVATION_DAYS = 30;
export type ReservationEnd = (typeof RESERVATION_ENDS)[number];

/** Hours that a worker has for a revision. */
export const REVISION_HOURS = 72;
/** Days after a rejection in which the worker may appeal. */
export const APPEAL_DAYS = 7;
export const APPEAL_STATES = ['open', 'upheld', 'dismissed'] as const;
export type AppealState = (typeof APPEAL_STATES)[number];
/** `ended`: the suspension ended without a decision of the appeal. */
export const SUSPENSION_APPEAL_STATES = ['open', 'lifted', 'kept', 'ended'] as const;
export type SuspensionAppealState = (typeof SUSPENSION_APPEAL_STATES)[number];
/** `expired`: its time was over. `closed`: with the account. */
export const SUSPENSION_STATES = ['active', 'lifted', 'expired', 'closed'] as const;
export type SuspensionState = (typeof SUSPENSION_STATES)[number];
/** A suspension with an end lasts at most so many days. */
export const MAX_SUSPENSION_DAYS = 365;
/** What pays an upheld appeal: an open place of the task, or Piecework. */
export const APPEAL_PAYERS = ['escrow', 'platform'] as const;
/** What pays when a buyer reverses a rejection: a place of the task, or the buyer's balance. */
export const REVERSAL_PAYERS = ['escrow', 'balance'] as const;
/** Why the balance does not pay a reversal. */
export const REVERSAL_REFUSALS = ['insufficient-coins', 'not-a-buyer', 'role-unsettled', 'worker-left'] as const;

/** Bounds of the hours that a buyer takes to decide; the last one also has all longer times. */
export const REVIEW_HOURS = [1, 4, 12, 24, 72, 168, 720, 8760] as const;
export type ReviewHours = (typeof REVIEW_HOURS)[number];
/** A record of decisions says nothing below this number. */
export const MIN_DECISIONS = 5;
/** Whole percent, rounded down: 100 only without a rejection. Null while there are too few decisions. */
export const approvalRate = ({ approved, decided }: { approved: number; decided: number }): number | null =>
  decided < MIN_DECISIONS ? null : Math.floor((approved * 100) / decided);
/** Why a worker may not submit (P-4.18), or null. */
export const unqualified = (
  minApprovalRate: number | undefined,
  worker: { approved: number; decided: number },
): string | null => {
  const rate = approvalRate(worker);
  if (rate === null || rate >= (minApprovalRate ?? 0)) return null;
  return `This task needs a ${minApprovalRate}% approval rate. Yours is ${rate}%.`;
};
/** '98% of 48 submissions approved', or 'New: 2 submissions approved'. For buyers and admins, about a worker. */
export const workRecord = (stats: { approved: number; decided: number }): string => {
  if (stats.decided === 0) return 'New: nothing decided yet';
  const rate = approvalRate(stats);
  if (rate !== null) return `${rate}% of ${stats.decided.toLocaleString('en-US')} submissions approved`;
  return stats.approved === 1 ? 'New: 1 submission approved' : `New: ${stats.approved} submissions approved`;
};

/** Days until the completion date of a task that is closing soon. */
export const CLOSING_DAYS = 3;

const reviewTime = (hours: number): string => {
  if (hours > 720) return 'a year';
  if (hours >= 72) return `${hours / 24} days`;
  return hours === 1 ? 'an hour' : `${hours} hours`;
};
/** 'approves 96% of work · usually decides within 4 hours · 12 tasks posted', or 'New buyer · 1 task posted'. */
export const buyerRecord = (stats: {
  posted: number;
  approved: number;
  decided: number;
  reviewHours?: number | undefined;
}): string => {
  const posted = `${stats.posted.toLocaleString('en-US')} ${stats.posted === 1 ? 'task' : 'tasks'} posted`;
  const rate = approvalRate(stats);
  if (rate === null) return `New buyer · ${posted}`;
  const time = stats.reviewHours === undefined ? '' : ` · usually decides within ${reviewTime(stats.reviewHours)}`;
  const approves = `approves ${rate}% of work`;
  return `${approves}${time} · ${posted}`;
};

/** Rows of the longest list whose rows have the records of their workers or buyers. */
export const MAX_ROWS_WITH_STATS = 100;

/** Pending submissions that a raise changes, at most: it changes all of them in one transaction. */
export const MAX_RAISED_PENDING = 1000;
/** Decisions in one call. */
export const MAX_DECISIONS = 100;
/** Milliseconds that the gateway waits for a service. Calls of services to other hosts end before. */
export const GATEWAY_TIMEOUT_MS = 10_000;
/** Pictures of one submission. */
export const MAX_ATTACHMENTS = 5;

/** Kinds of the fields of a form. */
export const FIELD_KINDS = ['text', 'longText', 'number', 'date', 'choice', 'choices', 'picture', 'boxes'] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];
/** What a field of the kind `text` accepts. */
export const TEXT_FORMATS = ['any', 'email', 'digits', 'https'] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];
/** Fields of one form. */
export const MAX_FIELDS = 20;
/** Options of a choice. */
export const OPTION_COUNT = { min: 2, max: 50 } as const;
/** Labels of a field of the kind `boxes`. */
export const BOX_LABEL_COUNT = { min: 1, max: 50 } as const;
/** Boxes of one answer to a field. */
export const MAX_BOXES = 50;
/** Characters of a field of the kind `text`. */
export const LINE_LENGTH = 500;
/** Digits of a number before and behind the point. */
export const NUMBER_DIGITS = { whole: 15, decimals: 6 } as const;

/** Rows of a batch, and what its file may have. */
export const MAX_ROWS = 10_000;
export const MAX_COLUMNS = 30;
/** Characters. */
export const CELL_LENGTH = 2_000;
export const ROWS_MEGABYTES = 10;
/** What a column of a batch has. `key`: the buyer's name of the row. `expected`: the right values of a field, which make a row a check. */
export const COLUMN_KINDS = ['text', 'key', 'picture', 'link', 'expected'] as const;
export type ColumnKind = (typeof COLUMN_KINDS)[number];
export const MAX_ROWS_PER_PAGE = 20;
/** Beside the rows of a page. */
export const MAX_CHECKS_PER_PAGE = 3;
/** Checks that a worker has met before the stop rule applies, and the share of right ones that it needs; unless the buyer changes them. */
export const CHECKS_BEFORE = 4;
export const MIN_ACCURACY = 0.7;
/** Latest answers of a worker to a batch of which the median time is known. */
export const TIMED_ANSWERS = 25;
/** Answers to one page. */
export const MAX_OVERLAP = 10;
/** Share of the answers to a page that must agree. */
export const AGREEMENT = { default: 1, min: 0.5, max: 1 } as const;
export const MAX_BATCH_PLACES = 30_000;
/** Of a batch to which rows were added: only the last page of each has fewer rows (ADR 100). */
export const MAX_PARTS = 100;
/** Of the texts of a batch: the published ones and their corrections in a pilot. */
export const MAX_TEXT_VERSIONS = 20;
/** Places of the pages that are not offered before the pilot ends. */
export const waitingPlaces = (batch?: {
  pages: number;
  pilotPages?: number | undefined;
  overlap: { max: number };
}): number => (batch?.pilotPages === undefined ? 0 : (batch.pages - batch.pilotPages) * batch.overlap.max);
/** Places of a task that workers can take now. */
export const placesLeft = ({
  requiredWorkers,
  batch,
}: {
  requiredWorkers: number;
  batch?: Parameters<typeof waitingPlaces>[0];
}): number => Math.max(0, requiredWorkers - waitingPlaces(batch));
/** Answered rows and workers of a batch from which on its choices are weighed by the records of the workers. */
export const MIN_WEIGHED = { rows: 20, workers: 3 } as const;
/** Of a row of a batch, in the order in which its buyer needs them. */
export const ROW_STATES = ['disputed', 'open', 'answered', 'agreed'] as const;
export type RowState = (typeof ROW_STATES)[number];
/** Addresses of pictures of rows in one event. */
export const MAX_ROW_PICTURES = 40;
/** Unpublished batches of one buyer. */
export const MAX_DRAFTS = 20;
/** Days that an unpublished batch is kept after its last change. */
export const DRAFT_DAYS = 90;
/** What a run of decisions does with an answer. */
export const RUN_DECISIONS = ['approve', 'reject'] as const;
export type RunDecision = (typeof RUN_DECISIONS)[number];
/** Workers, or pages, that one rule of decisions names. */
export const MAX_RULE_ITEMS = 1_000;
/** Workers that an estimate of decisions names. */
export const MAX_ESTIMATED_WORKERS = 100;
/** Days that a run of decisions is kept after its end. */
export const DECISION_RUN_DAYS = 90;
/** Pages of a batch that a worker holds at a time. */
export const MAX_HELD_PAGES = 3;

/** Minutes: an answer is measured if its worker had the page for less. */
export const TIMED_MINUTES = 30;
/** Bounds of the seconds that a measured answer to a page took. */
export const PAGE_SECONDS = [
  5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 90, 120, 150, 180, 240, 300, 360, 480, 600, 900, 1200, 1800,
] as const;
/** Workers with a measured answer from whom on the time of a page is shown. */
export const MIN_TIMED_WORKERS = 5;
export const coinsPerHour = (coins: number, seconds: number): number => Math.round((coins * 3600) / seconds);

/** Texts of the operator that every page links to. */
export const LEGAL_DOCUMENTS = ['terms', 'privacy', 'contact'] as const;
export type LegalDocument = (typeof LEGAL_DOCUMENTS)[number];

/** Within which people are promised the money of a withdrawal. */
export const PAYOUT_HOURS = { from: 24, to: 48 } as const;
/** Of a rate of another currency to the dollar. */
export const PAYOUT_RATE = { decimals: 4, max: 1_000_000 } as const;
/** States of an approved withdrawal. `failed` becomes `due` again when the worker gives another account number. */
export const PAYOUT_STATES = ['due', 'paid', 'failed'] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];
/** Characters. */
export const ACCOUNT_NUMBER_LENGTH = { min: 4, max: 34 } as const;
/** The last characters of an account number, which lists show. */
export const ACCOUNT_MASK_LENGTH = 3;
export const PAYOUT_REFERENCE_LENGTH = { min: 3, max: 64 } as const;
/** Characters. */
export const PAYOUT_REASON_LENGTH = 500;
/** At least four characters besides spaces and dashes. */
export const ACCOUNT_NUMBER_PATTERNS = {
  digits: /^[ -]*(?:\d[ -]*){4,}$/,
  other: /^[ -]*(?:[\dA-Za-z+@._][ -]*){4,}$/,
  /** For any payment system, before parentheses are removed. */
  any: /^[ ()-]*(?:[\dA-Za-z+@._][ ()-]*){4,}$/,
} as const;
export const ACCOUNT_NUMBER_FAULT =
  'Account Number can only have letters, digits, spaces, dashes and + @ . _, with at least four besides spaces and dashes';
/** What an admin looks at before approving a withdrawal (docs/adr/0061). */
export const SIGNALS = [
  'granted',
  'shared-account',
  'one-buyer',
  'new-buyers',
  'few-workers',
  'below-price',
  'unearned',
  'new-account',
] as const;
export type Signal = (typeof SIGNALS)[number];
/** Days for which an account number that another worker has used is a signal. */
export const SHARED_ACCOUNT_DAYS = 180;
/** Age of an account at a request of a withdrawal up to which it is new. */
export const NEW_ACCOUNT_HOURS = 72;
/** After which the service releases a held withdrawal. */
export const HOLD_DAYS = 10;
/** Characters. */
export const HOLD_NOTE_LENGTH = { min: 10, max: 500 } as const;
/** Days after the payment for which the account number is kept. */
export const ACCOUNT_NUMBER_DAYS = 30;

/** Results of a check of an invariant. */
export const CHECK_STATES = ['holds', 'broken', 'unknown'] as const;
export type CheckState = (typeof CHECK_STATES)[number];
/** Days after which an appeal without a decision is late. */
export const LATE_APPEAL_DAYS = 9;
/** Days after its request when an approved withdrawal without a payment is late. */
export const LATE_PAYOUT_DAYS = 7;
/** A service handles a deadline within seconds. */
export const OVERDUE_SECONDS = 60;

/** Why starting coins wait for an admin. */
export const GRANT_CHECKS = ['network', 'mailbox'] as const;
export type GrantCheck = (typeof GRANT_CHECKS)[number];
/** Released by one call. */
export const MAX_RELEASED_GRANTS = 100;

/** Minutes for which a given second factor admits to acts that need a fresh one. */
export const FRESH_FACTOR_MINUTES = 10;
/** Digits of the codes of an authenticator app. */
export const FACTOR_CODE_DIGITS = 6;
/** Of one account. */
export const MAX_PASSKEYS = 10;
/** Made at a time. */
export const RECOVERY_CODES = 10;
/** Why an admin changes a balance: coins that are due back, or a mistake that is put right. */
export const ADJUSTMENT_KINDS = ['refund', 'correction'] as const;
export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number];
/** Of them `waiting` needs another admin. */
export const ADJUSTMENT_STATES = ['waiting', 'posted', 'declined', 'taken-back'] as const;
export type AdjustmentState = (typeof ADJUSTMENT_STATES)[number];
/** Coins of one adjustment, in either direction. */
export const MAX_ADJUSTMENT = 1_000_000;
/** Coins that an admin adjusts without another one, within ADJUSTMENT_HOURS: the default of ADJUST_LIMIT. */
export const ADJUST_LIMIT = 1_000;
export const ADJUSTMENT_HOURS = 24;

/** Hits of each kind that one search of the admin area names. */
export const MAX_FOUND = 5;
/** Characters: a shorter text would be compared with each document. */
export const MIN_SEARCH_LENGTH = 3;
/** Why an admin sees two accounts as linked. No device and no network is kept. */
export const LINK_REASONS = ['account-number', 'picture', 'mailbox', 'timing'] as const;
export type LinkReason = (typeof LINK_REASONS)[number];
/** `timing`: submissions of both to so many of the same tasks came within so many seconds, among the newest ones of the person. */
export const LINKED_TIMING = { tasks: 5, seconds: 60, newest: 100 } as const;
/** Characters of what an admin notes about a person. */
export const PERSON_NOTE_LENGTH = 2_000;
/** Days for which the notes on a person are kept after the account is closed. */
export const PERSON_NOTE_DAYS = 180;

/** Acts in the admin trail. */
export const ADMIN_ACTIONS = [
  'role-changed',
  'account-closed',
  'account-suspended',
  'suspension-lifted',
  'suspension-kept',
  'grant-released',
  'note-added',
  'report-decided',
  'task-deleted',
  'task-ended',
  'task-paused',
  'task-resumed',
  'task-approved',
  'task-rejected',
  'withdrawal-approved',
  'withdrawal-canceled',
  'withdrawal-held',
  'withdrawal-released',
  'account-number-revealed',
  'payouts-exported',
  'payout-paid',
  'payout-failed',
  'payout-rate-set',
  'payment-credited',
  'adjustment-posted',
  'adjustment-requested',
  'adjustment-approved',
  'adjustment-declined',
  'appeal-upheld',
  'appeal-dismissed',
  'event-retried',
  'record-discarded',
  'password-set',
  'factors-removed',
] as const;
export type AdminAction = (typeof ADMIN_ACTIONS)[number];

/** The browser words them. */
export const NOTIFICATION_KINDS = [
  'submission-created',
  'submission-approved',
  'submission-rejected',
  'revision-requested',
  'submission-resubmitted',
  'appeal-filed',
  'appeal-upheld',
  'appeal-dismissed',
  'rejection-reversed',
  'bonus-received',
  'message-received',
  'withdrawal-requested',
  'withdrawal-approved',
  'withdrawal-canceled',
  'withdrawal-held',
  'withdrawal-released',
  'withdrawal-paid',
  'payout-failed',
  'account-number-changed',
  'security-changed',
  'account-closing',
  'account-closed',
  'payment-credited',
  'coins-adjusted',
  'grant-released',
  'task-deleted',
  'task-closed',
  'task-paused',
  'task-resumed',
  'task-approved',
  'reservation-lapsed',
  'places-declined',
  'account-suspended',
  'suspension-lifted',
  'suspension-kept',
  'suspension-appealed',
  'report-filed',
  'report-decided',
  'account-warned',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];
/** Mailed to every confirmed address, without a choice: the act may be that of a thief, or the person has to know of it. */
const ALWAYS_MAILED_KINDS = [
  'account-number-changed',
  'security-changed',
  'account-closing',
  'account-closed',
  'account-suspended',
  'suspension-lifted',
  'suspension-kept',
  'task-paused',
  'task-resumed',
  'account-warned',
] as const satisfies readonly NotificationKind[];
export type AlwaysMailedKind = (typeof ALWAYS_MAILED_KINDS)[number];
export const isAlwaysMailed = (kind: string): kind is AlwaysMailedKind =>
  (ALWAYS_MAILED_KINDS as readonly string[]).includes(kind);
export type MailChoice = Exclude<NotificationKind, AlwaysMailedKind>;
/** What `user.security-changed` is about. */
export const SECURITY_CHANGES = ['sign-in', 'password', 'factors'] as const;
export type SecurityChange = (typeof SECURITY_CHANGES)[number];
/** A person chooses whether these are also mailed. */
export const MAIL_CHOICES: readonly MailChoice[] = /* @__PURE__ */ NOTIFICATION_KINDS.filter(
  (kind): kind is MailChoice => !isAlwaysMailed(kind),
);
/** Hours in which a person can take the closing of their account back, whatever is due. */
export const CLOSING_HOURS = 24;
/** What a mailed link lets its reader do. */
export const MAIL_LINK_PURPOSES = ['password-reset', 'email-confirmation'] as const;
export type MailLinkPurpose = (typeof MAIL_LINK_PURPOSES)[number];
/** For which a mailed link is valid. */
export const RESET_LINK_MINUTES = 30;
export const CONFIRMATION_LINK_HOURS = 24;
/** Mailed links of one purpose, per account and hour. */
export const MAX_MAILED_LINKS = 3;
/** `expired`: too old to be sent. */
export const MAIL_STATES = ['queued', 'sent', 'failed', 'expired'] as const;
export type MailState = (typeof MAIL_STATES)[number];
/** Days for which a mail is listed. */
export const MAIL_DAYS = 30;
/** Attempts to send a mail. */
export const MAIL_TRIES = 5;
/** Why the mail of a person's notifications is not sent. */
export const MAIL_OBSTACLES = ['no-mail', 'unconfirmed'] as const;
export type MailObstacle = (typeof MAIL_OBSTACLES)[number];

/** Days for which a notification is kept. */
export const NOTIFICATION_DAYS = 90;
/** Notifications kept per person: the newest. */
export const MAX_NOTIFICATIONS = 500;
/** That a notification of an import counts. */
export const MAX_IMPORT_TASKS = 1000;

export const WITHDRAWAL_STATUSES = ['pending', 'approved', 'canceled'] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

export const PAYMENT_STATES = ['recorded', 'credited', 'reversed'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

export const SERVICES = ['user', 'task', 'submission', 'wallet', 'media', 'notification'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** The server writes to a live stream at least so often. */
export const LIVE_HEARTBEAT_MS = 15_000;
/** Two missed heartbeats mean a dead connection, whatever TCP reports. */
export const LIVE_SILENCE_MS = 2 * LIVE_HEARTBEAT_MS + 10_000;

/** Whole cents → dollars with two decimals, as a number (9.95). */
export const centsToDollars = (cents: number): number => Math.round(cents) / 100;

/** Coins → dollars at withdrawal, as a number with at most two decimals. */
export const coinsToDollars = (coins: number): number => centsToDollars(coins * CENTS_PER_COIN);

/** Day-month-year without zero padding, in UTC (P-9.8). */
export const formatDay = (time: number | Date): string => {
  const date = new Date(time);
  return `${date.getUTCDate()}-${date.getUTCMonth() + 1}-${date.getUTCFullYear()}`;
};

/**
 * Milliseconds until a changed submission is in the list of changes. A transaction reads the clock before it commits, and may commit after one with a
 * later `changedAt`. A reader who is past that would miss it. So a change is listed when no transaction before it can be underway: the store retries a
 * commit for 15 s, and the clocks of replicas differ a little.
 */
export const CHANGES_LAG_MS = 30_000;
