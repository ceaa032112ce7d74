import { z } from 'zod';
import * as c from './constants';
import * as rules from './field-rules';
import { type FormField, formFaults, formRules } from './forms';
import {
  cleanEmail,
  cleanLine,
  cleanText,
  EMAIL_LENGTH,
  EMAIL_PATTERN,
  HIDDEN,
  limitMarks,
  parseDecimal,
  parseWholeNumber,
  plainAccountNumber,
} from './text';

/** Building blocks of requests, and the entities of responses. Requests are plain `z.object`s: unknown or derived fields are ignored, never an error. */

/** Accepts a number as a string, because forms send them. */
const fromTyped = (value: unknown) => {
  const number = typeof value === 'string' ? parseWholeNumber(value) : Number.NaN;
  return Number.isNaN(number) ? value : number;
};

/** The check of a rule; no further check after its first fault. */
const obeys = ({ faultOf }: rules.FieldRule) =>
  [
    (value: string) => faultOf(value) === null,
    { error: (issue: { input?: unknown }) => faultOf(String(issue.input)) ?? undefined, abort: true },
  ] as const;

export const wholeNumber = (rule: rules.WholeNumberRule) => {
  const { min, max } = rule;
  const error = (issue: { input?: unknown }) => rule.faultOf(issue.input) ?? undefined;
  return z.preprocess(
    fromTyped,
    z
      .number({ error })
      .int({ error, abort: true })
      .min(min, { error })
      .max(max, { error })
      .describe('A string is accepted too: Latin or Bangla digits, also in groups as in 1,000.'),
  );
};

/** Bangla, Persian, Mongolian, ideographs and emoji need joiners and variation selectors. Tag characters stay only in a flag. */
const NEEDED =
  '[\\u200c\\u200d\\u180b-\\u180d\\u180f\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]|(?<=\\u{1f3f4}[\\u{e0020}-\\u{e007f}]*)[\\u{e0020}-\\u{e007f}]';
/** Bidirectional controls reorder the text around a title; the other characters only hide. */
const DECEPTIVE = new RegExp(`(?!${NEEDED})(?:${HIDDEN.source}|[\\p{Bidi_Control}\\u2800])`, 'gu');

export const stripDeceptive = (value: string): string => value.replace(DECEPTIVE, '').trim();

/** A visible character, as {@link TextRule} asks for, and no control character. */
const VISIBLE_PATTERN =
  '[^\\s\\u2800\\ufff9-\\ufffb\\p{Cc}\\p{Noncharacter_Code_Point}\\p{Default_Ignorable_Code_Point}]';

/** Trimmed text, at least one character of it visible. */
export const text = (rule: rules.TextRule) =>
  z
    .string({ error: (issue) => (rules.isMissing(issue.input) ? rule.required : `${rule.label} must be text`) })
    .overwrite(rule.clean)
    .trim()
    .refine(...obeys(rule))
    .meta({ minLength: rule.min, maxLength: rule.max, pattern: VISIBLE_PATTERN });

/** Titles and names: spoofed or hidden characters would deceive the reader, stacks of marks cover the lines around them. */
export const title = (rule: rules.TextRule) => text(rule).overwrite((value) => limitMarks(stripDeceptive(value)));

/** A text with a minimum. */
export const sentence = (rule: rules.TextRule) => text(rule).meta({ 'x-also': 'Spaces around the text do not count' });

export const id = (label = 'Id') => text(rules.lineRule(label, { max: 100 }));

export const userName = title(rules.nameRule);

export const email = z
  .string({ error: 'Email is required' })
  .overwrite(cleanEmail)
  .refine(...obeys(rules.emailRule))
  .meta({
    format: 'email',
    minLength: 1,
    maxLength: EMAIL_LENGTH,
    // Upper case is accepted and stored in lower case.
    pattern: EMAIL_PATTERN.source.replaceAll('a-z', 'A-Za-z'),
    description: 'Case-insensitive. An internationalized domain is stored in its ASCII form.',
  });

/** P-1.5. */
export const newPassword = z
  .string({ error: 'Password is required' })
  .refine(...obeys(rules.newPasswordRule))
  .meta({
    format: 'password',
    pattern: c.PASSWORD_PATTERN.source,
    minLength: c.PASSWORD_LENGTH.min,
    maxLength: c.PASSWORD_LENGTH.max,
    description: c.PASSWORD_MESSAGE,
  });

export const password = z
  .string({ error: 'Password is required' })
  .refine(...obeys(rules.passwordRule))
  .meta({ format: 'password', minLength: 1, maxLength: c.PASSWORD_LENGTH.max });

/** What follows the `#` of a mailed link. */
export const linkToken = text(rules.lineRule('Link', { max: 200 })).meta({
  description: 'What follows the `#` of the mailed link.',
});

/** Of an authenticator app, or a recovery code. */
export const factorCode = text(rules.factorCodeRule).meta({
  description: 'A code of the authenticator app, or a recovery code.',
});

const base64url = z
  .string()
  .regex(/^[\w-]+$/)
  .max(20_000);

/** What `navigator.credentials.create` answers. */
export const newPasskey = z.object({
  id: base64url,
  clientDataJSON: base64url,
  attestationObject: base64url,
  transports: z.array(z.string().max(50)).max(10).optional(),
});
export type NewPasskey = z.infer<typeof newPasskey>;

/** What `navigator.credentials.get` answers. */
export const passkeyAnswer = z.object({
  id: base64url,
  clientDataJSON: base64url,
  authenticatorData: base64url,
  signature: base64url,
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;

const isUrl = (value: string) => {
  try {
    return Boolean(new URL(value));
  } catch {
    return false;
  }
};

/** Path of the pictures that the media service serves. */
const IMAGE_PATH = /^\/images\/[0-9a-z]{26}(\.webp)?$/;
/** The JSON Schema form of {@link imageUrl}. */
const IMAGE_URL_PATTERN =
  "(https://([A-Za-z0-9-]+\\.)+[A-Za-z]{2,}(:[1-9]\\d{0,3})?([/?]([\\w./?~:@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)?|(http://(localhost|127\\.0\\.0\\.1)(:[1-9]\\d{0,3})?)?/images/[0-9a-z]{26}(\\.webp)?)";

/** An https URL, or a picture of the media service: its path, or its address on a host of this installation (plain http on this machine). */
export const imageUrl = (label: string) =>
  text(rules.lineRule(label, { max: c.URL_LENGTH }))
    .refine(
      (value) =>
        value.startsWith('/')
          ? IMAGE_PATH.test(value)
          : isUrl(value) && (new URL(value).protocol === 'https:' || isLocalImage(new URL(value))),
      `${label} must be an https address or an uploaded picture`,
    )
    .meta({
      format: 'uri-reference',
      pattern: `^${IMAGE_URL_PATTERN}$`,
      description: 'An https URL, or the address of an uploaded picture.',
    });
const isLocalImage = (url: URL) =>
  url.protocol === 'http:' &&
  ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname) &&
  IMAGE_PATH.test(url.pathname);

/** An optional picture: identity providers send `null` or omit the field. */
export const optionalImageUrl = (label: string) =>
  z
    .preprocess((value) => (value === null || value === '' ? undefined : value), imageUrl(label).optional())
    .meta({
      type: ['string', 'null'],
      minLength: 0,
      pattern: `^${IMAGE_URL_PATTERN}?$`,
      description: 'An https URL, or the address of an uploaded picture. Empty or null: none.',
    });

/** A picture, or none. Differs from {@link optionalImageUrl} in that an absent field can mean something else. */
export const imageUrlOrNone = (label: string) =>
  z
    .unknown()
    .transform((value, context): string => {
      if (value === null || value === '') return '';
      const parsed = imageUrl(label).safeParse(value);
      if (parsed.success) return parsed.data;
      for (const { message } of parsed.error.issues) context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .meta({
      type: ['string', 'null'],
      maxLength: c.URL_LENGTH,
      format: 'uri-reference',
      pattern: `^${IMAGE_URL_PATTERN}?$`,
      description: 'An https URL, or the address of an uploaded picture. Empty or null: none.',
    });

const isImageUrl = (value: unknown): boolean => imageUrl('Picture').safeParse(value).success;
/** Pictures of the caller: see `ownPictures` of an operation. */
const pictureAddresses = (most: number, tooMany: string) =>
  z
    .array(z.unknown(), 'Attachments must be a list of addresses')
    .max(most, tooMany)
    .refine((urls) => urls.every(isImageUrl), 'Attachments must be addresses of uploaded pictures')
    .transform((urls) => urls as string[])
    .meta({
      items: { type: 'string', maxLength: c.URL_LENGTH, format: 'uri-reference', pattern: `^${IMAGE_URL_PATTERN}$` },
      description: 'Addresses of pictures.',
      'x-also': 'Each answered by POST /images to this caller, within the last day or in use',
    });
export const attachments = pictureAddresses(c.MAX_ATTACHMENTS, `Add at most ${c.MAX_ATTACHMENTS} pictures`);
export const messagePictures = pictureAddresses(c.MAX_MESSAGE_PICTURES, 'Add one picture at most');

export const reserveMinutes = wholeNumber(rules.taskRules.reserveMinutes)
  .refine((minutes) => rules.taskRules.reserveMinutes.faultOf(minutes) === null, {
    error: (issue) => rules.taskRules.reserveMinutes.faultOf(issue.input) ?? undefined,
  })
  .meta({ 'x-also': `0, or at least ${c.RESERVE_MINUTES.min}` });

/** `YYYY-MM-DD`. The task service checks that it is today or later. */
export const day = (label: string) =>
  z
    .string({ error: rules.requiredFault(label) })
    .trim()
    .refine(...obeys({ faultOf: (value) => rules.dayFault(label, value) }))
    .meta({ format: 'date', minLength: 1, pattern: '^\\d{4}-\\d{2}-\\d{2}$', 'x-also': 'Today (UTC) or later' });

// Forms

const fieldName = z
  .string({ error: (issue) => formRules.name.faultOf(issue.input as string) ?? 'Name must be text' })
  .refine(...obeys(formRules.name))
  .meta({ pattern: formRules.name.pattern.source });
const decimal = (rule: rules.FieldRule) =>
  z
    .preprocess((value) => (typeof value === 'number' ? String(value) : value), z.string().refine(...obeys(rule)))
    .transform((typed) => parseDecimal(typed) as string)
    .meta({ type: ['string', 'number'], description: 'A number, or a decimal string such as "41.50".' });
const boundingDay = (label: string) =>
  z
    .string()
    .trim()
    .refine(...obeys({ faultOf: (value) => rules.dayFault(label, value) }))
    .meta({ format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$' });
const fieldOptions = (count: { min: number; max: number }, noun: string) =>
  z
    .array(
      z.object({
        value: z
          .string({ error: (issue) => formRules.optionValue.faultOf(issue.input as string) ?? 'Value must be text' })
          .refine(...obeys(formRules.optionValue))
          .meta({ pattern: formRules.optionValue.pattern.source }),
        label: title(formRules.optionLabel),
      }),
      'Options must be a list',
    )
    .min(count.min, `Give at least ${count.min} ${count.min === 1 ? noun : `${noun}s`}`)
    .max(count.max, `Give at most ${count.max} ${noun}s`);
const choiceOptions = () => fieldOptions(c.OPTION_COUNT, 'option');

const field = <const K extends c.FieldKind, const S extends z.core.$ZodShape>(kind: K, shape: S) =>
  z.object({
    name: fieldName.describe('The key of its value in an answer; unique within the form.'),
    label: title(formRules.label),
    help: text(formRules.help).optional(),
    required: z.boolean({ error: 'Required must be true or false' }).default(false),
    kind: z.literal(kind),
    ...shape,
  });

const formField = z.discriminatedUnion(
  'kind',
  [
    field('text', {
      maxLength: wholeNumber(formRules.lineLength).optional(),
      format: z.enum(c.TEXT_FORMATS, `Format must be one of ${c.TEXT_FORMATS.join(', ')}`).optional(),
    }),
    field('longText', { maxLength: wholeNumber(formRules.textLength).optional() }),
    field('number', {
      min: decimal(formRules.smallest).optional(),
      max: decimal(formRules.largest).optional(),
      decimals: wholeNumber(formRules.decimals).optional().describe('Digits behind the point. Absent: 0.'),
    }),
    field('date', { min: boundingDay('Earliest day').optional(), max: boundingDay('Latest day').optional() }),
    field('choice', { options: choiceOptions() }),
    field('choices', {
      options: choiceOptions(),
      minCount: wholeNumber(formRules.fewest).optional(),
      maxCount: wholeNumber(formRules.most).optional(),
    }),
    field('picture', { maxCount: wholeNumber(formRules.pictures).optional().describe('Absent: 1.') }),
    field('boxes', {
      options: fieldOptions(c.BOX_LABEL_COUNT, 'label').describe('The labels of the boxes.'),
      maxCount: wholeNumber(formRules.boxes).optional().describe(`Absent: ${c.MAX_BOXES}.`),
      column: fieldName
        .optional()
        .describe(
          'The column of the batch whose pictures the boxes are drawn on. Absent: the first one with pictures.',
        ),
    }),
  ],
  { error: `Kind must be one of ${c.FIELD_KINDS.join(', ')}` },
);

/** The answer fields of a task (`forms.ts`). */
export const form = z.object({
  fields: z
    .array(formField, 'Fields must be a list')
    .min(1, 'Give at least one field')
    .max(c.MAX_FIELDS, `Give at most ${c.MAX_FIELDS} fields`)
    .transform((fields): FormField[] => fields)
    .superRefine((fields, context) => {
      for (const { path, message } of formFaults(fields)) context.addIssue({ code: 'custom', path, message });
    })
    .meta({
      'x-also': `Names, and values and labels of options, are unique; bounds are numbers or days, and in order; at most ${c.MAX_ATTACHMENTS} pictures in all`,
    }),
});
const IMPORT_FAULT = 'Import must have 1 to 40 letters, digits, dashes and underscores';
/** An id, because events carry it, and a short one, because the ids of notifications contain it. */
export const importId = z.string({ error: IMPORT_FAULT }).regex(/^[A-Za-z0-9_-]{1,40}$/, IMPORT_FAULT);

/** An answer of the API. Bodies describe a form in place: a generator of requests follows no reference. */
export const formSchema = form.meta({ id: 'Form', description: 'The fields in which a worker answers.' });

const fraction = z.number().min(0).max(1);
const box = z
  .object({ label: z.string(), x: fraction, y: fraction, width: fraction, height: fraction })
  .meta({ id: 'Box', description: 'A rectangle in fractions of the picture, with at most 4 decimals.' });
const answerValue = z.union([z.string(), z.array(z.string()), z.array(box)]);
/** To the rows of a page and its checks. */
const MAX_ANSWERS = c.MAX_ROWS_PER_PAGE + c.MAX_CHECKS_PER_PAGE;
/** One per row; a task without rows has one. The service reads them by the form of the task. */
export const answers = z
  .array(z.record(z.string(), z.unknown(), 'Each answer must be an object'), 'Answers must be a list')
  .min(1, 'Send at least one answer')
  .max(MAX_ANSWERS, `Send at most ${MAX_ANSWERS} answers`)
  .transform((rows) => rows as Record<string, unknown>[])
  .meta({
    items: { type: 'object', additionalProperties: true },
    description:
      'Field name → value: a text, a number, a day, the value of an option, or a list of those; of `boxes` a list of rectangles `{label, x, y, width, height}` in fractions of the picture. The addresses of pictures are also in `attachments`.',
    'x-also': 'As the form of the task requires; one per row of the page, or one',
  });

// Batches

const columnName = z
  .string({ error: 'Column must be text' })
  .refine(...obeys(formRules.name))
  .meta({ pattern: formRules.name.pattern.source });
export const columnKinds = z
  .array(
    z
      .object({
        name: columnName,
        kind: z.enum(c.COLUMN_KINDS, `Kind must be one of ${c.COLUMN_KINDS.join(', ')}`),
        field: z
          .string({ error: 'Field must be text' })
          .refine(...obeys(formRules.name))
          .optional()
          .meta({
            pattern: formRules.name.pattern.source,
            description: 'Of an `expected` column: the field of the form.',
            'x-also': 'Required of an `expected` column',
          }),
      })
      .refine(({ kind, field }) => kind !== 'expected' || field !== undefined, {
        path: ['field'],
        message: 'Name the field whose right values the column has',
      }),
    'Columns must be a list',
  )
  .max(c.MAX_COLUMNS, `Give at most ${c.MAX_COLUMNS} columns`)
  .describe('Kinds of columns; others stay as they are.');

export const overlap = z
  .object(
    {
      min: wholeNumber(rules.batchRules.fewestAnswers).optional().meta({ 'x-also': 'At most `max`' }),
      max: wholeNumber(rules.batchRules.overlap),
    },
    { error: 'Answers per page must be an object' },
  )
  .refine(({ min = 1, max }) => min <= max, { path: ['min'], message: rules.FEWEST_FAULT });

const AGREEMENT_FAULT = `Agreement must be a number from ${c.AGREEMENT.min} to ${c.AGREEMENT.max}`;
export const agreement = z
  .number(AGREEMENT_FAULT)
  .min(c.AGREEMENT.min, AGREEMENT_FAULT)
  .max(c.AGREEMENT.max, AGREEMENT_FAULT);

const SHARE_FAULT = 'Accuracy must be a number from 0 to 1';
export const minAccuracy = z.number(SHARE_FAULT).min(0, SHARE_FAULT).max(1, SHARE_FAULT);

/** Query parameters that every list accepts. */
export const listQuery = <const S extends readonly [string, ...string[]]>(sorts: S) =>
  z.object({
    q: z
      .string()
      .overwrite(cleanLine)
      .trim()
      .refine((value) => rules.isAtMost(c.TITLE_LENGTH, value), `q must be at most ${c.TITLE_LENGTH} characters`)
      .meta({ maxLength: c.TITLE_LENGTH, description: 'Text to search for.' })
      .optional(),
    sort: z.enum(sorts).optional(),
    limit: wholeNumber(rules.wholeNumberRule('limit', 1, c.LIST_LIMIT)).optional(),
    offset: wholeNumber(rules.wholeNumberRule('offset', 0)).optional(),
  });

const moment = (label: string) =>
  z.iso.datetime(`${label} must be a time like 2026-12-31T09:30:00.000Z`).transform((time) => Date.parse(time));

/** `changedSince` has an order and a position of its own. */
const EXCLUDED_BY_CHANGES = ['q', 'sort', 'offset', 'start', 'status'] as const;

export const submissionsQuery = listQuery(['newest'])
  .extend({
    start: wholeNumber(rules.wholeNumberRule('start', 0)).optional(),
    status: z.enum(c.SUBMISSION_STATUSES).optional(),
    taskId: id().optional(),
    worker: id('Worker')
      .optional()
      .meta({ 'x-roles': ['admin'], description: 'Work of this worker.' }),
    buyer: id('Buyer')
      .optional()
      .meta({ 'x-roles': ['admin'], description: 'Work for this buyer.' }),
    submission: id('Submission')
      .optional()
      .meta({ 'x-roles': ['admin'], description: 'This one alone.' }),
    sort: z
      .enum(['newest', 'pay', 'page'])
      .optional()
      .meta({
        'x-also': '`page` only with `taskId` and `status=pending`, without `q`',
        description:
          '`page`: pending answers to one’s own batch by page, pages with a disputed row first; else the newest first.',
      }),
    changedSince: moment('changedSince')
      .optional()
      .meta({
        'x-also': `Not with ${EXCLUDED_BY_CHANGES.join(', ')}`,
        'x-roles': ['buyer'],
        description: `Submissions that were handed in, decided, sent back, resubmitted or appealed at or after this moment, oldest change first. A change is listed ${c.CHANGES_LAG_MS / 1000} seconds later. Goes with \`taskId\`, \`after\` and \`limit\`.`,
      }),
    after: id()
      .optional()
      .meta({
        'x-also': 'Only with `changedSince`',
        description:
          'The `_id` of the last row that you have, whose `changedAt` is `changedSince`; the list continues behind it.',
      }),
  })
  .refine(
    (query) => query.changedSince === undefined || EXCLUDED_BY_CHANGES.every((name) => query[name] === undefined),
    { path: ['changedSince'], message: `changedSince can’t be combined with ${EXCLUDED_BY_CHANGES.join(', ')}` },
  )
  .refine(({ sort, taskId, status, q }) => sort !== 'page' || (taskId !== undefined && status === 'pending' && !q), {
    path: ['sort'],
    message: 'sort=page goes only with taskId and status=pending, and without q',
  })
  .refine(({ changedSince, after }) => after === undefined || changedSince !== undefined, {
    path: ['after'],
    message: 'after goes only with changedSince',
  });

export const imageWidth = z
  .enum(c.IMAGE_WIDTHS.map(String), `w must be one of ${c.IMAGE_WIDTHS.join(', ')}`)
  .transform((width) => Number(width) as c.ImageWidth);

// Entities of responses

const entity = <const S extends z.core.$ZodShape>(id: string, description: string, shape: S) =>
  z.object(shape).meta({ id, description });

/** P-9.8. */
const date = z
  .string()
  .regex(/^\d{1,2}-\d{1,2}-\d{4}$/)
  .describe('Day-month-year, UTC.');
const time = z.iso.datetime().describe('ISO 8601, UTC.');

const suspensionAppeal = entity('SuspensionAppeal', 'The appeal of a suspended person.', {
  text: z.string(),
  filedAt: time,
  state: z.enum(c.SUSPENSION_APPEAL_STATES).describe('`ended`: the suspension ended without a decision.'),
  note: z.string().optional().describe('Of the admin who decided it.'),
  decidedAt: time.optional(),
});

const suspensionFacts = {
  reasonCode: z.string().describe(`Now one of ${c.SUSPENSION_REASONS.join(', ')}; more may follow.`),
  at: time,
  until: time.optional().describe('Absent: until an admin lifts it.'),
};
const suspension = entity('OwnSuspension', 'What a suspended account reads of its suspension.', {
  ...suspensionFacts,
  text: z.string().optional().describe('The explanation of the admin. Only for the user.'),
  appeal: suspensionAppeal.optional().describe('Only for the user; absent: there was none.'),
});

export const userSchema = entity('User', 'All fields of a user: for the user and for admins.', {
  _id: z.string(),
  userName: z.string(),
  userEmail: z.string().describe('Lower case.'),
  userPhotoURL: z.string(),
  userRole: z.enum(c.ROLES),
  userAvailableCoin: z.int(),
  emailConfirmed: z.boolean().optional().describe('Only for the user; absent: the address is not confirmed.'),
  termsVersion: z.string().optional().describe('Only for the user: the terms that they accepted; absent: none.'),
  suspension: suspension
    .optional()
    .describe('Only for the user and for admins, who read its texts at `GET /suspensions`; absent: none.'),
  grantWaits: z
    .enum(['admin', 'email'])
    .optional()
    .describe('Only for the user: what the starting coins wait for; absent: nothing.'),
  closesAt: time
    .optional()
    .describe('Only for the user: when the account closes, or what is due is waited for since; absent: it stays.'),
  needsFactor: z
    .boolean()
    .optional()
    .describe('Only for an admin who can do nothing before setting up a second factor; absent: no.'),
});
export type User = z.infer<typeof userSchema>;

const due = (what: string) => z.int().min(0).describe(what);
export const closingSchema = entity('Closing', 'What the closing of the own account means now.', {
  closesAt: time.optional().describe('The account closes then, or as soon as nothing is due. Absent: it stays.'),
  agreedCoins: z
    .int()
    .min(0)
    .optional()
    .describe('The most coins that the person has agreed to lose. Only with `closesAt`.'),
  coins: z.int().min(0).describe('Coins that are lost if it closes as things are, and all pending work is approved.'),
  withdrawableCoins: z.int().min(0).describe('How many of the balance can be withdrawn before.'),
  openTasks: z.int().min(0).describe('They end when the day is over.'),
  due: z
    .object({
      pendingSubmissions: due('Pending work of the person.'),
      openAppeals: due('Own appeals.'),
      heldPlaces: due('Places that the person holds.'),
      undecidedSubmissions: due('Work of others that the person has to decide.'),
      placesOfWorkers: due('Places of own tasks that workers hold.'),
      pendingWithdrawals: due('Requests.'),
      duePayouts: due('Approved withdrawals whose money is on its way.'),
    })
    .describe('What the closing waits for, after its day.'),
});
export type Closing = z.infer<typeof closingSchema>;

export const waitingGrantSchema = entity('WaitingGrant', 'Starting coins that wait for an admin.', {
  userId: z.string(),
  userName: z.string(),
  userEmail: z.string(),
  userRole: z.enum(c.ROLES),
  emailConfirmed: z.boolean(),
  coins: z.int(),
  reason: z
    .enum(c.GRANT_CHECKS)
    .describe(
      '`network`: its network has had the grants of that day. `mailbox`: another account of the same mailbox came first.',
    ),
  network: z.string().describe('From which the account was registered.'),
  since: time,
});
export type WaitingGrant = z.infer<typeof waitingGrantSchema>;

export const suspensionSchema = entity('Suspension', 'A suspension, also one that has ended.', {
  _id: z.string(),
  userId: z.string(),
  userName: z.string(),
  userEmail: z.string(),
  userRole: z.enum(c.ROLES),
  ...suspensionFacts,
  text: z.string(),
  suspendedBy: z.string().describe('The id of the admin, who does not decide its appeal.'),
  state: z.enum(c.SUSPENSION_STATES),
  endedAt: time.optional(),
  appeal: suspensionAppeal.optional(),
});
export type Suspension = z.infer<typeof suspensionSchema>;

const suspensionReason = z.enum(c.SUSPENSION_REASONS, {
  error: (issue) =>
    rules.isMissing(issue.input) ? 'Reason is required' : `Reason must be one of ${c.SUSPENSION_REASONS.join(', ')}`,
});
export const suspensionBody = z.object({
  reasonCode: suspensionReason.meta({ description: 'Shown to the person, as a sentence.' }),
  text: sentence(rules.suspensionTextRule).meta({ description: 'Shown to the person.' }),
  until: moment('End')
    .optional()
    .meta({
      description: 'Absent: until an admin lifts it.',
      'x-also': `In the future, within ${c.MAX_SUSPENSION_DAYS} days`,
    }),
});

const reportText = text(rules.reportTextRule).optional();

const reportReason = z.enum(c.REPORT_REASONS, {
  error: (issue) =>
    rules.isMissing(issue.input) ? 'Reason is required' : `Reason must be one of ${c.REPORT_REASONS.join(', ')}`,
});

export const reportBody = z
  .object({
    about: z
      .enum(c.REPORT_ABOUT, `About must be one of ${c.REPORT_ABOUT.join(', ')}`)
      .describe('Workers report a task or its buyer, buyers a submission to their task or its worker.'),
    id: id().describe('Of the task, or of the submission.'),
    reasonCode: reportReason,
    text: reportText.meta({
      description: 'For admins only.',
      'x-also': `At least ${c.REASON_LENGTH.min} characters for \`other\`, without the spaces around them`,
    }),
  })
  .superRefine(({ reasonCode, text: typed = '' }, context) => {
    const message = rules.reportTextFault(reasonCode, typed);
    if (message !== null) context.addIssue({ code: 'custom', path: ['text'], message });
  });

export const reportDecision = z
  .object({
    outcome: z
      .enum(c.REPORT_OUTCOMES, `Outcome must be one of ${c.REPORT_OUTCOMES.join(', ')}`)
      .describe(
        '`nothing`: an honest report of something within the rules. `unfounded`: a false report, which counts against its reporter. `pause-task` and `close-task` only about a task.',
      ),
    reasonCode: reportReason
      .optional()
      .meta({
        description: 'The responsible person reads it as a sentence.',
        'x-also': 'Required for `warn`, `pause-task` and `close-task`',
      }),
    suspension: suspensionBody
      .optional()
      .meta({ description: 'Of the responsible person.', 'x-also': 'Required for `suspend`' }),
  })
  .refine(({ outcome, reasonCode }) => reasonCode !== undefined || !c.needsReportReason(outcome), {
    path: ['reasonCode'],
    message: 'Reason is required',
  })
  .refine(({ outcome, suspension }) => suspension !== undefined || outcome !== 'suspend', {
    path: ['suspension'],
    message: 'Suspension is required',
  });

export const reportCaseSchema = entity(
  'ReportCase',
  'All reports of one subject, from the first one to their decision.',
  {
    _id: z.string(),
    subject: z.object({ type: z.enum(c.REPORT_SUBJECTS), id: z.string() }),
    taskId: z.string().optional().describe('The task that it is, or belongs to.'),
    title: z.string().optional().describe('Of that task.'),
    owner: z
      .object({
        userId: z.string(),
        userName: z.string(),
        userEmail: z.string(),
        userRole: z.enum(c.ROLES),
        isClosed: z.boolean(),
        isSuspended: z.boolean(),
      })
      .describe('The person who is responsible for it.'),
    state: z.enum(c.REPORT_STATES),
    openedAt: time,
    reporters: z.int().describe('How many people have reported it.'),
    reports: z
      .array(
        z.object({
          reporterId: z.string(),
          reporterEmail: z.string(),
          reporterName: z.string(),
          reasonCode: z.enum(c.REPORT_REASONS),
          text: z.string().optional(),
          at: time,
          record: z
            .object({ upheld: z.int(), dismissed: z.int(), false: z.int() })
            .describe('What became of the reports of this person.'),
        }),
      )
      .describe(`The first ${c.MAX_SHOWN_REPORTS}.`),
    outcome: z.enum(c.REPORT_OUTCOMES).optional(),
    reasonCode: z.enum(c.REPORT_REASONS).optional().describe('Which its owner reads as a sentence.'),
    decidedAt: time.optional(),
    decidedBy: z.string().optional().describe('The id of the admin.'),
  },
);
export type ReportCase = z.infer<typeof reportCaseSchema>;

/** The public fields of a user. */
export const publicUserSchema = userSchema
  .pick({ userName: true, userPhotoURL: true, userRole: true })
  .extend({
    _id: z.string().optional(),
    userEmail: z.string().optional().describe('Only for buyers: of workers who submitted to one of their tasks.'),
    userAvailableCoin: z.int().optional(),
  })
  .meta({ id: 'PublicUser', description: 'The public fields of a user.' });
export type PublicUser = z.infer<typeof publicUserSchema>;

export const apiKeySchema = entity('ApiKey', 'An API key, without its secret.', {
  _id: z.string(),
  name: z.string(),
  createdAt: time,
  mask: z.string().describe('The beginning of the key, without its secret.'),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

export const passkeySchema = entity('Passkey', 'A passkey: a device, or a manager of passwords.', {
  _id: z.string(),
  name: z.string(),
  createdAt: time,
});
export type Passkey = z.infer<typeof passkeySchema>;

export const sessionSchema = entity('Session', 'A browser that is signed in.', {
  _id: z.string(),
  browser: z.string().optional().describe('Absent: unknown.'),
  system: z.string().optional().describe('Absent: unknown.'),
  seenOn: z.iso.date().optional().describe('The last day on which it was used, UTC. Absent: before this was kept.'),
  isCurrent: z.boolean().describe('Whether the call is made from it.'),
});
export type Session = z.infer<typeof sessionSchema>;

export const factorsSchema = entity('Factors', 'The second factors of the caller.', {
  totp: z.boolean().describe('Whether an authenticator app gives codes.'),
  passkeys: z.array(passkeySchema),
  recoveryCodes: z.int().describe('Unused ones.'),
});
export type Factors = z.infer<typeof factorsSchema>;

/** As WebAuthn defines them: the browser hands them on. */
const webAuthnOptions = z.record(z.string(), z.unknown());
export const passkeyOptions = entity('PasskeyOptions', 'How the browser makes a passkey.', {
  options: webAuthnOptions.describe('`PublicKeyCredentialCreationOptionsJSON` of WebAuthn.'),
});
export const factorChallenge = entity('FactorChallenge', 'How the caller can give a second factor.', {
  totp: z.boolean().describe('By a code of an authenticator app; a recovery code works in any case.'),
  passkey: webAuthnOptions
    .optional()
    .describe('`PublicKeyCredentialRequestOptionsJSON` of WebAuthn; absent: the account has no passkey.'),
});
export type FactorChallenge = z.infer<typeof factorChallenge>;

export const newTotpSchema = entity('NewTotp', 'What an authenticator app needs, until a code of it is confirmed.', {
  secret: z.string().describe('Base32.'),
  uri: z.string().describe('An otpauth address, for a QR code.'),
});

export type NewTotp = z.infer<typeof newTotpSchema>;

const newRecoveryCodes = z.array(z.string()).describe('Each works once; no other answer has them.');
export const addedFactor = entity('AddedFactor', 'A new access token, whose second factor was just given.', {
  token: z.string(),
  recoveryCodes: newRecoveryCodes
    .optional()
    .describe('With the first factor. Each works once; no other answer has them.'),
});
export const recoveryCodes = entity('RecoveryCodes', 'New recovery codes; earlier ones no longer work.', {
  recoveryCodes: newRecoveryCodes,
});

const buyerStats = entity('BuyerStats', 'How a buyer has decided so far.', {
  posted: z.int().describe('Tasks, also deleted ones.'),
  decided: z.int().describe('Submissions that the buyer or a deadline decided.'),
  approved: z.int(),
  unexplained: z.int().describe('Rejections without a reason.'),
  overturned: z.int().describe('Rejections that an appeal reversed; they count as approved.'),
  reversed: z.int().optional().describe('Rejections that the buyer reversed; they count as approved. Absent: none.'),
  reviewHours: z
    .int()
    .optional()
    .describe(`Half of the decisions came within these hours: one of ${c.REVIEW_HOURS.join(', ')}.`),
  checkedWorkers: z.int().optional().describe('Workers who met checks, added up over the batches. Absent: none.'),
  stoppedWorkers: z.int().optional().describe('Of these, the ones who were stopped. Absent: none.'),
});
export type BuyerStats = z.infer<typeof buyerStats>;

const workerStats = entity('WorkerStats', 'How the submissions of a worker were decided so far.', {
  approved: z.int(),
  decided: z.int(),
});

export const workDaySchema = entity('WorkDay', "A worker's submissions that were decided on a day.", {
  day: z.iso.date(),
  decided: z.int().describe('By buyers, deadlines, agreement and appeals; departures do not count.'),
  approved: z.int(),
  seconds: z.int().describe('That the measured ones among them took: answers to pages of batches.'),
  coins: z.int().describe('Pay of the approved ones among the measured.'),
});
export type WorkDay = z.infer<typeof workDaySchema>;

const accuracy = entity('Accuracy', 'Checks of a batch that a worker has answered rightly, of those it has met.', {
  right: z.int(),
  met: z.int(),
});
export type Accuracy = z.infer<typeof accuracy>;

export const batchAccuracySchema = entity(
  'BatchAccuracy',
  'The accuracy of a worker in a batch, as its pages show it.',
  { taskId: z.string(), taskTitle: z.string(), ...accuracy.shape },
);

const overlapView = z.object({ min: z.int().optional(), max: z.int() });
const batchFigures = {
  rows: z.int(),
  pages: z.int(),
  rowsPerPage: z.int(),
  overlap: overlapView.describe(
    'Answers of different workers to each page. With `min`, a page whose first answers agree is complete before it has `max`.',
  ),
  pilotPages: z
    .int()
    .optional()
    .describe('Pages that are offered before the pilot ends; the places of the others wait. Absent: all are offered.'),
};
const batchColumn = z.object({
  name: z.string(),
  label: z.string().describe('As the file has it.'),
  kind: z.enum(c.COLUMN_KINDS),
  field: z.string().optional().describe('Of an `expected` column: the field of the form.'),
});
/** Column → text. */
const rowValues = z.record(z.string(), z.string());

const textVersion = z
  .int()
  .optional()
  .describe('Of the texts of the batch: a correction in a pilot makes the next one. Absent: 1.');

export const pageSchema = entity('Page', 'What a worker answers at once, for one pay: rows of a batch.', {
  number: z.int(),
  pages: z.int().describe('Of the batch.'),
  version: textVersion,
  columns: z.array(batchColumn),
  rows: z.array(
    z.object({
      number: z.int().describe('In the batch; of a page with checks the place on the page.'),
      values: rowValues,
      text: z.string().describe('The detail of the task with the values of this row.'),
      expected: z
        .record(z.string(), answerValue)
        .optional()
        .describe('Of a check, for the owner and admins: the right values. Others cannot tell it from other rows.'),
    }),
  ),
});
export type Page = z.infer<typeof pageSchema>;

export const taskSchema = entity('Task', 'A task: work that a buyer pays for, with a number of places for workers.', {
  _id: z.string(),
  taskTitle: z.string(),
  taskDetail: z.string(),
  taskImageURL: z.string(),
  requiredWorkers: z.int().describe('Places that are still open.'),
  payableAmount: z.int(),
  completionDate: z.iso.date(),
  submissionInfo: z.string(),
  taskStatus: z.enum(c.TASK_STATUSES),
  totalPayableAmount: z.int().describe('Coins committed at creation: places × coins per place.'),
  buyerName: z.string(),
  buyerEmail: z.string().optional().describe('Only for signed-in callers.'),
  autoApproveHours: z.int().optional().describe('Hours until an unreviewed submission is approved; 0: never.'),
  reserveMinutes: z
    .int()
    .optional()
    .describe('Minutes for which a worker can reserve a place. 0 or absent: not at all.'),
  closeAtCompletion: z
    .boolean()
    .optional()
    .describe('Takes no more work after the completion date; the coins of open places come back. Absent: false.'),
  paused: z.boolean().optional().describe('Takes no new work at the moment. Absent: false.'),
  adminPause: z
    .object({ reason: z.string() })
    .optional()
    .describe('Only for its buyer and admins: an admin has paused it, and only an admin resumes it. Absent: none has.'),
  review: z
    .object({
      since: time,
      cause: z.enum(c.REVIEW_CAUSES).optional().describe('Only for its buyer and admins.'),
      words: z.array(z.string()).optional().describe("Only for admins: those of the operator's list in its texts."),
      version: z.int().optional().describe('Only for admins: of the texts. `PATCH /tasks/{id}/review` names it.'),
    })
    .optional()
    .describe(
      'Waits for the review of an admin, and takes no new work. One that was never public has no other readers than its buyer and admins. Absent: it does not wait.',
    ),
  closed: z
    .object({
      reason: z.enum(c.CLOSING_REASONS),
      refunded: z.int().describe('Coins of the open places, which came back.'),
      kept: z
        .object({
          coins: z.int().describe('Coins of places without work.'),
          until: time.describe('The end of the time to appeal. An open appeal keeps coins until its decision.'),
        })
        .optional()
        .describe('What stays in escrow while workers may appeal rejections. Absent: nothing.'),
      rejection: z
        .string()
        .optional()
        .describe('Why an admin has not approved it; only for its buyer and admins. Absent: it was not rejected.'),
    })
    .optional()
    .describe('Takes no more work. Absent while the task is open.'),
  reservedPlaces: z.int().optional().describe('Places that workers have reserved. Absent: none.'),
  sparedPlaces: z
    .int()
    .optional()
    .describe(
      'Places of complete pages that were not needed; their coins come back when the batch closes. Absent: none.',
    ),
  minApprovalRate: z
    .int()
    .optional()
    .describe('Percent of decided submissions that must be approved to submit; absent: none.'),
  hasForm: z.literal(true).optional().describe('Workers answer its form. Absent: they submit a text.'),
  batch: z
    .object({
      ...batchFigures,
      pace: z
        .object({
          medianSeconds: z
            .int()
            .describe(`Half of the answers took at most so many seconds: one of ${c.PAGE_SECONDS.join(', ')}.`),
          coinsPerHour: z.int().describe('Pay of an hour at that speed.'),
        })
        .optional()
        .describe(
          `From answers whose page was held for less than ${c.TIMED_MINUTES} minutes. Absent: fewer than ${c.MIN_TIMED_WORKERS} workers have answered.`,
        ),
    })
    .optional()
    .describe('A task with rows: its places are answers to its pages. Absent: it has none.'),
  buyerStats: buyerStats.optional().describe('Only for signed-in callers.'),
  submitted: z.literal(true).optional().describe("Only for workers: the caller's submission is pending or approved."),
  buyerBlock: z
    .string()
    .optional()
    .describe('Only for workers, of one task: the block by which the caller hides its buyer. Absent: there is none.'),
});
export type Task = z.infer<typeof taskSchema>;

export const reservationSchema = entity('Reservation', 'A place of a task that is kept for one worker.', {
  _id: z.string(),
  taskId: z.string(),
  taskTitle: z.string(),
  payableAmount: z.int(),
  expiresAt: time,
  page: z.int().optional().describe('Of a batch.'),
});
export type Reservation = z.infer<typeof reservationSchema>;

export const blockSchema = entity('Block', 'A worker whom a buyer keeps out, or a buyer whom a worker hides.', {
  _id: z.string(),
  name: z.string().describe('Of the other person.'),
  taskTitle: z.string().describe('Of the task at which the caller blocked them.'),
  blockedAt: time,
});
export type Block = z.infer<typeof blockSchema>;

const rejectionReason = entity('RejectionReason', 'Why a submission was rejected.', {
  code: z.enum([...c.REJECTION_REASONS, 'overdue']).describe('`overdue`: a requested revision did not come.'),
  text: z.string(),
});

const submissionAppeal = entity('SubmissionAppeal', 'The appeal of a worker against a rejection.', {
  text: z.string(),
  filedAt: time,
  state: z.enum(c.APPEAL_STATES),
  note: z.string().optional().describe("The admin's."),
  decidedAt: time.optional(),
  paidBy: z.enum(c.APPEAL_PAYERS).optional().describe('Of an upheld appeal.'),
});

const submissionReversal = entity('SubmissionReversal', 'The buyer approves the rejected work after all.', {
  state: z.enum(['underway', 'made', 'declined']).describe('`declined`: the rejection stands.'),
  at: time.describe('Of the request, then of its outcome.'),
  paidBy: z.enum(c.REVERSAL_PAYERS).describe('A place of the task, or the balance of the buyer.'),
  reason: z.enum(c.REVERSAL_REFUSALS).optional().describe('Why it was declined.'),
});

export const reversalPreviewSchema = entity('ReversalPreview', 'What a reversal of the rejection would cost now.', {
  coins: z.int(),
  paidBy: z.enum(c.REVERSAL_PAYERS).describe('A place of the task, or the balance of the buyer.'),
});

const submissionBonus = entity('SubmissionBonus', 'What the buyer has given on top of the pay.', {
  coins: z.int(),
  count: z.int().describe('Bonuses that it is the sum of.'),
});

export const bonusSchema = entity('Bonus', 'Coins that a buyer gave a worker on top of the pay.', {
  _id: z.string(),
  coins: z.int(),
  note: z.string().describe("The buyer's."),
  time,
});
export type Bonus = z.infer<typeof bonusSchema>;

const submissionRevision = entity('Revision', 'A request to improve a submission, at most one per submission.', {
  note: z.string().describe("The buyer's."),
  requestedAt: time,
  dueAt: time,
  resubmittedAt: time.optional(),
});

export const submissionSchema = entity('Submission', 'Work that a worker has submitted to a task.', {
  _id: z.string(),
  taskId: z.string(),
  taskTitle: z.string(),
  payableAmount: z.int(),
  workerEmail: z.string(),
  workerName: z.string(),
  buyerName: z.string(),
  buyerEmail: z.string(),
  submissionDetails: z.string(),
  submissionDate: date,
  status: z.enum(c.SUBMISSION_STATUSES),
  attachments: z.array(z.string()).optional().describe('Addresses of pictures.'),
  answers: z
    .array(z.record(z.string(), answerValue))
    .optional()
    .describe('To a task with a form: field name → value, one per row. `submissionDetails` is their text.'),
  page: z.int().optional().describe('Of a batch.'),
  version: textVersion,
  checks: accuracy
    .optional()
    .describe(
      'Only for buyers and admins: of the checks that the worker met here for the first time. Absent: the batch has none.',
    ),
  isFast: z
    .literal(true)
    .optional()
    .describe('Only for buyers and admins: answered in less than `minSeconds` of the batch.'),
  reason: rejectionReason.optional(),
  decidedAt: time.optional(),
  decidedBy: z.enum(c.DECIDERS).optional(),
  autoApproveAt: time.optional().describe('When it is approved unless the buyer decides before.'),
  revision: submissionRevision.optional(),
  earlier: z
    .array(z.object({ submissionDetails: z.string(), attachments: z.array(z.string()).optional(), submittedAt: time }))
    .optional()
    .describe('Versions before a resubmission.'),
  appeal: submissionAppeal.optional(),
  appealUntil: time.optional().describe('The worker may appeal until then.'),
  reversal: submissionReversal.optional(),
  bonus: submissionBonus.optional().describe('Absent: none was given.'),
  threadId: z.string().optional().describe('Of the messages between its worker and its buyer (`GET /threads/{id}`).'),
  changedAt: time
    .optional()
    .describe(
      'When it was handed in, decided, sent back, resubmitted, appealed, reversed or given a bonus, whichever is last.',
    ),
  workerStats: workerStats.optional().describe("Only for buyers and admins: the worker's decided submissions."),
});
export type Submission = z.infer<typeof submissionSchema>;

/** '3,7' → [3, 7] */
export const heldPages = z
  .string()
  .regex(/^\d{1,6}(,\d{1,6}){0,4}$/, 'Besides must be numbers of pages with commas')
  .transform((typed) => typed.split(',').map(Number))
  .describe(
    'Numbers of pages of a batch that the caller holds, with commas: the answer is another page. Absent: the page that it has held longest.',
  );

const draftFields = {
  taskTitle: z.string().optional(),
  taskDetail: z.string().optional(),
  submissionInfo: z.string().optional(),
  taskImageURL: z.string().optional(),
  completionDate: z.iso.date().optional(),
  payableAmount: z.int().optional().describe('Coins for the answer to one page.'),
  autoApproveHours: z.int().optional(),
  reserveMinutes: z.int().optional(),
  minApprovalRate: z.int().optional(),
  closeAtCompletion: z.boolean().optional(),
  rowsPerPage: z.int().optional(),
  overlap: overlapView.optional(),
  agreement: z.number().optional(),
  approveOnAgreement: z.boolean().optional(),
  maxPagesPerWorker: z.int().optional(),
  pilotPages: z.int().optional(),
  checksPerPage: z.int().optional(),
  checksBefore: z.int().optional(),
  minAccuracy: z.number().optional(),
  minSeconds: z.int().optional(),
};
export const batchSchema = entity('Batch', 'The draft of a task with rows.', {
  _id: z.string(),
  ...draftFields,
  form: formSchema.optional(),
  file: z
    .object({
      rows: z.int().describe('Without checks.'),
      checks: z.int().optional().describe('Rows with expected values. Absent: none.'),
      columns: z.array(batchColumn),
      sample: z.array(rowValues).describe('The first rows.'),
    })
    .optional()
    .describe('Absent: no rows were uploaded.'),
  figures: z
    .object({
      pages: z.int(),
      places: z.int().describe('Answers to all pages.'),
      cost: z.int().optional().describe('Coins. Absent without a pay.'),
    })
    .optional()
    .describe('Absent without rows.'),
  isPublishing: z.literal(true).optional().describe('Its coins are being set aside, and it cannot be changed.'),
  changedAt: time,
});
export type Batch = z.infer<typeof batchSchema>;

export const uploadedRows = entity('UploadedRows', 'The rows of a draft.', {
  rows: z.int().describe('Without checks.'),
  checks: z.int().optional().describe('Rows with expected values. Absent: none.'),
  columns: z.array(batchColumn),
  notes: z.array(z.string()).optional().describe('What was read in another way than it stands in the file.'),
});
export type UploadedRows = z.infer<typeof uploadedRows>;

export const stagedRows = entity('StagedRows', 'Rows for an open batch that are not paid yet.', {
  upload: z.string().describe('Name it to add them. Kept for a day, until another file replaces it.'),
  rows: z.int().describe('Without checks.'),
  checks: z.int().optional().describe('Rows with expected values. Absent: none.'),
  pages: z.int(),
  places: z.int(),
  cost: z.int().describe('At the present pay.'),
  notes: z.array(z.string()).optional().describe('What was read in another way than it stands in the file.'),
});

export const batchPreview = entity('BatchPreview', 'A page as a worker gets it, and what the batch costs.', {
  page: pageSchema,
  places: z.int(),
  cost: z.int().optional(),
});
export type BatchPreview = z.infer<typeof batchPreview>;

const countsOf = <const K extends string>(keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, z.int()])) as Record<K, z.ZodInt>;

const fieldConsensus = z.object({
  value: answerValue
    .optional()
    .describe(
      'A choice, date or text: what most gave, texts without case and blanks. A number: what most gave, or the median. `choices`: options of more than half. Boxes: those around one thing that half of the answers have. Absent: undecided, or most gave nothing.',
    ),
  share: z
    .number()
    .describe('Part of the answers that gave the value; of several options or boxes, of the one with most dissent.'),
  isUndecided: z.literal(true).optional().describe('As many answers gave another value.'),
  isMedian: z.literal(true).optional().describe('As many answers gave another number: the value is their median.'),
  probability: z
    .number()
    .optional()
    .describe(
      `Of a choice in a batch with at least ${c.MIN_WEIGHED.rows} answered rows and ${c.MIN_WEIGHED.workers} workers: its answers are weighed by how often each worker is right (Dawid and Skene, 1979).`,
    ),
});
export type FieldConsensus = z.infer<typeof fieldConsensus>;

export const rowSchema = entity('Row', 'A row of a batch with its answers.', {
  number: z.int(),
  page: z.int(),
  values: rowValues,
  state: z
    .enum(c.ROW_STATES)
    .describe(
      '`open`: needs answers. With all of them, rejected ones aside, its answers agree in each choice, number and date (`agreed`), or not (`disputed`); `answered`: it has one answer, or no field to compare.',
    ),
  consensus: z
    .record(z.string(), fieldConsensus)
    .optional()
    .describe(
      'Field → what its answers give together, rejected ones aside. Absent without answers; pictures have none.',
    ),
  answers: z.array(
    z.object({
      submissionId: z.string(),
      workerName: z.string(),
      status: z.enum(c.SUBMISSION_STATUSES),
      submittedAt: time,
      version: textVersion,
      answer: z.record(z.string(), answerValue),
    }),
  ),
});
export type Row = z.infer<typeof rowSchema>;

export const batchProgress = entity('BatchProgress', 'How far a batch is.', {
  rows: z.object(countsOf(c.ROW_STATES)).describe('Rows by their state.'),
});
export type BatchProgress = z.infer<typeof batchProgress>;

const decidedShare = entity('DecidedShare', 'Answers that would be decided alike.', {
  answers: z.int(),
  people: z.int(),
  coins: z.int(),
  workers: z
    .array(z.object({ workerId: z.string(), workerName: z.string(), answers: z.int(), coins: z.int() }))
    .describe(`The first ${c.MAX_ESTIMATED_WORKERS}, those with most coins first.`),
});
export type DecidedShare = z.infer<typeof decidedShare>;

export const decisionEstimate = entity('DecisionEstimate', 'What a run of decisions would do.', {
  approve: decidedShare,
  reject: decidedShare,
  awaitingRevision: z.int().describe('Answers that are sent back: they cannot be rejected.'),
  alreadyDecided: z.int().describe('Of a reviewed file: answers that have been decided.'),
});
export type DecisionEstimate = z.infer<typeof decisionEstimate>;

export const decisionRun = entity('DecisionRun', 'Decisions about many answers of a batch, and how far they are.', {
  _id: z.string(),
  decision: z.enum(c.RUN_DECISIONS).optional().describe('Absent: each line of a reviewed file has its own.'),
  total: z.int().describe('Answers that were pending at the start and that the rule or the file selects.'),
  approved: z.int(),
  rejected: z.int(),
  leftPending: z.int().describe('Sent back, or with a new version since the start.'),
  alreadyDecided: z.int(),
  startedAt: time,
  finishedAt: time.optional().describe('Absent: it is running.'),
});
export type DecisionRun = z.infer<typeof decisionRun>;

export const batchWorkerSchema = entity('BatchWorker', 'What a worker has done in a batch.', {
  workerId: z.string(),
  workerName: z.string(),
  answers: z.int(),
  approved: z.int(),
  rejected: z.int(),
  accuracy: accuracy.optional().describe('Absent: the worker has met no check.'),
  medianSeconds: z
    .number()
    .optional()
    .describe(`Between the page and its answer, of the latest ${c.TIMED_ANSWERS} answers.`),
  fast: z.int().describe('Answers in less than `minSeconds` of the batch.'),
  isStopped: z.literal(true).optional().describe('Too few checks were right: the worker gets no more pages.'),
});
export type BatchWorker = z.infer<typeof batchWorkerSchema>;

/** Reasons to inspect a withdrawal before approving it (docs/adr/0034). */
const LOOK_REASONS = ['unpaid-coins', 'only-worker', 'one-buyer', 'truncated'] as const;

/** Sources of the coins of a pending withdrawal, as if it were approved after the older ones of its worker: newest settlements first, up to the amount. */
const withdrawalFundingSchema = entity('WithdrawalFunding', 'Sources of the coins of a pending withdrawal.', {
  covered: z
    .boolean()
    .describe(
      'Whether the balance covers the withdrawal and the older ones of its worker; if not, approving cancels it, and nothing is traced.',
    ),
  settles: z.int().describe('Number of settlements and bonuses that fund the withdrawal.'),
  coins: z.int().describe('Coins that these settlements paid.'),
  buyers: z.int(),
  largestShare: z.number().describe('Share of these coins that the largest buyer paid, 0 to 1.'),
  granted: z
    .int()
    .describe('Coins of the withdrawal without a payment: grants, and purchases that were refunded or charged back.'),
  appealed: z.int().describe('Coins that Piecework has paid for upheld appeals.'),
  purchases: z
    .array(z.object({ price: z.number().describe('Dollars of the package.'), coins: z.int() }))
    .describe('Coins that were bought; with `granted` and `appealed` all coins that were traced.'),
  total: z
    .object({ requested: z.number(), paidIn: z.number(), granted: z.int() })
    .describe(
      'Dollars and granted coins of all requests of this worker that are pending and covered, or were approved since they are traced.',
    ),
  paidIn: z.number().describe('Dollars that the buyers paid for these coins; granted coins count 0.'),
  loss: z.number().describe('Dollars that the withdrawal pays out beyond `paidIn`, never negative.'),
  newBuyers: z
    .int()
    .describe(
      `Buyers whose accounts were less than ${c.NEW_ACCOUNT_HOURS} hours old when the withdrawal was requested.`,
    ),
  newBuyersShare: z.number().describe('Share of the coins that they paid, 0 to 1.'),
  newWorker: z.boolean().describe("The same for the worker's account."),
  onlyWorkerBuyers: z.int().describe('Buyers whose payments went only, or almost only, to this worker.'),
  truncated: z.boolean().describe('There are more settlements than are read: sums and loss cover the newest 10,000.'),
  reasons: z.array(z.enum(LOOK_REASONS)).describe('Reasons to inspect the withdrawal; empty when there are none.'),
});
export type WithdrawalFunding = z.infer<typeof withdrawalFundingSchema>;

const withdrawalHold = entity('WithdrawalHold', 'Why, and until when, an admin checks a pending withdrawal.', {
  reasonCode: z.enum(c.HOLD_REASONS),
  at: time,
  until: time.describe('When the service releases it.'),
  note: z.string().optional().describe('Only for admins.'),
});

const currency = z.string().describe('A code of ISO 4217.');
const rate = z.string().describe('What a dollar is in the currency: a decimal such as "122.5".');
export const payoutRate = z
  .union([z.string(), z.number()], {
    error: ({ input }) => rules.payoutRateRule.faultOf(rules.isMissing(input) ? '' : 'no number') ?? undefined,
  })
  .transform(String)
  .refine(...obeys(rules.payoutRateRule))
  .transform((typed) => parseDecimal(typed) as string)
  .meta({
    description: 'A number, or a decimal string such as "122.50".',
    'x-also': `Above 0 and at most ${c.PAYOUT_RATE.max}, with at most ${c.PAYOUT_RATE.decimals} digits behind the point`,
  });
export const payoutRateSchema = entity('PayoutRate', 'The currency of a payment system.', {
  paymentSystem: z.enum(c.PAYMENT_SYSTEMS),
  currency,
  perDollar: rate.optional().describe('Absent until an admin sets it.'),
  setAt: time.optional(),
});
export type PayoutRate = z.infer<typeof payoutRateSchema>;

export const withdrawalSchema = entity('Withdrawal', 'A request of a worker to pay out coins.', {
  _id: z.string(),
  workerId: z.string(),
  workerEmail: z.string(),
  workerName: z.string(),
  withdrawalCoin: z.int(),
  withdrawalAmount: z.number().describe('Dollars.'),
  withdrawalDate: date,
  paymentSystem: z.enum(c.PAYMENT_SYSTEMS),
  status: z.enum(c.WITHDRAWAL_STATUSES),
  accountMask: z.string().optional().describe('The last characters of the account number.'),
  localAmount: z
    .object({ amount: z.number(), currency, perDollar: rate })
    .optional()
    .describe('Of an approved withdrawal by a payment system with a rate: what the dollars were at the approval.'),
  payout: z.enum(c.PAYOUT_STATES).optional().describe('Of an approved withdrawal.'),
  payoutReference: z.string().optional(),
  payFrom: time
    .optional()
    .describe('After a change of the account number: earlier, a payment needs the reason of an admin.'),
  cancelReason: z.string().optional(),
  timeline: z
    .array(
      z.object({
        state: z.enum(['requested', 'approved', 'canceled', 'paid', 'failed', 'corrected', 'held', 'released']),
        at: time,
        note: z.string().optional().describe('The reference of a payout, or the reason.'),
        mask: z.string().optional().describe('The last characters of the account number that was given, or paid.'),
        before: z.string().optional().describe('Those of the account number that it replaced.'),
      }),
    )
    .optional()
    .describe('Oldest first.'),
  hold: withdrawalHold.optional().describe('While the pending withdrawal is held.'),
  suspended: z
    .literal(true)
    .optional()
    .describe('Only for admins: its worker is suspended, so it is neither approved nor paid.'),
  sharedAccount: z
    .literal(true)
    .optional()
    .describe(
      `Only for admins, while the withdrawal is pending or its payout is due: another worker used the same account number in the last ${c.SHARED_ACCOUNT_DAYS} days, with whatever payment system.`,
    ),
  unearnedCoin: z
    .int()
    .optional()
    .describe('Only for admins: coins of this withdrawal that came from grants or packages, not from work.'),
  funding: withdrawalFundingSchema.optional().describe('Only for admins, and only while the withdrawal is pending.'),
});
export type Withdrawal = z.infer<typeof withdrawalSchema>;

export const suspectSchema = withdrawalSchema
  .extend({
    signals: z
      .array(z.enum(c.SIGNALS))
      .describe(
        `\`granted\`: coins without a payment; \`shared-account\`: another worker used the same account number in the last ${c.SHARED_ACCOUNT_DAYS} days; \`one-buyer\`: at least four fifths of the coins come from one buyer; \`new-buyers\`: at least half of them from buyers whose accounts were less than ${c.NEW_ACCOUNT_HOURS} hours old at the request; \`few-workers\`: a buyer of at least a fifth of the coins has paid at most two workers; \`below-price\`: the coins were bought for less than they are paid out for; \`unearned\`: coins that were not earned by work; \`new-account\`: less than ${c.NEW_ACCOUNT_HOURS} hours old at the request.`,
      ),
  })
  .meta({ id: 'Suspect', description: 'A pending withdrawal that an admin should look at, and why.' });
export type Suspect = z.infer<typeof suspectSchema>;

export const testimonialSchema = entity('Testimonial', 'What a user says about Piecework.', {
  _id: z.string(),
  userPhoto: z.string(),
  quote: z.string(),
  userName: z.string(),
});
export type Testimonial = z.infer<typeof testimonialSchema>;

export const paymentSchema = entity('Payment', 'The payment of a coin package.', {
  _id: z.string(),
  email: z.string(),
  amount: z.number().describe('Dollars.'),
  coins: z.int(),
  card: z.string().describe('Last four digits of the card; empty when the processor does not report them.'),
  time,
  state: z.enum(c.PAYMENT_STATES),
  shortfall: z.int().describe('Coins that a refund or dispute could not recover.'),
  refunded: z
    .number()
    .describe('Dollars refunded to the card; the coins are taken back only when the whole amount is refunded.'),
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
  'appeal',
  'bonus',
  'adjust',
] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];

/** What the wallet names as the cause of an entry; the answer may have more. */
const ENTRY_CAUSES = ['task', 'submission', 'withdrawal', 'payment', 'adjustment', 'role', 'account'] as const;

const entryCause = z
  .object({
    type: z.string().describe(`Now one of ${ENTRY_CAUSES.join(', ')}; more may follow.`),
    id: z.string().describe('Of a role: its version. Of an account: the user.'),
    title: z.string().optional().describe('Of the task, as it was posted.'),
    additionId: z.string().optional().describe('Of places that were added to the task later.'),
    payout: z.enum(c.PAYOUT_STATES).optional().describe('Of an approved withdrawal: what has become of it.'),
    adjusted: z.enum(c.ADJUSTMENT_KINDS).optional().describe('Of an adjustment: its kind.'),
    reason: z.string().optional().describe('Of an adjustment: why, in the words of the admin.'),
  })
  .meta({ id: 'EntryCause' });

export const entrySchema = entity('Entry', 'An entry of the ledger: coins in or out.', {
  _id: z.string(),
  transfer: z.string(),
  kind: z.enum(TRANSFER_KINDS),
  amount: z.int().describe('Coins in (positive) or out (negative).'),
  balance: z.int(),
  time,
  about: entryCause.optional().describe('The cause.'),
});
export type Entry = z.infer<typeof entrySchema>;
/** Types that the wallet writes. */
export type EntryCause = NonNullable<Entry['about']> & { type: (typeof ENTRY_CAUSES)[number] };

export const adjustedCoins = wholeNumber(rules.wholeNumberRule('Coins', -c.MAX_ADJUSTMENT, c.MAX_ADJUSTMENT))
  .refine((coins) => coins !== 0, 'Coins must not be 0')
  .meta({ description: 'Positive: the account gets them. Negative: it loses them.', 'x-also': 'Not 0' });
export const adjustmentKind = z.enum(c.ADJUSTMENT_KINDS, `Kind must be one of ${c.ADJUSTMENT_KINDS.join(', ')}`);

export const adjustmentSchema = entity('Adjustment', 'Coins that an admin adds to an account, or takes from it.', {
  _id: z.string(),
  userId: z.string(),
  userName: z.string(),
  userEmail: z.string(),
  coins: z.int().describe('Positive: the account gets them.'),
  kind: z.enum(c.ADJUSTMENT_KINDS),
  reason: z.string().describe('The person reads it.'),
  state: z.enum(c.ADJUSTMENT_STATES).describe('`waiting`: for another admin.'),
  requestedBy: z.string().describe('The email of the admin.'),
  requestedAt: time,
  decidedBy: z
    .string()
    .optional()
    .describe('The email of the other admin. Absent while it waits, and without another one.'),
  decidedAt: time.optional(),
});
export type Adjustment = z.infer<typeof adjustmentSchema>;

const EARNING_DAYS = [30, 90, 365] as const;
export const earningDays = z
  .enum(EARNING_DAYS.map(String), `days must be one of ${EARNING_DAYS.join(', ')}`)
  .transform(Number)
  .describe('Absent: 30, of dollars 90.');

export const earningDaySchema = entity('EarningDay', 'What one day brought, and what left.', {
  day: z.iso.date().describe('UTC.'),
  earned: z.int().describe('Coins.'),
  withdrawn: z.int().describe('Coins of approved withdrawals.'),
});
export type EarningDay = z.infer<typeof earningDaySchema>;

export const year = wholeNumber(rules.wholeNumberRule('year', 2000, 9999));
export const earningMonthSchema = entity('EarningMonth', 'What one month brought, and what left.', {
  month: z.string().describe('`YYYY-MM`, UTC.'),
  earned: z.int().describe('Coins.'),
  withdrawn: z.int().describe('Coins of approved withdrawals.'),
  withdrawnAmount: z.number().describe('Dollars of them.'),
});
export type EarningMonth = z.infer<typeof earningMonthSchema>;

export const flowDaySchema = entity('FlowDay', 'The dollars of the marketplace on one day.', {
  day: z.iso.date().describe('UTC.'),
  dollarsIn: z.number().describe('Paid in on this day by verified payments, without what was given back since.'),
  dollarsOut: z.number().describe('Of withdrawals approved on this day.'),
  dollarsOwed: z.number().describe("What all users' coins would pay out at the end of the day, of the last day now."),
});
export type FlowDay = z.infer<typeof flowDaySchema>;

export const identitySchema = entity('Identity', 'A signed-in identity, with its tokens.', {
  uid: z.string(),
  email: z.string(),
  displayName: z.string(),
  photoURL: z.string(),
  emailVerified: z.boolean(),
  idToken: z.string(),
  refreshToken: z.string(),
  expiresIn: z.int().describe('Lifetime of the idToken in seconds.'),
});
export type Identity = z.infer<typeof identitySchema>;

/** The signed-in user, without tokens. */
export const profileSchema = identitySchema
  .pick({ uid: true, email: true, displayName: true, photoURL: true, emailVerified: true })
  .meta({ id: 'Profile', description: 'The owner of an identity token.' });

export const appealSchema = entity('Appeal', 'An appeal with its submission.', {
  _id: z.string().describe('The id of the submission.'),
  taskId: z.string(),
  taskTitle: z.string(),
  payableAmount: z.int(),
  workerName: z.string(),
  workerEmail: z.string(),
  buyerName: z.string(),
  buyerEmail: z.string(),
  submissionDetails: z.string(),
  attachments: z.array(z.string()).optional(),
  answers: z.array(z.record(z.string(), answerValue)).optional(),
  page: z.int().optional(),
  version: textVersion,
  checks: accuracy.optional().describe('Of the checks that the worker met in it for the first time.'),
  reason: rejectionReason.optional(),
  rejectedAt: time,
  text: z.string(),
  filedAt: time,
  state: z.enum(c.APPEAL_STATES),
  note: z.string().optional(),
  decidedAt: time.optional(),
  paidBy: z
    .enum(c.APPEAL_PAYERS)
    .optional()
    .describe(
      'Of an upheld appeal; of an open one: the payer if it is upheld now. Absent in a dismissed one, and where the buyer took the rejection back.',
    ),
  workerStats: workerStats.optional().describe('Only for buyers and admins.'),
});
export type Appeal = z.infer<typeof appealSchema>;

export const threadSchema = entity('Thread', 'What a worker and the buyer of a task write to each other.', {
  _id: z.string(),
  taskId: z.string(),
  taskTitle: z.string().describe('Of the time of the last message.'),
  side: z.enum(c.THREAD_SIDES).describe('Of the caller.'),
  otherName: z.string(),
  messages: z.int(),
  unread: z.int().describe('Messages of the other person that the caller has not read.'),
  last: z
    .object({ isOwn: z.boolean(), text: z.string().describe('Its beginning.'), time })
    .optional()
    .describe('The last message. Absent: none was written.'),
});
export type Thread = z.infer<typeof threadSchema>;

export const openThreadSchema = entity('OpenThread', 'A thread, and whether messages can be sent to it.', {
  ...threadSchema.shape,
  end: z.enum(c.THREAD_ENDS).optional().describe('Why no message can be sent. Absent: one can.'),
  openUntil: time.optional().describe('Absent: there is no end, or the thread has ended.'),
});
export type OpenThread = z.infer<typeof openThreadSchema>;

export const messageSchema = entity('ThreadMessage', 'A message of a thread.', {
  _id: z.string(),
  number: z.int().describe('From 1 on, without gaps.'),
  isOwn: z.boolean().describe('Of the caller.'),
  text: z.string().describe('Plain text with line breaks.'),
  attachments: z.array(z.string()).optional(),
  time,
});
export type Message = z.infer<typeof messageSchema>;

export const notificationSchema = entity('Notification', 'Codes and ids, without sentences.', {
  _id: z.string(),
  kind: z.string().describe(`Now one of ${c.NOTIFICATION_KINDS.join(', ')}; more may follow.`),
  role: z.enum(c.ROLES).describe('The role of the reader that it is about.'),
  ids: z
    .object({
      taskId: z.string().optional(),
      submissionId: z.string().optional(),
      withdrawalId: z.string().optional(),
      paymentId: z.string().optional(),
      importId: z.string().optional(),
      threadId: z.string().optional(),
    })
    .describe('What it is about. Of an import: `taskId` while it is about one of its tasks.'),
  title: z.string().optional().describe('Of the task.'),
  coins: z.int().optional(),
  why: z.string().optional().describe('A code: what decided, what pays, or the reason.'),
  account: z
    .object({ mask: z.string(), before: z.string().optional() })
    .optional()
    .describe('Of a changed account number: its last characters, and those of the one before.'),
  n: z.int().describe('How many events it stands for.'),
  tasks: z.int().optional().describe('Of an import: how many of its tasks they are about.'),
  read: z.boolean(),
  at: time,
});
export type Notification = z.infer<typeof notificationSchema>;

export const notificationSettingsSchema = z
  .object({
    email: z
      .record(z.string(), z.boolean())
      .describe('Kinds of notifications (more may follow), and whether they are also mailed.'),
    emailBlocked: z
      .enum(c.MAIL_OBSTACLES)
      .optional()
      .describe(
        'Why none is mailed: the installation sends no mail, or the address is not confirmed. Absent: nothing is in the way.',
      ),
  })
  .meta({ id: 'NotificationSettings' });
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;
const emailChoice = z.boolean({ error: 'Choose true or false' }).optional();
/** Strict: a mistyped kind would look like a saved choice. */
export const notificationEmail = z.strictObject(
  Object.fromEntries(c.MAIL_CHOICES.map((kind) => [kind, emailChoice])) as {
    [K in c.MailChoice]: typeof emailChoice;
  },
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `Email has an unknown kind of notification: ${String(issue.keys[0]).slice(0, 40)}`
        : undefined,
  },
);

export const mailSchema = entity('Mail', 'A mail of this installation.', {
  _id: z.string(),
  kind: z
    .string()
    .describe(`Now one of ${[...c.MAIL_LINK_PURPOSES, ...c.NOTIFICATION_KINDS].join(', ')}; more may follow.`),
  to: z.string(),
  state: z.enum(c.MAIL_STATES),
  attempts: z.int(),
  error: z.string().optional().describe('Of the last attempt.'),
  createdAt: time,
  nextAttemptAt: time.optional().describe('Of a queued mail.'),
  sentAt: time.optional(),
  subject: z.string().optional().describe('Only where mail is kept instead of sent, like `text` and `html`.'),
  text: z.string().optional(),
  html: z.string().optional(),
});
export type Mail = z.infer<typeof mailSchema>;

export const adminActSchema = entity('AdminAct', 'One act of an admin.', {
  _id: z.string(),
  at: time,
  action: z.string().describe(`Now one of ${c.ADMIN_ACTIONS.join(', ')}; more may follow.`),
  actor: z.string().describe('The id of the admin, or `operator`: a command of the installation.'),
  actorEmail: z.string().optional(),
  subject: z.object({
    type: z
      .string()
      .describe(
        '`user`, `account` (for signing in), `task`, `submission`, `withdrawal`, `payment`, `payout-rate`, `adjustment`, `event` or `export`.',
      ),
    id: z.string(),
    title: z.string().optional().describe('The email of the person, or the type of the event.'),
  }),
  detail: z.string().describe('For people.'),
});
export type AdminAct = z.infer<typeof adminActSchema>;
/** Types that services write; the answer may have more. */
export type AdminActSubject = AdminAct['subject'] & {
  type:
    | 'user'
    | 'account'
    | 'task'
    | 'submission'
    | 'withdrawal'
    | 'payment'
    | 'payout-rate'
    | 'adjustment'
    | 'event'
    | 'export';
};

export const personSchema = entity('Person', 'What an admin sees first of a person, also of a closed account.', {
  _id: z.string(),
  userName: z.string(),
  userEmail: z.string(),
  userPhotoURL: z.string(),
  userRole: z.enum(c.ROLES),
  emailConfirmed: z.boolean(),
  closed: z.boolean(),
  since: time.optional().describe('When the account was registered.'),
  grantWaits: z.enum(['admin', 'email']).optional().describe('What the starting coins wait for; absent: nothing.'),
  suspension: suspension.optional().describe('Without its texts, which are at `GET /suspensions`; absent: none.'),
  notes: z.int().describe('What admins noted about the person.'),
  coins: z.int().describe('The balance.'),
  causes: z
    .array(z.object({ kind: z.enum(TRANSFER_KINDS), coins: z.int() }))
    .describe('What came in (positive) or went out (negative), by cause; their sum is the balance.'),
});
export type Person = z.infer<typeof personSchema>;

const namedPerson = {
  userId: z.string(),
  userName: z.string(),
  userEmail: z.string(),
  userRole: z.enum(c.ROLES),
  closed: z.boolean(),
};

export const linkedPersonSchema = entity('LinkedPerson', 'Another account that may belong to the same person.', {
  ...namedPerson,
  reasons: z
    .array(
      z.object({
        code: z
          .enum(c.LINK_REASONS)
          .describe(
            `\`account-number\`: withdrawals to the same account number. \`picture\`: the same pictures. \`mailbox\`: addresses of one mailbox. \`timing\`: submissions to at least ${c.LINKED_TIMING.tasks} of the same tasks within ${c.LINKED_TIMING.seconds} seconds, among the newest ${c.LINKED_TIMING.newest} submissions.`,
          ),
        count: z.int().describe('Withdrawals, pictures, tasks, or 1.'),
      }),
    )
    .describe('None is a proof.'),
});
export type LinkedPerson = z.infer<typeof linkedPersonSchema>;

export const personNoteSchema = entity('PersonNote', 'What an admin noted about a person, for admins only.', {
  _id: z.string(),
  text: z.string(),
  at: time,
  author: z.string().describe('The id of the admin.'),
  authorEmail: z.string(),
});
export type PersonNote = z.infer<typeof personNoteSchema>;

const whose = { personId: z.string(), personEmail: z.string() };
export const foundSchema = entity('Found', `At most ${c.MAX_FOUND} hits of each kind.`, {
  people: z.array(z.object(namedPerson)),
  tasks: z.array(
    z.object({ _id: z.string(), title: z.string(), isListed: z.boolean().describe('Not deleted.'), ...whose }),
  ),
  submissions: z.array(
    z.object({
      _id: z.string(),
      title: z.string().describe('Of the task.'),
      taskId: z.string(),
      status: z.enum(c.SUBMISSION_STATUSES),
      ...whose,
    }),
  ),
  withdrawals: z.array(
    z.object({
      _id: z.string(),
      coins: z.int(),
      status: z
        .enum([...c.WITHDRAWAL_STATUSES, ...c.PAYOUT_STATES])
        .describe('Of an approved one: that of its payout.'),
      mask: z.string().optional().describe('The last characters of the account number.'),
      reference: z.string().optional(),
      ...whose,
    }),
  ),
  payments: z.array(z.object({ _id: z.string(), coins: z.int(), state: z.enum(c.PAYMENT_STATES), ...whose })),
});
export type Found = z.infer<typeof foundSchema>;

export const parkedEventSchema = entity('ParkedEvent', 'An event that a service could not process and set aside.', {
  id: z.string().describe('`service:position`, the id for the retry.'),
  service: z.string(),
  type: z.string(),
  aggregateId: z.string(),
  reason: z.string(),
  attempts: z.int(),
  parkedAt: time,
  waiting: z.int().describe('Later events of the same aggregate that wait behind it.'),
  correlationId: z.string().describe('Of the request that caused it; finds its log lines.'),
});
export type ParkedEvent = z.infer<typeof parkedEventSchema>;

export const integritySchema = entity('Integrity', 'Sums and running checks of the whole installation.', {
  checks: z.array(
    z.object({
      name: z
        .string()
        .describe(
          'Now one of `ledger-balanced`, `payouts-balanced`, `places-balanced`, `counters-exact`, `account-numbers-readable` and `escrow-covered`; more may follow.',
        ),
      service: z.string().describe('The service that checks it each minute; `gateway`: at each call.'),
      state: z
        .enum(c.CHECK_STATES)
        .describe('`unknown`: without a result, for example because an event is still on its way.'),
      since: time
        .optional()
        .describe(
          'The first result of this state in a row, since the start of the process that checks. Absent before the first result.',
        ),
    }),
  ),
  overdue: z
    .array(
      z.object({
        service: z.string(),
        timer: z.string(),
        since: time.describe('Its oldest deadline that was not handled.'),
      }),
    )
    .describe('Timers with a deadline that passed more than a minute ago.'),
  parked: z
    .array(
      z.object({
        service: z.string(),
        events: z.int(),
        waiting: z.int().describe('Later events that wait behind them.'),
      }),
    )
    .describe('Services with parked events.'),
  coins: z
    .object({
      users: z.int().describe('In the accounts of users.'),
      escrow: z.int().describe('In escrow.'),
      places: z
        .int()
        .describe('Pay of all open, reserved and pending places: `escrow`, unless an event is on its way.'),
      grants: z.int(),
      topUps: z.int(),
      appeals: z.int().describe('Paid by Piecework for upheld appeals.'),
      adjustments: z.int().describe('By role changes and closed accounts; below 0 when they took coins.'),
      payouts: z.int(),
    })
    .optional()
    .describe(
      'users + escrow = grants + topUps + appeals + adjustments - payouts. Absent, like the following fields, while a service counts existing documents after an upgrade.',
    ),
  dollars: z
    .object({
      paidIn: z.number().describe('By verified payments.'),
      paidOut: z.number().describe('By approved withdrawals.'),
      requested: z.number().describe('By approved and pending withdrawals.'),
      owed: z.number().describe("What all users' coins would pay out."),
    })
    .optional(),
  payouts: z
    .object({ due: z.int(), oldest: time.optional().describe('Request of the due payout that waits longest.') })
    .optional(),
  appeals: z
    .object({ open: z.int(), oldest: time.optional().describe('Filing of the open appeal that waits longest.') })
    .optional(),
});
export type Integrity = z.infer<typeof integritySchema>;

/** Sums for the home screens, by role. Coins are whole, dollars have two decimals. */
export const totalsSchema = entity('Totals', 'Sums for the home screens: each role gets its part.', {
  worker: z
    .object({
      submissions: z.int(),
      pending: z.int(),
      approved: z.int(),
      earned: z.int(),
      sentBack: z.int().optional().describe('Submissions that wait for a revision.'),
      reviewed: workerStats.optional(),
      pendingCoins: z.int().optional().describe('Coins of submissions that wait for a decision.'),
      askedCoins: z.int().optional().describe('Coins of pending withdrawals, which are still in the balance.'),
      withdrawnCoins: z.int().optional().describe('Coins of approved withdrawals.'),
    })
    .optional(),
  buyer: z.object({ tasks: z.int(), openPlaces: z.int(), committed: z.int(), pendingSubmissions: z.int() }).optional(),
  admin: z
    .object({
      workers: z.int(),
      buyers: z.int(),
      coins: z.int(),
      committed: z.int(),
      pendingWithdrawals: z.int(),
      duePayouts: z.int().optional(),
      waitingAdjustments: z.int().optional(),
      tasksInReview: z.int().optional(),
      openAppeals: z.int().optional(),
      dollarsIn: z.number().describe('Dollars paid in by verified payments.'),
      dollarsOut: z.number().describe('Dollars paid out by approved withdrawals.'),
      dollarsOwed: z.number().describe("Dollars that all users' coins would pay out."),
    })
    .optional(),
});
export type Totals = z.infer<typeof totalsSchema>;

/** The day from which the terms and the privacy notice hold. */
export const termsVersion = z
  .string({ error: 'Version is required' })
  .refine(...obeys({ faultOf: (value) => rules.dayFault('Version', value) }))
  .meta({ format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

export const legalTextSchema = entity('LegalText', 'A text of the operator.', {
  document: z.enum(c.LEGAL_DOCUMENTS),
  language: z.string().describe('The one asked for, or English where there is none.'),
  version: z.string().describe('The day from which it holds.'),
  title: z.string(),
  blocks: z.array(
    z.union([
      z.object({ kind: z.enum(['heading', 'text']), text: z.string() }),
      z.object({ kind: z.literal('list'), items: z.array(z.string()) }),
    ]),
  ),
});
export type LegalText = z.infer<typeof legalTextSchema>;

export const configSchema = entity('Config', 'Settings of this installation for clients.', {
  identity: z.enum(['embedded', 'firebase']),
  payments: z.enum(['simulated', 'stripe']),
  coinCredit: z.enum(['manual', 'automatic']),
  packages: z.array(z.object({ price: z.int(), coins: z.int() })).describe('Dollars and their coins.'),
  supportEmail: z.string().optional().describe('Where people write with questions; absent: nowhere.'),
  termsVersion: z.string().describe('The later day of those from which the terms and the privacy notice hold.'),
  mail: z.boolean().optional().describe('Whether this installation sends mail; absent: no.'),
  verifyEmail: z.boolean().optional().describe('Whether the first withdrawal needs a confirmed address; absent: no.'),
  firebase: z
    .object({ apiKey: z.string(), authDomain: z.string(), projectId: z.string(), emulatorHost: z.string().optional() })
    .optional(),
  stripe: z.object({ publishableKey: z.string(), scriptUrl: z.string() }).optional(),
});
export type PublicConfig = z.infer<typeof configSchema>;

export const inserted = entity('Inserted', 'The id of the new record.', { insertedId: z.string() });
export const addedApiKey = inserted
  .extend({ key: z.string().describe('The whole key; no other answer has it.') })
  .meta({ id: 'AddedApiKey', description: 'The id of the new API key, and the key.' });
export const reserved = inserted
  .extend({
    expiresAt: time,
    page: pageSchema.optional().describe('Of a batch.'),
    accuracy: accuracy
      .optional()
      .describe(
        'Of the caller in a batch with checks, every few checks: each one would tell which rows they are. 0 of 0 before.',
      ),
  })
  .meta({ id: 'Reserved', description: 'The id of the reservation, and its end.' });
export const modified = entity('Modified', 'Number of changed records: 0 or 1.', { modifiedCount: z.int() });
export const corrected = entity('Corrected', 'Whether the texts were changed, and their version.', {
  ...modified.shape,
  version: z.int(),
});
export const deleted = entity('Deleted', 'Number of deleted records: 0 or 1.', { deletedCount: z.int() });
export const message = entity('Message', 'Nothing was changed; `message` states why.', { message: z.string() });

const reasonCode = z
  .enum(c.REJECTION_REASONS, { error: `Reason must be one of ${c.REJECTION_REASONS.join(', ')}` })
  .optional()
  .meta({ 'x-also': 'Required with a text', description: 'Code of the rejection; ignored in an approval.' });
const reasonText = z
  .preprocess(
    (value) => (value === null || (typeof value === 'string' && cleanText(value).trim() === '') ? undefined : value),
    text(rules.rejectionTextRule).optional(),
  )
  .meta({
    type: ['string', 'null'],
    minLength: 0,
    maxLength: c.REASON_LENGTH.max,
    // Blank text is no reason.
    pattern: undefined,
    'x-also': `At least ${c.REASON_LENGTH.min} characters for \`other\`, without the spaces around them`,
    description: 'For the worker.',
  });

/** A buyer's decision. Clients of the first contract send no reason. */
export const decision = z.object({
  status: z.enum(['approved', 'reject'], { error: 'Status must be approved or reject' }),
  reasonCode,
  reasonText,
});

/** An approval ignores its reason. */
export const checkReason = (
  { status, reasonCode: code, reasonText: given }: z.output<typeof decision>,
  context: z.RefinementCtx,
): void => {
  if (status !== 'reject') return;
  const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
  if (given !== undefined && code === undefined) refuse('reasonCode', 'Choose a reason for your text');
  const fault = rules.rejectionTextFault(code ?? '', given ?? '');
  if (fault !== null) refuse('reasonText', fault);
};

const ruleItems = <T extends z.ZodType>(item: T, label: string) =>
  z
    .array(item, `${label} must be a list`)
    .min(1, `Name at least one of the ${label.toLowerCase()}`)
    .max(c.MAX_RULE_ITEMS, `Name at most ${c.MAX_RULE_ITEMS.toLocaleString('en-US')} ${label.toLowerCase()}`)
    .optional();

const AGREES_FAULT = 'Agrees at least must be a number from 0 to 1';
const ACCURACY_FAULT = 'Accuracy at least must be a number from 0 to 1';

/** Each part narrows the selection. */
const decisionRule = z.object(
  {
    workers: ruleItems(id('Worker'), 'Workers').describe('Ids of workers.'),
    pages: ruleItems(wholeNumber(rules.pageRule), 'Pages').describe('Numbers of pages.'),
    agreesAtLeast: z
      .number(AGREES_FAULT)
      .min(0, AGREES_FAULT)
      .max(1, AGREES_FAULT)
      .optional()
      .meta({
        'x-also': 'Only to approve',
        description:
          'Share of the choice, number and date fields in which the answer has the value that most workers gave. Answers of one worker alone have none.',
      }),
    accuracyAtLeast: z
      .number(ACCURACY_FAULT)
      .min(0, ACCURACY_FAULT)
      .max(1, ACCURACY_FAULT)
      .optional()
      .meta({
        'x-also': 'Only to approve',
        description:
          'Share of the checks that the worker of the answer has right, of all so far. A worker who met none has no such share.',
      }),
  },
  'Send a JSON object',
);

export const ruledDecision = z
  .object({
    decision: z.enum(c.RUN_DECISIONS, { error: `Decision must be ${c.RUN_DECISIONS.join(' or ')}` }),
    rule: decisionRule
      .optional()
      .meta({
        'x-also': 'A rejection needs workers or pages',
        description: 'Which of the pending answers. Absent: all.',
      }),
    reasonCode: reasonCode.meta({
      'x-also': 'Required of a rejection, unless it is a dry run',
      description: 'Code of the rejection; ignored in an approval.',
    }),
    reasonText,
    dryRun: z
      .boolean({ error: 'Dry run must be true or false' })
      .optional()
      .describe('Decide nothing, and answer what would be decided.'),
  })
  .superRefine(({ decision: chosen, rule = {}, dryRun, ...reason }, context) => {
    if (chosen === 'approve') return;
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if (rule.agreesAtLeast !== undefined) refuse('rule.agreesAtLeast', 'Answers can’t be rejected for their agreement');
    if (rule.accuracyAtLeast !== undefined)
      refuse('rule.accuracyAtLeast', 'Answers can’t be rejected for the accuracy of their workers');
    if (!rule.workers && !rule.pages) refuse('rule', 'Choose the workers or the pages whose answers you reject');
    if (dryRun) return;
    if (reason.reasonCode === undefined) refuse('reasonCode', 'Reason is required');
    else checkReason({ status: 'reject', ...reason }, context);
  });

export const packagePrice = wholeNumber(rules.wholeNumberRule('Price', 1))
  .refine((price) => c.COIN_PACKAGES.some((p) => p.price === price), {
    message: `Price must be one of the packages: ${c.COIN_PACKAGES.map((p) => `$${p.price}`).join(', ')}`,
  })
  .meta({ enum: c.COIN_PACKAGES.map(({ price }) => price) });
export const withdrawalCoins = wholeNumber(rules.withdrawalCoinsRule);
export const role = z.enum(c.ROLES, { error: `Role must be one of ${c.ROLES.join(', ')}` });
export const signUpRole = z.enum(c.SIGN_UP_ROLES, { error: 'Role must be worker or buyer' });
export const paymentSystem = z.enum(c.PAYMENT_SYSTEMS, {
  error: (issue) =>
    rules.isMissing(issue.input)
      ? rules.requiredFault(rules.PAYMENT_SYSTEM)
      : `${rules.PAYMENT_SYSTEM} must be one of ${c.PAYMENT_SYSTEMS.join(', ')}`,
});

const { min: minNumber, max: maxNumber } = c.ACCOUNT_NUMBER_LENGTH;
export const accountNumber = z
  .string({
    error: (issue) =>
      rules.isMissing(issue.input) ? rules.accountNumberRule.faultOf('') : 'Account Number must be text',
  })
  .overwrite(plainAccountNumber)
  .refine(...obeys(rules.accountNumberRule))
  .meta({
    minLength: minNumber,
    maxLength: maxNumber,
    pattern: c.ACCOUNT_NUMBER_PATTERNS.any.source,
    'x-also':
      'Letters and `+@._` only with the payment system `other`, parentheses and the country code 880 with the others',
  });

/** An unknown one is answered like a wrong one. */
export const accountMask = z
  .string({ error: 'Account Mask must be text' })
  .max(maxNumber, `Account Mask must be at most ${maxNumber} characters`);

export const holdReason = z.enum(c.HOLD_REASONS, {
  error: (issue) =>
    rules.isMissing(issue.input) ? 'Reason is required' : `Reason must be one of ${c.HOLD_REASONS.join(', ')}`,
});
export const holdNote = text(rules.holdNoteRule).optional();

export const checkHoldNote = (
  { reasonCode: code, note = '' }: { reasonCode: string; note?: string | undefined },
  context: z.RefinementCtx,
): void => {
  const message = rules.holdNoteFault(code, note);
  if (message !== null) context.addIssue({ code: 'custom', path: ['note'], message });
};

export const payoutReference = text(rules.payoutReferenceRule)
  .overwrite(stripDeceptive)
  .refine(...obeys(rules.payoutReferenceRule))
  .meta({ 'x-also': `At least ${rules.payoutReferenceRule.min} characters beside spaces at its ends` });
