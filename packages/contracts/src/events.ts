import { z } from 'zod';
import {
  ADJUSTMENT_KINDS,
  APPEAL_PAYERS,
  CELL_LENGTH,
  CLOSING_REASONS,
  DECIDERS,
  MAIL_LINK_PURPOSES,
  MAX_REPORTERS,
  MAX_ROW_PICTURES,
  PAYMENT_SYSTEMS,
  REPORT_OUTCOMES,
  REPORT_SUBJECTS,
  RESERVATION_ENDS,
  REVERSAL_REFUSALS,
  ROLES,
  SECURITY_CHANGES,
  SIGN_UP_ROLES,
  type TaskStatus,
  THREAD_SIDES,
  URL_LENGTH,
} from './constants';

/**
 * Every event of the system: a fact, published by the service that decided it. Ids and values, no entities.
 *
 * A topic belongs to the service that publishes on it. Consumers upcast older versions to the latest;
 * a version that is not listed is parked, never guessed at.
 */
export const TOPICS = ['user', 'task', 'submission', 'wallet', 'notification'] as const;
export type Topic = (typeof TOPICS)[number];

const id = z.string().min(1).max(200);
const coins = z.int().min(0);
const count = z.int().min(0);
/** Bounds the size of the record. Never lowered, unlike `MAX_ATTACHMENTS`: stored events stay readable. */
const MAX_STORED_PICTURES = 20;

/** The submission service's count of a task's places; a higher `version` is newer, so events may arrive in any order. */
const placesSchema = z.object({
  version: count,
  open: count,
  /** Absent: 0. */
  reserved: count.optional(),
  /** Places of complete pages of an open batch: not needed, with their coins in escrow until the closing. Absent: 0. */
  spared: count.optional(),
  pending: count,
  approved: count,
  /** Places of a closed task: not let again, with their coins in escrow for appeals (ADR 82). Absent: 0. */
  kept: count.optional(),
  /** Milliseconds since 1970: after it only an appeal that is open keeps them. Only with `kept`. */
  keptUntil: count.optional(),
  /** Of a batch: half of the measured answers took at most so many seconds, one of `PAGE_SECONDS`. Absent: too few workers have answered. */
  medianSeconds: count.optional(),
  /** No work was ever submitted, although the places have changed. Never false. */
  untouched: z.literal(true).optional(),
});
export type Places = z.infer<typeof placesSchema>;

/** A pure function of the places, so every consumer derives the same status in whatever order the events arrive. */
export const taskStatusOf = ({ version, open, reserved = 0, pending, untouched }: Places): TaskStatus => {
  if (version > 0 && open + reserved + pending === 0) return 'completed';
  return version === 0 || untouched ? 'pending' : 'onProgress';
};

/** Numbers of rows and pages, rows of a page, answers to each page: at most, and with `min` that many when they agree. */
const batchFigures = z.object({
  rows: count,
  pages: count,
  rowsPerPage: count,
  overlap: z.object({ min: count.optional(), max: count }),
  /** Pages that are offered before the pilot ends. Absent: all are. */
  pilotPages: count.optional(),
});
export type BatchFigures = z.infer<typeof batchFigures>;

interface Version {
  schema: z.ZodType;
  /** Converts to the data of the next version. Pure. Absent for the latest. */
  upcast?: (data: never) => unknown;
}
interface Definition<T extends Topic, D extends z.ZodType, E extends z.ZodType> {
  topic: T;
  /** The latest version, which handlers receive. */
  version: number;
  data: D;
  /** The version that producers emit: it stays behind the latest in the release that adds the latest to the consumers. */
  emits: { version: number; data: E };
  /** From version 1 to the latest. A version stays here as long as a log may contain it. */
  versions: readonly Version[];
  /** Adds the next version, which consumers accept from then on. `number` is explicit so that it can be found by grep. */
  upgrade<N extends z.ZodType>(number: number, data: N, upcast: (data: z.output<D>) => z.input<N>): Definition<T, N, E>;
  emitLatest(): Definition<T, D, D>;
}
const define = <T extends Topic, D extends z.ZodType, E extends z.ZodType>(
  topic: T,
  data: D,
  older: readonly Version[],
  emits: { version: number; data: E },
): Definition<T, D, E> => {
  const version = older.length + 1;
  return {
    topic,
    version,
    data,
    emits,
    versions: [...older, { schema: data }],
    upgrade: (number, next, upcast) => {
      if (number !== version + 1) throw new RangeError(`version ${number} follows ${version}`);
      return define(topic, next, [...older, { schema: data, upcast }], emits);
    },
    emitLatest: () => define(topic, data, older, { version, data }),
  };
};
export const event = <T extends Topic, D extends z.ZodType>(topic: T, data: D): Definition<T, D, D> =>
  define(topic, data, [], { version: 1, data });

/** The places that a buyer adds to a task; `cost` in coins. */
const additionFacts = { additionId: id, taskId: id, buyerId: id, places: count, cost: coins };

/** `waitedMs`: between handing in and decision. */
const decisionFacts = { decidedBy: z.enum(DECIDERS), waitedMs: count };

const taskFacts = {
  taskId: id,
  taskTitle: z.string(),
  workerId: id,
  buyerId: id,
  /** Coins of one place. */
  payable: coins,
};

const workFacts = { submissionId: id, ...taskFacts };

/** `page`: of a batch. */
const submissionFacts = { ...workFacts, page: count.optional(), places: placesSchema };

/** `expiresAt`: in milliseconds since 1970. */
const reservationFacts = {
  reservationId: id,
  ...taskFacts,
  page: count.optional(),
  expiresAt: count,
  places: placesSchema,
};

const blockFacts = { blockId: id, by: z.enum(['buyer', 'worker']), buyerId: id, workerId: id };

/** Definitions of the events of a service, by their data. */
const eventsOf =
  <T extends Topic>(topic: T) =>
  <const S extends z.core.$ZodShape>(shape: S) =>
    event(topic, z.object(shape));
const user = eventsOf('user');
const task = eventsOf('task');
const submission = eventsOf('submission');
const wallet = eventsOf('wallet');
const notification = eventsOf('notification');

export const EVENTS = {
  // user service; key: the user
  'user.registered': user({
    userId: id,
    email: z.string(),
    userName: z.string(),
    userPhotoURL: z.string(),
    role: z.enum(SIGN_UP_ROLES),
    /** The starting coins come with `user.grant-released`. */
    grantWaits: z.literal(true).optional(),
  }),
  /** The starting coins of a registration with `grantWaits`, once. No coins: a change of role or the closing came first. */
  'user.grant-released': user({ userId: id, role: z.enum(ROLES), coins }),
  'user.role-changed': user({ userId: id, from: z.enum(ROLES), to: z.enum(ROLES), roleVersion: count }),
  /** `hash`: SHA-256 of the key, base64url. */
  'user.api-key-added': user({ userId: id, keyId: id, hash: id }),
  'user.api-key-revoked': user({ userId: id, keyId: id }),
  /** Name and picture as they are now. A higher `profileVersion` is newer. */
  'user.profile-changed': user({ userId: id, userName: z.string(), userPhotoURL: z.string(), profileVersion: count }),
  /** `isOwn`: the person has closed it, not an admin. */
  'user.closed': user({
    userId: id,
    email: z.string(),
    role: z.enum(ROLES),
    roleVersion: count,
    isOwn: z.literal(true).optional(),
  }),
  /** The person closes the account, or keeps it. `closesAt`: milliseconds since 1970; absent: it stays. */
  'user.closing-changed': user({ userId: id, role: z.enum(ROLES), closesAt: count.optional() }),
  /** The day is over: services answer what is due, under the number of the check. `coins`: the most that may be lost. */
  'user.closing-checked': user({ userId: id, check: count, coins }),
  /**
   * Whether the account is suspended now. A higher `suspensionVersion` is newer. `why`: of a suspension the code of its reason; of an end `admin`,
   * `appeal`, `expired` or `closed`.
   */
  'user.suspension-changed': user({
    userId: id,
    role: z.enum(ROLES),
    isSuspended: z.boolean(),
    suspensionVersion: count,
    why: id,
  }),
  'user.suspension-appealed': user({ userId: id, suspensionId: id }),
  /** Another admin has dismissed the appeal. */
  'user.suspension-kept': user({ userId: id, role: z.enum(ROLES), suspensionId: id }),
  /** The first report of a subject, or the first one since the last decision about it. */
  'report.filed': user({ caseId: id, subjectType: z.enum(REPORT_SUBJECTS), subjectId: id, ownerId: id }),
  /** An admin has decided all reports of a subject. `reasonCode`: for its owner. `title`: of the task that it is, or belongs to. */
  'report.decided': user({
    caseId: id,
    subjectType: z.enum(REPORT_SUBJECTS),
    subjectId: id,
    ownerId: id,
    ownerRole: z.enum(ROLES),
    outcome: z.enum(REPORT_OUTCOMES),
    reasonCode: id.optional(),
    taskId: id.optional(),
    title: z.string().optional(),
    reporters: z.array(z.object({ userId: id, role: z.enum(ROLES) })).max(MAX_REPORTERS),
  }),
  /** The person has proved that the account's address is theirs. */
  'user.email-confirmed': user({ userId: id }),
  /** Key: the uid of the identity, which may have no user record. `expiresAt`: milliseconds since 1970. */
  'user.mail-link-requested': user({
    requestId: id,
    uid: id,
    email: z.string(),
    name: z.string(),
    purpose: z.enum(MAIL_LINK_PURPOSES),
    expiresAt: count,
  }),
  /** Key: the testimonial. */
  /** The person is always notified: the act may be that of a thief. `sign-in`: from a browser and network not seen before. */
  'user.security-changed': user({ userId: id, role: z.enum(ROLES), change: z.enum(SECURITY_CHANGES) }),
  'testimonial.added': user({ testimonialId: id, userPhotoURL: z.string() }),
  /**
   * Embedded identities only; key: the uid, which may have no user record. Tokens of these sessions are refused from now on: of the one
   * session `sid`, or of all sessions of the uid up to the number `through`.
   */
  'user.sessions-ended': user({ uid: id, ended: z.union([z.object({ sid: id }), z.object({ through: count })]) }),

  // task service; key: the task, or the owner for `task.owner-cleared`
  'task.funding-requested': task({
    taskId: id,
    buyerId: id,
    buyerRoleVersion: count,
    places: count,
    payable: coins,
    cost: coins,
    /** For statements. */
    title: z.string(),
    /** Empty when the task has no picture. */
    imageUrl: z.string(),
  }),
  'task.published': task({
    taskId: id,
    buyerId: id,
    buyerEmail: z.string(),
    buyerName: z.string(),
    title: z.string(),
    places: count,
    payable: coins,
    /** Hours until an unreviewed submission is approved; 0: never. */
    autoApproveHours: count,
    /** Minutes of a reservation; 0: none is offered. */
    reserveMinutes: count,
    /** Percent. Absent: any worker may submit. */
    minApprovalRate: count.optional(),
    /** Its form, which the submission service has kept. Absent: workers submit a text. */
    formId: id.optional(),
    /** Its rows are in the submission service. Absent: it has none. */
    batch: batchFigures.optional(),
    /** Of the buyer's tasks that were posted together. */
    importId: id.optional(),
    /** It waits for an admin, and takes no work from the start. */
    inReview: z.literal(true).optional(),
  }),
  'task.edited': task({ taskId: id, title: z.string() }),
  /**
   * `paused`: it takes no new work, whatever the cause. `inReview`: it waits for the review of an admin. `byAdmin`: an admin has paused or resumed it, of
   * which its buyer learns.
   */
  'task.pause-changed': task({
    taskId: id,
    paused: z.boolean(),
    inReview: z.literal(true).optional(),
    byAdmin: z.object({ buyerId: id, title: z.string(), isPaused: z.boolean() }).optional(),
  }),
  /** By the review of an admin. `isFirst`: it was not public before. */
  'task.approved': task({
    taskId: id,
    buyerId: id,
    title: z.string(),
    isFirst: z.literal(true).optional(),
    importId: id.optional(),
  }),
  'task.deletion-requested': task({ taskId: id, buyerId: id, reason: z.enum(['deleted', 'owner-left']) }),
  /** `coins` came back to the buyer. */
  'task.deleted': task({ taskId: id, buyerId: id, places: placesSchema, title: z.string(), coins }),
  'task.closing-requested': task({ taskId: id, buyerId: id, reason: z.enum(CLOSING_REASONS) }),
  /** `coins`: those of the open places, which the buyer has got back. */
  'task.closed': task({
    taskId: id,
    buyerId: id,
    reason: z.enum(CLOSING_REASONS),
    coins,
    title: z.string(),
    importId: id.optional(),
    /** By the review of an admin. */
    isRejected: z.literal(true).optional(),
  }),
  'task.places-requested': task({
    ...additionFacts,
    buyerRoleVersion: count,
    payable: coins,
    /** The pay of the task after a raise, which adds `payable` to each of its `places` and no place. Absent: places are added. */
    raisedTo: coins.optional(),
  }),
  /** They are funded, and the task was still open. */
  'task.places-added': task({ additionId: id, taskId: id, buyerId: id, places: count }),
  /** The raise is funded for `places`, and the task was still open: `payable` for each place that is not decided yet, which is `by` more. */
  'task.pay-raised': task({ additionId: id, taskId: id, buyerId: id, places: count, payable: coins, by: coins }),
  /** They are funded, but the task has ended meanwhile: the coins are refunded. */
  'task.places-unwanted': task({ ...additionFacts, payable: coins }),
  /** The rows of `task.rows-requested` do not come, whether its coins were refused or the task has ended. */
  'task.rows-refused': task({
    additionId: id,
    taskId: id,
    reason: z.enum(['addition-underway', 'insufficient-coins', 'not-a-buyer', 'task-closed']),
  }),
  /** The former buyer has no open task any more, and every refund has been posted. */
  'task.owner-cleared': task({ userId: id, roleVersion: count }),

  // submission service; key: the submission, the reservation, or the task for `task.…`
  /** `isFirstChecked`: with this answer the worker met the first checks of the batch; `isStopping`: too few checks were right with it, for the first time. */
  'submission.created': submission({
    ...submissionFacts,
    isFirstChecked: z.literal(true).optional(),
    isStopping: z.literal(true).optional(),
    /** Of the task. */
    importId: id.optional(),
  }),
  /** Addresses of pictures; the submission refers to them for ever. */
  'submission.pictures-attached': submission({
    submissionId: id,
    workerId: id,
    pictures: z.array(z.string().max(URL_LENGTH)).max(MAX_STORED_PICTURES),
  }),
  /** The `number`-th message of a thread, by its worker or its buyer; key: the thread, like `message.pictures-attached` and `thread.read`. */
  'message.sent': submission({
    threadId: id,
    number: count,
    taskId: id,
    taskTitle: z.string(),
    workerId: id,
    buyerId: id,
    by: z.enum(THREAD_SIDES),
  }),
  /** Addresses of pictures; the message refers to them for ever. */
  'message.pictures-attached': submission({
    messageId: id,
    authorId: id,
    pictures: z.array(z.string().max(URL_LENGTH)).max(MAX_STORED_PICTURES),
  }),
  /** The person has read the messages up to `number`, of which `unread` later ones of the other person are there. */
  'thread.read': submission({ threadId: id, userId: id, number: count, unread: count }),
  /** Addresses of pictures in the rows of a batch; key: the file of the rows, like `rows.discarded`. */
  'rows.pictures-attached': submission({
    fileId: id,
    buyerId: id,
    pictures: z.array(z.string().max(CELL_LENGTH)).max(MAX_ROW_PICTURES),
  }),
  /** The picture of a draft, key: the batch. Empty: it has none, or the draft has ended. */
  'batch.picture-changed': submission({ batchId: id, buyerId: id, imageUrl: z.string() }),
  /** All pages of the batch are offered from now on. */
  'task.pilot-ended': submission({ taskId: id }),
  /** Rows for an open batch, whose places the task service has funded. Answered by `task.places-added` or `task.rows-refused`. */
  'task.rows-requested': submission({
    additionId: id,
    taskId: id,
    buyerId: id,
    buyerRoleVersion: count,
    rows: count,
    pages: count,
  }),
  /** The file of rows has been deleted. */
  'rows.discarded': submission({ fileId: id }),
  'submission.approved': submission({ ...submissionFacts, ...decisionFacts }),
  /** `placeReturned`: the place is open again, or kept for appeals; otherwise the task is closed and the coins are refunded to the buyer. */
  'submission.rejected': submission({
    ...submissionFacts,
    ...decisionFacts,
    placeReturned: z.boolean(),
    reasonCode: z.string().optional(),
  }),
  /** Progress of a run of decisions; key: the run. */
  'decisions.advanced': submission({
    runId: id,
    taskId: id,
    buyerId: id,
    done: count,
    total: count,
    isFinished: z.boolean(),
  }),
  /** The buyer asks for a new version until `dueAt` (milliseconds since 1970). */
  'submission.revision-requested': submission({ ...workFacts, dueAt: count }),
  /** `dueAt`: the approval unless the buyer decides before; absent when there is none. `places`: the new answer has completed its page, or opened it again. */
  'submission.resubmitted': submission({ ...workFacts, dueAt: count.optional(), places: placesSchema.optional() }),
  'appeal.filed': submission(workFacts),
  'appeal.dismissed': submission(workFacts),
  /** The rejection of a closed task can no longer be reversed, and no other one needs the kept place: its coins are refunded to the buyer. */
  'appeal.place-returned': submission(submissionFacts),
  /**
   * An upheld appeal, or `by` its buyer. `escrow`: it has taken an open or a kept place, which is in `places`. `platform`: Piecework pays; `balance`:
   * the buyer has paid (`submission.reversal-paid`); the places stay.
   */
  'submission.rejection-reversed': submission({
    ...submissionFacts,
    paidBy: z.enum([...APPEAL_PAYERS, 'balance']),
    by: z.literal('buyer').optional(),
  }),
  /** The buyer reverses a rejection, and no place can pay: the balance has to. Answered by `submission.reversal-paid` or `-declined`. */
  'submission.reversal-requested': submission({ ...workFacts, requestId: id, buyerRoleVersion: count }),
  /** The submission shows what `wallet.bonus-paid` has given: `coins` in all. */
  'submission.bonus-noted': submission({ ...workFacts, coins }),
  'place.reserved': submission(reservationFacts),
  /** `placeReturned`: as of `submission.rejected`. `workerSuspended`: the cause of `ended`. */
  'place.released': submission({
    ...reservationFacts,
    why: z.enum(RESERVATION_ENDS),
    workerSuspended: z.literal(true).optional(),
    placeReturned: z.boolean(),
  }),
  /** `by`: the role of the person who blocks the other one. Key: the block. */
  'block.added': submission(blockFacts),
  'block.removed': submission(blockFacts),
  /** The task accepts no more submissions, except for reservations; the coins of `open` places, with those that were spared, return. Those that appeals may need are in `places.kept`. */
  'task.places-closed': submission({ taskId: id, buyerId: id, payable: coins, open: count, places: placesSchema }),
  /** Answers `user.closing-checked`. Key: the user. `due`: what the closing waits for. */
  'submission.closing-counted': submission({ userId: id, check: count, due: count }),

  /** Added places are open. */
  'task.places-opened': submission({ taskId: id, additionId: id, places: placesSchema }),
  /** Each place that is not decided pays more. `unneeded` places were decided before: their coins, `by` each, are refunded. */
  'task.raise-applied': submission({
    taskId: id,
    additionId: id,
    buyerId: id,
    by: coins,
    unneeded: count,
    places: placesSchema,
  }),

  // wallet service; key: the task, the user, the submission, the withdrawal or the payment
  'task.funded': wallet({ taskId: id, buyerId: id, cost: coins }),
  'task.funding-declined': wallet({
    taskId: id,
    buyerId: id,
    cost: coins,
    reason: z.enum(['insufficient-coins', 'not-a-buyer']),
  }),
  'task.places-funded': wallet(additionFacts),
  'task.places-declined': wallet({ ...additionFacts, reason: z.enum(['insufficient-coins', 'not-a-buyer']) }),
  'task.refunded': wallet({ taskId: id, buyerId: id, coins }),
  /** Absolute balance; a higher `version` is newer. `change` describes the last transfer, for display. */
  'wallet.balance-changed': wallet({ userId: id, balance: coins, version: count, change: z.int() }),
  /** All transfers of the role change have been posted. */
  'wallet.role-settled': wallet({ userId: id, roleVersion: count }),
  'wallet.account-closed': wallet({ userId: id, roleVersion: count }),
  'submission.reversal-paid': wallet({ submissionId: id, requestId: id }),
  /** No coin has moved. */
  'submission.reversal-declined': wallet({ submissionId: id, requestId: id, reason: z.enum(REVERSAL_REFUSALS) }),
  /** The buyer of an approved submission gave its worker coins. It is the `count`-th bonus of the submission, and `total` are the coins of all until then. */
  'wallet.bonus-paid': wallet({
    submissionId: id,
    taskId: id,
    taskTitle: z.string().optional(),
    workerId: id,
    buyerId: id,
    coins,
    count,
    total: coins,
  }),
  /** As `submission.closing-counted`. */
  'wallet.closing-counted': wallet({ userId: id, check: count, due: count }),
  'withdrawal.requested': wallet({ withdrawalId: id, workerId: id, coins, paymentSystem: z.enum(PAYMENT_SYSTEMS) }),
  'withdrawal.approved': wallet({ withdrawalId: id, workerId: id, coins }),
  'withdrawal.canceled': wallet({
    withdrawalId: id,
    workerId: id,
    coins,
    reason: z.enum(['insufficient-coins', 'admin', 'left-role', 'worker']),
  }),
  /** An admin checks a pending withdrawal, which is not approved meanwhile. */
  'withdrawal.held': wallet({ withdrawalId: id, workerId: id, coins }),
  /** By an admin, or because the time of the hold has passed. */
  'withdrawal.released': wallet({ withdrawalId: id, workerId: id, coins }),
  /** Its worker, or a thief, gave another account number. The last characters of both; `before` is absent where there was none. */
  'withdrawal.number-changed': wallet({
    withdrawalId: id,
    workerId: id,
    coins,
    status: z.enum(['pending', 'approved']),
    account: z.object({ mask: z.string(), before: z.string().optional() }),
  }),
  /** The admin has paid the approved withdrawal, outside of Piecework. */
  'withdrawal.paid': wallet({ withdrawalId: id, workerId: id, coins }),
  'withdrawal.payout-failed': wallet({ withdrawalId: id, workerId: id, coins }),
  /** `cents`: US cents. */
  'payment.recorded': wallet({ paymentId: id, userId: id, cents: count, coins }),
  'payment.credited': wallet({ paymentId: id, userId: id, coins }),
  /** `coins`: negative when the account has lost them. `role`: of the account at that time. */
  'adjustment.posted': wallet({
    adjustmentId: id,
    userId: id,
    role: z.enum(ROLES),
    kind: z.enum(ADJUSTMENT_KINDS),
    coins: z.int(),
  }),
  'payment.reversed': wallet({ paymentId: id, userId: id, coins, shortfall: coins }),

  // notification service; key: the user, or the request for `mail.link-issued`
  /** The number of unread notifications; a higher `version` is newer. */
  'notification.changed': notification({ userId: id, unread: count, version: count }),
  /** `tokenHash`: SHA-256 of the token in the mailed link, base64url. The token itself is stored nowhere. */
  'mail.link-issued': notification({ requestId: id, tokenHash: id }),
} as const;

export type EventType = keyof typeof EVENTS;
/** Data of the latest version. */
export type EventData<T extends EventType> = z.infer<(typeof EVENTS)[T]['data']>;
/** Data of the version that is emitted. */
export type EmittedData<T extends EventType> = z.infer<(typeof EVENTS)[T]['emits']['data']>;

export const EVENT_TYPES = Object.keys(EVENTS) as EventType[];

export interface EventEnvelope<T extends EventType = EventType> {
  /** Unique; the deduplication key of inboxes. */
  eventId: string;
  type: T;
  version: number;
  /** ISO 8601, UTC. */
  occurredAt: string;
  aggregateId: string;
  /** Shared by the browser's request and everything that it causes. */
  correlationId: string;
  /** The event that caused this one; null when a user action did. */
  causationId: string | null;
  /** The user who acted, or null for the system. */
  actor: string | null;
  data: EventData<T>;
}

export type AnyEvent = { [T in EventType]: EventEnvelope<T> }[EventType];

const envelopeSchema = z.object({
  eventId: id,
  type: z.string(),
  version: z.int(),
  occurredAt: z.iso.datetime(),
  aggregateId: id,
  correlationId: z.string(),
  causationId: z.string().nullable(),
  actor: z.string().nullable(),
  data: z.unknown(),
});

export type ParsedEvent = { ok: true; event: AnyEvent } | { ok: false; reason: string };

type ParsedData = { ok: true; data: unknown } | { ok: false; reason: string };

/** Validates data against the first version, then upcasts it through the others. An upcaster that throws counts as invalid data. */
export const parseEventData = (versions: readonly Version[], data: unknown): ParsedData => {
  let current = data;
  for (const { schema, upcast } of versions) {
    const parsed = schema.safeParse(current);
    if (!parsed.success) return { ok: false, reason: z.prettifyError(parsed.error) };
    try {
      current = upcast ? upcast(parsed.data as never) : parsed.data;
    } catch (error) {
      return { ok: false, reason: `upcast failed: ${error}` };
    }
  }
  return { ok: true, data: current };
};

/** Parses an event and upcasts it to the latest version. Never throws: `reason` names what is malformed or unknown. */
export const parseEvent = (text: string): ParsedEvent => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { ok: false, reason: 'not JSON' };
  }
  const envelope = envelopeSchema.safeParse(json);
  if (!envelope.success) return { ok: false, reason: `not an event: ${z.prettifyError(envelope.error)}` };
  const definition = Object.hasOwn(EVENTS, envelope.data.type) ? EVENTS[envelope.data.type as EventType] : undefined;
  if (!definition) return { ok: false, reason: `unknown event ${envelope.data.type}` };
  const { type, version } = envelope.data;
  if (!definition.versions[version - 1]) return { ok: false, reason: `unknown version ${version} of ${type}` };
  const parsed = parseEventData(definition.versions.slice(version - 1), envelope.data.data);
  if (!parsed.ok) return { ok: false, reason: `${type}: ${parsed.reason}` };
  return { ok: true, event: { ...envelope.data, version: definition.version, data: parsed.data } as AnyEvent };
};

export const topicsOf = (types: readonly EventType[]): Topic[] =>
  TOPICS.filter((topic) => types.some((type) => EVENTS[type].topic === topic));
