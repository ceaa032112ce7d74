import { z } from 'zod';
import {
  COIN_PACKAGES,
  IMAGE_WIDTHS,
  type ImageWidth,
  LIST_LIMIT,
  MAX_WHOLE_NUMBER,
  MIN_WITHDRAWAL_COINS,
  PASSWORD_MESSAGE,
  PASSWORD_PATTERN,
  PAYMENT_STATES,
  PAYMENT_SYSTEMS,
  ROLES,
  SIGN_UP_ROLES,
  SUBMISSION_STATUSES,
  TASK_STATUSES,
  TEXT_LENGTH,
  TITLE_LENGTH,
  WITHDRAWAL_STATUSES,
} from './constants';

/**
 * Building blocks of requests, and the entities that answers hold. Requests are plain `z.object`s: what a schema does not name
 * (unknown or derived fields) is ignored, never an error.
 */

/** Decimal strings count as numbers, because forms send them. */
const fromDecimal = (value: unknown) =>
  typeof value === 'string' && /^\s*-?\d{1,15}\s*$/.test(value) ? Number(value) : value;

/** A whole number from `min` to `max`; `label` begins its messages. */
export const wholeNumber = (label: string, min: number, max: number = MAX_WHOLE_NUMBER) =>
  z.preprocess(
    fromDecimal,
    z
      .number({
        error: (issue) =>
          isMissing(issue.input) ? `${label} is required` : `${label} must be a whole number`,
      })
      .int(`${label} must be a whole number`)
      .min(min, `${label} must be at least ${min}`)
      .max(max, `${label} must be at most ${max}`),
  );

const isMissing = (value: unknown) => value === undefined || value === null || value === '';

/** Text without what a database or a terminal trips over: NUL and other control characters but tab and line breaks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

const isShowable = (value: string) => !CONTROL.test(value) && !LONE_SURROGATE.test(value);

/** Characters that render as nothing: default-ignorable code points, spaces, and the blank Braille pattern. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\s\u2800]/gu;
const hasVisible = (value: string) => value.replace(INVISIBLE, '') !== '';

/**
 * Bidirectional controls reorder the text around a title; the other characters only hide. Zero-width (non-)joiners and variation selectors stay:
 * Bangla, Persian and emoji need them. Tag characters stay only in a flag.
 */
const DECEPTIVE =
  /[\p{Bidi_Control}\u00ad\u115f\u1160\u180e\u200b\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]*)[\u{e0000}-\u{e007f}]/gu;

/** `value` without bidirectional controls and hidden characters, trimmed. */
export const stripDeceptive = (value: string): string => value.replace(DECEPTIVE, '').trim();

/** Trimmed text of 1 to `max` characters, at least one of them visible. */
export const text = (label: string, max: number, requiredMessage = `${label} is required`) =>
  z
    .string({
      error: (issue) => (isMissing(issue.input) ? requiredMessage : `${label} must be text`),
    })
    .trim()
    .min(1, requiredMessage)
    .max(max, `${label} must be at most ${max} characters`)
    .refine(isShowable, `${label} contains characters that cannot be shown`)
    .refine((value) => value === '' || hasVisible(value), `${label} must contain a visible character`);

/** A title or a name: one that looks like another, or hides part of itself, would deceive its reader. */
export const title = (label: string) => text(label, TITLE_LENGTH).overwrite(stripDeceptive);
export const longText = (label: string, requiredMessage?: string) =>
  text(label, TEXT_LENGTH, requiredMessage);

export const id = (label = 'Id') => text(label, 100);

export const email = z
  .string({ error: 'Email is required' })
  .trim()
  .toLowerCase()
  .min(1, 'Email is required')
  .max(254, 'Email must be at most 254 characters')
  .pipe(z.email('Email must look like name@example.com'));

/** The rule for new passwords (SPEC section 5). bcrypt-like limits do not apply to scrypt; 200 characters keep hashing bounded. */
export const newPassword = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .max(200, 'Password must be at most 200 characters')
  .regex(PASSWORD_PATTERN, PASSWORD_MESSAGE);

export const password = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .max(200, 'Password must be at most 200 characters');

const isUrl = (value: string) => {
  try {
    return Boolean(new URL(value));
  } catch {
    return false;
  }
};

/** Path under which the media service serves what it keeps. */
const IMAGE_PATH = /^\/images\/[0-9a-z]{26}(\.webp)?$/;

/**
 * An https URL, or a picture of our own media service: its path, or its address on a host of ours (plain http on this machine).
 */
export const imageUrl = (label: string, requiredMessage = `${label} is required`) =>
  text(label, 2000, requiredMessage).refine(
    (value) =>
      value.startsWith('/')
        ? IMAGE_PATH.test(value)
        : isUrl(value) && (new URL(value).protocol === 'https:' || isLocalImage(new URL(value))),
    `${label} must be an https address or an uploaded image`,
  );
const isLocalImage = (url: URL) =>
  url.protocol === 'http:' &&
  ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname) &&
  IMAGE_PATH.test(url.pathname);

/** A picture that a person need not have: identity providers say `null` or nothing at all. */
export const optionalImageUrl = (label: string) =>
  z.preprocess((value) => (value === null || value === '' ? undefined : value), imageUrl(label).optional());

const isDay = (value: string) => {
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
};
/** `YYYY-MM-DD`; that it is today or later is a rule of the task service, which knows what day it is. */
export const day = (label: string) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .min(1, `${label} is required`)
    .refine(
      (value) => /^\d{4}-\d{2}-\d{2}$/.test(value) && isDay(value),
      `${label} must be a date like 2026-12-31`,
    );

/** What every list takes. */
export const listQuery = <const S extends readonly [string, ...string[]]>(sorts: S) =>
  z.object({
    q: z
      .string()
      .trim()
      .max(TITLE_LENGTH)
      .refine(isShowable, 'q contains characters that cannot be shown')
      .optional(),
    sort: z.enum(sorts).optional(),
    limit: wholeNumber('limit', 1, LIST_LIMIT).optional(),
    offset: wholeNumber('offset', 0).optional(),
  });

export const imageWidth = z
  .enum(IMAGE_WIDTHS.map(String), `w must be one of ${IMAGE_WIDTHS.join(', ')}`)
  .transform((width) => Number(width) as ImageWidth);

// Entities as answers hold them

export const userSchema = z.object({
  _id: z.string(),
  userName: z.string(),
  userEmail: z.string(),
  userPhotoURL: z.string(),
  userRole: z.enum(ROLES),
  userAvailableCoin: z.int(),
});
export type User = z.infer<typeof userSchema>;

/** A user as strangers see one. */
export const publicUserSchema = userSchema
  .pick({ userName: true, userPhotoURL: true, userRole: true })
  .extend({
    _id: z.string().optional(),
    /** For a buyer: of a worker who submitted to one of their tasks. */
    userEmail: z.string().optional(),
    userAvailableCoin: z.int().optional(),
  });
export type PublicUser = z.infer<typeof publicUserSchema>;

export const taskSchema = z.object({
  _id: z.string(),
  taskTitle: z.string(),
  taskDetail: z.string(),
  taskImageURL: z.string(),
  /** Places that are still open. */
  requiredWorkers: z.int(),
  payableAmount: z.int(),
  completionDate: z.string(),
  submissionInfo: z.string(),
  taskStatus: z.enum(TASK_STATUSES),
  /** What was committed at creation: places times pay. */
  totalPayableAmount: z.int(),
  buyerName: z.string(),
  /** Only for people who are signed in. */
  buyerEmail: z.string().optional(),
});
export type Task = z.infer<typeof taskSchema>;

export const submissionSchema = z.object({
  _id: z.string(),
  taskId: z.string(),
  taskTitle: z.string(),
  payableAmount: z.int(),
  workerEmail: z.string(),
  workerName: z.string(),
  buyerName: z.string(),
  buyerEmail: z.string(),
  submissionDetails: z.string(),
  submissionDate: z.string(),
  status: z.enum(SUBMISSION_STATUSES),
});
export type Submission = z.infer<typeof submissionSchema>;

/** Why an admin should look at a withdrawal before approving it (docs/adr/0034). */
export const LOOK_REASONS = ['unpaid-coins', 'only-worker', 'one-buyer', 'truncated'] as const;

/** Where the coins of a pending withdrawal come from, as if it were approved now: the newest settles first, up to the amount. */
export const withdrawalFundingSchema = z.object({
  /** Whether the balance covers it: an approval cancels it otherwise, and the loss is 0. */
  covered: z.boolean(),
  /** Settles behind it, and coins that they paid. */
  settles: z.int(),
  coins: z.int(),
  buyers: z.int(),
  /** Of these coins: the part of the one buyer behind most of them, 0 to 1. */
  largestShare: z.number(),
  /** Dollars that the buyers paid for the coins that they spent here: 0 for granted ones. */
  paidIn: z.number(),
  /** Dollars that the withdrawal pays beyond that, never negative. */
  loss: z.number(),
  /** Buyers whose accounts were less than 72 hours old at the request, and whether the worker's was. */
  newBuyers: z.int(),
  newWorker: z.boolean(),
  /** Buyers who have paid (nearly) nobody but this worker. */
  onlyWorkerBuyers: z.int(),
  /** More settles than are read: sums and loss are those of the newest 500. */
  truncated: z.boolean(),
  /** Empty when nothing stands out. */
  reasons: z.array(z.enum(LOOK_REASONS)),
});
export type WithdrawalFunding = z.infer<typeof withdrawalFundingSchema>;

export const withdrawalSchema = z.object({
  _id: z.string(),
  workerId: z.string(),
  workerEmail: z.string(),
  workerName: z.string(),
  withdrawalCoin: z.int(),
  /** Dollars. */
  withdrawalAmount: z.number(),
  withdrawalDate: z.string(),
  paymentSystem: z.enum(PAYMENT_SYSTEMS),
  status: z.enum(WITHDRAWAL_STATUSES),
  /** For admins: coins of this withdrawal that the worker did not earn by work but got by grants or packages. */
  unearnedCoin: z.int().optional(),
  /** For admins, of a pending one. */
  funding: withdrawalFundingSchema.optional(),
});
export type Withdrawal = z.infer<typeof withdrawalSchema>;

export const testimonialSchema = z.object({
  _id: z.string(),
  userPhoto: z.string(),
  quote: z.string(),
  userName: z.string(),
});
export type Testimonial = z.infer<typeof testimonialSchema>;

export const paymentSchema = z.object({
  _id: z.string(),
  email: z.string(),
  /** Dollars. */
  amount: z.number(),
  coins: z.int(),
  /** Last four digits of the card, where the processor told. */
  card: z.string(),
  /** ISO 8601. */
  time: z.string(),
  state: z.enum(PAYMENT_STATES),
  /** Coins that a refund or dispute could not take back. */
  shortfall: z.int(),
  /** Dollars of the amount that were refunded to the card; the coins go back only with the last of them. */
  refunded: z.number(),
});
export type Payment = z.infer<typeof paymentSchema>;

export const TRANSFER_KINDS = [
  'grant',
  'fund',
  'settle',
  'refund',
  'payout',
  'role',
  'close',
  'topup',
  'reverse',
] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];

export const entrySchema = z.object({
  _id: z.string(),
  transfer: z.string(),
  kind: z.enum(TRANSFER_KINDS),
  /** Coins in (positive) or out (negative). */
  amount: z.int(),
  balance: z.int(),
  /** ISO 8601. */
  time: z.string(),
});
export type Entry = z.infer<typeof entrySchema>;

export const identitySchema = z.object({
  uid: z.string(),
  email: z.string(),
  displayName: z.string(),
  photoURL: z.string(),
  emailVerified: z.boolean(),
  idToken: z.string(),
  refreshToken: z.string(),
  /** Seconds that the idToken lives. */
  expiresIn: z.int(),
});
export type Identity = z.infer<typeof identitySchema>;

export const parkedEventSchema = z.object({
  /** `service:position`, as the retry takes it. */
  id: z.string(),
  service: z.string(),
  type: z.string(),
  aggregateId: z.string(),
  reason: z.string(),
  attempts: z.int(),
  parkedAt: z.string(),
  /** Later events of the same aggregate that wait behind it. */
  waiting: z.int(),
});
export type ParkedEvent = z.infer<typeof parkedEventSchema>;

/** Sums for the homes; each role gets its own. Coins are whole, dollars have two decimals. */
export const totalsSchema = z.object({
  worker: z
    .object({
      submissions: z.int(),
      pending: z.int(),
      approved: z.int(),
      earned: z.int(),
    })
    .optional(),
  buyer: z
    .object({
      tasks: z.int(),
      openPlaces: z.int(),
      committed: z.int(),
      pendingSubmissions: z.int(),
    })
    .optional(),
  admin: z
    .object({
      workers: z.int(),
      buyers: z.int(),
      coins: z.int(),
      committed: z.int(),
      pendingWithdrawals: z.int(),
      /** Dollars paid in by verified payments, paid out by approved withdrawals, and what all users' coins would pay out. */
      dollarsIn: z.number(),
      dollarsOut: z.number(),
      dollarsOwed: z.number(),
    })
    .optional(),
});
export type Totals = z.infer<typeof totalsSchema>;

export const configSchema = z.object({
  identity: z.enum(['embedded', 'firebase']),
  payments: z.enum(['simulated', 'stripe']),
  coinCredit: z.enum(['manual', 'automatic']),
  packages: z.array(z.object({ price: z.int(), coins: z.int() })),
  centsPerCoin: z.int(),
  minWithdrawalCoins: z.int(),
  paymentSystems: z.array(z.enum(PAYMENT_SYSTEMS)),
  image: z.object({ maxBytes: z.int(), maxPixels: z.int() }),
  firebase: z
    .object({
      apiKey: z.string(),
      authDomain: z.string(),
      projectId: z.string(),
      emulatorHost: z.string().optional(),
    })
    .optional(),
  stripe: z.object({ publishableKey: z.string(), scriptUrl: z.string() }).optional(),
});
export type PublicConfig = z.infer<typeof configSchema>;

export const inserted = z.object({ insertedId: z.string() });
export const modified = z.object({ modifiedCount: z.int() });
export const deleted = z.object({ deletedCount: z.int() });
export const message = z.object({ message: z.string() });

export const packagePrice = wholeNumber('Price', 1).refine(
  (price) => COIN_PACKAGES.some((p) => p.price === price),
  {
    message: `Price must be one of the packages: ${COIN_PACKAGES.map((p) => `$${p.price}`).join(', ')}`,
  },
);
export const withdrawalCoins = wholeNumber('Coin', MIN_WITHDRAWAL_COINS, Number.MAX_SAFE_INTEGER);
export const role = z.enum(ROLES, {
  error: `Role must be one of ${ROLES.join(', ')}`,
});
export const signUpRole = z.enum(SIGN_UP_ROLES, {
  error: 'Role must be worker or buyer',
});
export const paymentSystem = z.enum(PAYMENT_SYSTEMS, {
  error: (issue) =>
    isMissing(issue.input)
      ? 'Payment System is required'
      : `Payment System must be one of ${PAYMENT_SYSTEMS.join(', ')}`,
});
