import { DAY_MS, HOUR_MS, utcDayOf } from '@piecework/base';
import {
  ADJUSTMENT_KINDS,
  COIN_PACKAGES,
  type FormField,
  HOLD_REASONS,
  needsReportReason,
  type OperationId,
  PAYMENT_SYSTEMS,
  type PaymentSystem,
  REJECTION_REASONS,
  REPORT_REASONS,
  type ReportAbout,
  type Role,
  SUSPENSION_REASONS,
  TEST_CARDS,
} from '@piecework/contracts';
import type { PlainResponse } from '@piecework/http';
import { type BatchDocument, figuresOf, placesOf, rowNumbers } from '@piecework/submission/stores';
import { isWithheld, type TaskDocument } from '@piecework/task/stores';
import { KINDS_OF_ROLE } from '@piecework/texts/notification-texts';
import type { UserRecord } from '@piecework/user/stores';
import type { OutcomeCounts } from './outcome-counts';
import type { Person } from './people';
import { createPerson, PASSWORD } from './people';
import { createRandom, type Random } from './random';
import { type Caller, HELD_WORD, NUMBER_MARKER, SIMULATED_SERVICES, type World } from './world';

/** Input of a step: the world, its people, and a random generator of this step alone. */
export interface StepContext {
  world: World;
  crowd: Crowd;
  random: Random;
  tally: OutcomeCounts;
}

/** All people that ever signed up, by email. */
export interface Crowd {
  people: Map<string, Person>;
  next: number;
  /** Mails whose link was followed. */
  followed: Set<string>;
}

/** Starts calls at the same time; they may end much later. */
type Step = (context: StepContext) => readonly Promise<unknown>[];

const users = ({ world }: StepContext, role?: Role) =>
  [...world.snapshot.users.values()].filter((user) => !user.closed && (role === undefined || user.role === role));

const personOf = ({ crowd }: StepContext, email: string): Person => {
  const person = crowd.people.get(email);
  if (!person) throw new Error(`No person signed up as ${email}`);
  return person;
};

/** A random user of that role who is not suspended; in 7 % of calls any user, whom the product must refuse. */
const randomUser = (context: StepContext, role: Role): Person | undefined => {
  const { random } = context;
  const right = users(context, role).filter(({ suspension }) => !suspension);
  const pool = random.chance(0.07) || right.length === 0 ? users(context) : right;
  return pool.length === 0 ? undefined : personOf(context, random.pick(pool).email);
};

const maybePick = <T>(random: Random, items: readonly T[]): T | undefined =>
  items.length === 0 ? undefined : random.pick(items);

const counted = async (
  context: StepContext,
  kind: string,
  call: Promise<PlainResponse | undefined>,
): Promise<PlainResponse | undefined> => {
  const response = await call;
  context.tally.count(kind, response);
  if (response && response.status >= 500)
    throw new Error(`${kind} answered ${response.status}: ${JSON.stringify(response.body)}`);
  return response;
};

const callAs = (
  context: StepContext,
  kind: string,
  person: Person | undefined,
  operation: OperationId,
  caller: Caller = {},
) => (person ? counted(context, kind, person.call(operation, caller)) : Promise.resolve(undefined));

/** An Idempotency-Key, in 85 % of calls. */
const keyOf = ({ random, world }: StepContext): { key?: string } =>
  random.chance(0.85) ? { key: world.ids.next() } : {};

const signUp: Step = (context) => {
  const { crowd, random, world, tally } = context;
  const known = [...crowd.people.values()];
  // 10 % use an email that is taken.
  if (known.length > 0 && random.chance(0.1))
    return [counted(context, 'sign-up', random.pick(known).register('worker'))];
  // 15 % are of one mailbox, whose starting coins wait from the second account on.
  const n = crowd.next++;
  const email = random.chance(0.15) ? `person+${n}@gmail.com` : `person${n}@example.com`;
  const person = createPerson(world, random.fork(email), email);
  crowd.people.set(email, person);
  const role = users(context, 'buyer').length < users(context, 'worker').length * 0.7 ? 'buyer' : 'worker';
  // 15 % click twice.
  const again = random.chance(0.15) ? [person.register(role).then((response) => tally.count('sign-up', response))] : [];
  return [counted(context, 'sign-up', person.register(role)), ...again];
};

const releaseGrants: Step = (context) => {
  const { random } = context;
  const all = users(context);
  const waiting = all.filter(({ waitingGrant }) => waitingGrant);
  const chosen = waiting.filter(() => random.chance(0.6)).map(({ _id }) => _id);
  // 5 % name an account that does not wait.
  const other = random.chance(0.05) ? maybePick(random, all) : undefined;
  const userIds = other ? [...chosen, other._id] : chosen;
  if (userIds.length === 0) return [];
  const release = () =>
    callAs(context, 'release-grants', randomUser(context, 'admin'), 'releaseGrants', { body: { userIds } });
  return random.chance(0.3) ? [release(), release()] : [release()];
};

/** Also about a closed account, and concurrently with its closing. */
const notePerson: Step = (context) => {
  const person = maybePick(context.random, users(context));
  const admin = randomUser(context, 'admin');
  if (!person) return [];
  const params = { id: person._id };
  const note = () =>
    callAs(context, 'note-person', admin, 'addPersonNote', { params, body: { text: 'Wrote.' }, ...keyOf(context) });
  return [note(), callAs(context, 'person', admin, 'listPersonNotes', { params })];
};

const dayAfter = ({ world }: StepContext, days: number): string => utcDayOf(world.now() + days * DAY_MS);

const FIELDS: readonly FormField[] = [
  { kind: 'number', name: 'total', label: 'Total', required: true, decimals: 2 },
  { kind: 'date', name: 'day', label: 'Day', required: false },
];
const FIELDS_OF_ROWS: readonly FormField[] = FIELDS.map((field) => ({
  ...field,
  label: `${field.label} of {{receipt}}`,
}));
const LAST_FIELDS: readonly FormField[] = [
  { kind: 'text', name: 'shop', label: 'Shop', required: false },
  { kind: 'longText', name: 'note', label: 'Note', required: false },
];

const batchOf = ({ world }: StepContext, taskId: string) => world.snapshot.places.get(taskId)?.batch;

const hasForm = ({ world }: StepContext, taskId: string): boolean =>
  world.snapshot.places.get(taskId)?.formId !== undefined;

/** From 60 to 95 %, of each worker. */
const accuracyOf = (worker: Person | undefined) => 0.6 + 0.35 * createRandom(worker?.email ?? '').next();

/** What the task takes, of a batch for each row of the page; in 5 % of calls what another task would take, or a faulty answer. */
const workFor = (
  context: StepContext,
  taskId: string,
  by: { worker: Person | undefined; text: string; isSure?: boolean },
  page = 1,
) => {
  const random = context.random.fork('work');
  const batch = batchOf(context, taskId);
  if (hasForm(context, taskId) === random.chance(0.05)) return { submissionDetails: by.text };
  const isRight = () => by.isSure || random.chance(accuracyOf(by.worker));
  const answer = () => {
    if (batch && isRight()) return { total: random.pick([EXPECTED_TOTAL, EXPECTED_TOTAL.slice(0, -1)]) };
    const total = random.chance(0.05) ? 'much' : `${random.int(0, 999)},${random.int(100, 999)}.50`;
    return { total, ...(random.chance(0.5) && { day: '31.12.2026' }) };
  };
  if (!batch) return { answers: [answer()] };
  const checks = batch.checks?.perPage ?? 0;
  const rows = rowNumbers(batch, page).length + checks + (random.chance(0.03) ? 1 : 0);
  return { answers: Array.from({ length: rows }, answer) };
};

const postFor = (context: StepContext, buyer: Person) => {
  const { random, world } = context;
  const balance = [...world.snapshot.users.values()].find((user) => user.email === buyer.email)?.coins ?? 0;
  const places = random.int(1, 4);
  const formRandom = random.fork('form');
  // Mostly affordable; 10 % cost more than the balance.
  const payable = Math.max(
    1,
    Math.floor((balance * random.int(5, 60)) / 100 / places) + (random.chance(0.1) ? balance : 0),
  );
  const post = () =>
    callAs(context, 'post-task', buyer, 'createTask', {
      ...keyOf(context),
      body: {
        taskTitle: `Task ${world.ids.next().slice(-6)}`,
        taskDetail: 'Do this, please.',
        submissionInfo: random.chance(0.1) ? `A link of ${HELD_WORD}` : 'A link',
        requiredWorkers: random.chance(0.03) ? -places : random.chance(0.5) ? String(places) : places,
        payableAmount: payable,
        completionDate: random.chance(0.03) ? '2020-01-01' : dayAfter(context, random.int(0, 20)),
        ...(random.chance(0.4) && { closeAtCompletion: random.chance(0.9) }),
        taskImageURL: 'https://example.com/picture.webp',
        ...(random.chance(0.5) && { autoApproveHours: random.chance(0.1) ? 0 : random.int(1, 200) }),
        ...(random.chance(0.5) && { reserveMinutes: random.chance(0.1) ? 0 : random.int(5, 1440) }),
        ...(random.chance(0.3) && { minApprovalRate: random.int(0, 90) }),
        ...(formRandom.chance(0.4) && { form: { fields: [...FIELDS, formRandom.pick(LAST_FIELDS)] } }),
        // Forged derived fields, which the service ignores.
        totalPayableAmount: 1,
        taskStatus: 'completed',
      },
    });
  // Two concurrent posts spend the same balance.
  return random.chance(0.2) ? [post(), post()] : [post()];
};

const postTask: Step = (context) => {
  const buyer = randomUser(context, 'buyer');
  return buyer ? postFor(context, buyer) : [];
};

const COLUMNS = 'receipt,currency';
/** @param before rows with other keys */
const rowsFile = (rows: number, checks: number, before = 0) =>
  [
    `${COLUMNS},expected.total`,
    ...Array.from({ length: rows + checks }, (_, at) => `R-${before + at + 1},BDT,${at < rows ? '' : EXPECTED_TOTAL}`),
  ].join('\n');
const EXPECTED_TOTAL = '1000.50';

/** A file of rows, mostly a few: workers come to the last pages. 5 % have none. */
const uploadTo = (context: StepContext, buyer: Person, id: string) => {
  const { random } = context;
  const rows = random.chance(0.05) ? 0 : random.chance(0.7) ? random.int(2, 3) : random.int(1, 8);
  return callAs(context, 'upload-rows', buyer, 'uploadRows', {
    params: { id },
    file: rowsFile(rows, random.chance(0.7) ? random.int(4, 9) : 0),
  });
};

const coinsOf = ({ world }: StepContext, email: string) =>
  [...world.snapshot.users.values()].find((user) => user.email === email)?.coins ?? 0;

/** Most batches complete a page early, and most of these approve on agreement; some are refused. */
const overlapOf = (random: Random) => {
  if (random.chance(0.3)) return { overlap: { max: random.int(1, 3) } };
  const min = random.chance(0.8) ? 2 : 1;
  const isApproving = random.chance(min > 1 ? 0.8 : 0.04);
  return {
    overlap: { min, max: random.int(min, 3) },
    ...(random.chance(0.4) && { agreement: 0.6 }),
    ...(isApproving && { approveOnAgreement: true }),
  };
};

const draftBatch: Step = (context) => {
  const { random, world } = context;
  const buyer = randomUser(context, 'buyer');
  if (!buyer) return [];
  const body = {
    taskTitle: `Batch ${world.ids.next().slice(-6)}`,
    // 4 % name a column that the file does not have.
    taskDetail: random.chance(0.04) ? 'What is {{sum}}?' : 'Copy the total of {{receipt}}.',
    submissionInfo: 'The total',
    taskImageURL: 'https://example.com/picture.webp',
    completionDate: dayAfter(context, random.int(3, 20)),
    payableAmount: random.chance(0.1) ? coinsOf(context, buyer.email) + 1 : random.int(1, 3),
    rowsPerPage: random.int(1, 4),
    ...overlapOf(random),
    form: { fields: FIELDS_OF_ROWS },
    ...(random.chance(0.5) && { pilotPages: 1, rowsPerPage: 1 }),
    ...(random.chance(0.3) && { maxPagesPerWorker: random.int(1, 4) }),
    ...(random.chance(0.3) && { minSeconds: random.int(1, 300) }),
    ...(random.chance(0.8) && { checksBefore: 1, minAccuracy: 1 }),
    ...(random.chance(0.3) && { autoApproveHours: random.int(1, 200) }),
    ...(random.chance(0.5) && { reserveMinutes: random.int(5, 1440) }),
    ...(random.chance(0.3) && { closeAtCompletion: true }),
  };
  const draft = async () => {
    const made = await callAs(context, 'draft-batch', buyer, 'createBatch', { ...keyOf(context), body });
    const id = (made?.body as { insertedId?: string } | undefined)?.insertedId;
    if (id === undefined || random.chance(0.1)) return;
    await (random.chance(0.1)
      ? Promise.all([uploadTo(context, buyer, id), uploadTo(context, buyer, id)])
      : uploadTo(context, buyer, id));
    // Most people publish what they have drafted.
    if (random.chance(0.6)) await publishDraft(context, id, buyer);
  };
  return [draft()];
};

const publishDraft = (context: StepContext, id: string, buyer: Person) =>
  callAs(context, 'publish-batch', buyer, 'publishBatch', { params: { id } });

const draftsOf = (context: StepContext) => {
  const buyers = new Set(users(context, 'buyer').map(({ _id }) => _id));
  return [...context.world.snapshot.batches.values()].filter(
    ({ buyerId, changedAt }) => changedAt !== undefined && buyers.has(buyerId),
  );
};

const isAffordable = (context: StepContext, draft: BatchDocument) => {
  const figures = figuresOf(draft);
  const coins = context.world.snapshot.users.get(draft.buyerId)?.coins ?? 0;
  return figures !== null && placesOf(figures) * (draft.fields.payableAmount ?? 0) < coins;
};

const changeDraft = (context: StepContext, draft: BatchDocument) => {
  const { random, world } = context;
  const { _id: id } = draft;
  const owner = world.snapshot.users.get(draft.buyerId);
  if (!owner) return Promise.resolve(undefined);
  const buyer = ownerOrOther(context, owner.email);
  if (random.chance(0.3)) return uploadTo(context, buyer, id);
  if (random.chance(0.18)) return callAs(context, 'delete-batch', buyer, 'deleteBatch', { params: { id } });
  const body = random.chance(0.6)
    ? {
        payableAmount: 1,
        overlap: { max: 1 },
        approveOnAgreement: null,
        pilotPages: null,
        checksPerPage: null,
        taskDetail: 'Copy the total of {{receipt}}.',
      }
    : {
        rowsPerPage: random.int(1, 4),
        checksPerPage: random.int(0, 2),
        columns: [{ name: 'currency', kind: random.pick(['text', 'key', 'picture']) }],
      };
  return callAs(context, 'change-batch', buyer, 'changeBatch', { params: { id }, body });
};

const editDraft: Step = (context) => {
  const all = draftsOf(context);
  const drafts = context.random.chance(0.05) ? all : all.filter(({ taskId }) => taskId === undefined);
  const dear = drafts.filter((draft) => !isAffordable(context, draft));
  const draft = maybePick(context.random, dear.length > 0 && context.random.chance(0.7) ? dear : drafts);
  return draft ? [changeDraft(context, draft)] : [];
};

/** Sometimes twice at once, with a change or a deletion of the draft, or while its buyer becomes a worker. */
const publishBatch: Step = (context) => {
  const { random, world } = context;
  const drafts = draftsOf(context);
  const likely = drafts.filter((draft) => isAffordable(context, draft));
  const draft = maybePick(random, likely.length > 0 && random.chance(0.9) ? likely : drafts);
  const owner = draft && world.snapshot.users.get(draft.buyerId);
  if (!draft || !owner) return [];
  const buyer = personOf(context, owner.email);
  const publish = () => publishDraft(context, draft._id, buyer);
  const leave = () =>
    callAs(context, 'change-role', randomUser(context, 'admin'), 'changeUser', {
      params: { id: owner._id },
      body: { userRole: 'worker' },
    });
  if (random.chance(0.25)) return [publish(), publish()];
  if (random.chance(0.3)) return [publish(), changeDraft(context, draft), changeDraft(context, draft)];
  return random.chance(0.08) ? [publish(), leave(), publish()] : [publish()];
};

const batchTasks = (context: StepContext) => tasksOf(context).filter(({ batch }) => batch);

/** Rows for an open batch, or those that were uploaded before; sometimes added twice, or while the batch ends, is answered or gets a higher pay. */
const addRows: Step = (context) => {
  const { random, world } = context;
  const perPage = ({ batch, payable }: TaskDocument) => (batch?.overlap.max ?? 1) * payable;
  const all = batchTasks(context);
  const likely = all.filter((task) => perPage(task) < (world.snapshot.users.get(task.buyerId)?.coins ?? 0));
  const task = maybePick(random, likely.length > 0 && random.chance(0.95) ? likely : all);
  const draft = [...world.snapshot.batches.values()].find(({ taskId }) => taskId === task?._id);
  if (!task || !draft?.file) return [];
  const { file, growth } = draft;
  const { _id: id, buyerEmail } = task;
  const params = { id };
  const buyer = ownerOrOther(context, buyerEmail);
  const add = (upload: string) =>
    callAs(context, 'add-rows', buyer, 'addRows', { ...keyOf(context), params, body: { upload } });
  const stage = async () => {
    const checks = file.checks && random.chance(0.4) ? random.int(1, 2) : 0;
    const before = random.chance(0.03) ? 0 : file.rows + (file.checks ?? 0);
    const answer = await callAs(context, 'stage-rows', buyer, 'stageRows', {
      params,
      file: rowsFile(random.int(1, 3), checks, before),
    });
    const { upload } = (answer?.body ?? {}) as { upload?: string };
    return upload;
  };
  const grow = async () => {
    const upload = growth && random.chance(0.6) ? growth.fileId : await stage();
    if (upload === undefined || random.chance(0.1)) return;
    await Promise.all(random.chance(0.25) ? [add(upload), add(upload)] : [add(upload)]);
  };
  const owner = personOf(context, buyerEmail);
  const others = [
    () => submitTo(context, id),
    () => decideOn(context, id),
    () => callAs(context, 'end-task', owner, 'endTask', { params }),
    () => callAs(context, 'raise-pay', owner, 'raisePay', { params, body: { payableAmount: task.payable + 1 } }),
    grow,
  ];
  return random.chance(0.5) ? [grow(), random.pick(others)(), random.pick(others)()] : [grow()];
};

const takePages: Step = (context) => {
  const { random } = context;
  const all = batchTasks(context);
  const task = maybePick(
    random,
    all.filter(({ places }) => places.open > 0),
  );
  if (!task) return [];
  const worker = randomUser(context, 'worker');
  const ahead = async () => {
    for (let pages = random.int(1, 3); pages > 0; pages--) await reservePlaceOf(context, task._id, worker);
  };
  return random.chance(0.3) ? [ahead(), reservePlaceOf(context, task._id), submitTo(context, task._id)] : [ahead()];
};

const hasNewPages = (context: StepContext, taskId: string): boolean => {
  const { offered = 0, pages = 0, pilotPages = pages } = batchOf(context, taskId) ?? {};
  return offered < pilotPages;
};

/** Workers take and answer a page of a batch that approves on agreement, without errors. */
const agree: Step = (context) => {
  const approving = batchTasks(context).filter(
    ({ _id }) => batchOf(context, _id)?.approveOnAgreement && hasNewPages(context, _id),
  );
  const task = maybePick(context.random, approving);
  if (!task) return answerPage(context);
  const workers = Array.from({ length: 2 }, () => randomUser(context, 'worker'));
  return workers.map((worker) => workOnPage(context, task._id, worker, true));
};

/** Corrects the texts of a batch in its pilot, or ends that; 5 % of corrections would change a rule. */
const runPilot: Step = (context) => {
  const { random } = context;
  const all = batchTasks(context);
  const inPilot = all.filter(({ batch }) => batch?.pilotPages !== undefined);
  const task = maybePick(random, random.chance(0.05) ? all : inPilot);
  if (!task) return [];
  const { _id: id, buyerEmail } = task;
  const buyer = ownerOrOther(context, buyerEmail);
  const fields = FIELDS_OF_ROWS.map((field) => ({ ...field, label: `${field.label}, ${random.int(1, 9)}` }));
  const [first, ...others] = fields;
  const correct = () =>
    callAs(context, 'correct-texts', buyer, 'correctTexts', {
      params: { id },
      body: {
        ...(random.chance(0.5) && { taskDetail: `Copy {{receipt}} ${random.int(1, 9)} times.` }),
        form: { fields: random.chance(0.05) ? others : [first, ...others] },
      },
    });
  const end = () => callAs(context, 'end-pilot', buyer, 'endPilot', { params: { id } });
  const work = () => submitTo(context, id);
  if (random.chance(0.3)) return [correct(), work(), correct()];
  if (random.chance(0.35)) return [correct()];
  return random.chance(0.5) ? [end(), work(), end()] : [end()];
};

/** A held page, or one whose hold has ended; sometimes twice, while it is released, or while the batch ends. */
const answerPage: Step = (context) => {
  const { random, world } = context;
  const all = [...world.snapshot.reservations.values()].filter(({ page }) => page !== undefined);
  const held = all.filter(({ state }) => state === 'held');
  const ended = all.filter(({ state }) => state === 'lapsed' || state === 'returned' || state === 'released');
  const hold = maybePick(random, ended.length > 0 && random.chance(0.1) ? ended : held);
  if (!hold) return [];
  const { taskId, page, workerId, buyerId } = hold;
  const worker = holderOf(context, workerId);
  const buyer = holderOf(context, buyerId);
  const answer = () => submit(context, taskId, worker, page);
  const giveBack = () => callAs(context, 'give-back', worker, 'returnPlace', { params: { id: taskId } });
  const params = { id: taskId };
  const end = () =>
    random.chance(0.5)
      ? callAs(context, 'end-task', buyer, 'endTask', { params })
      : callAs(context, 'delete-task', buyer, 'deleteTask', { params });
  if (random.chance(0.15)) return [answer(), answer()];
  if (random.chance(0.12)) return [answer(), giveBack()];
  return random.chance(0.06) ? [answer(), end(), decideOn(context, taskId)] : [answer()];
};

const tasksOf = ({ world }: StepContext) => [...world.snapshot.tasks.values()].filter((task) => task.state === 'open');

/** The owner; in 8 % of calls another user. */
const ownerOrOther = (context: StepContext, email: string): Person => {
  const stranger = maybePick(context.random, users(context));
  return context.random.chance(0.08) && stranger ? personOf(context, stranger.email) : personOf(context, email);
};

const editTask: Step = (context) => {
  const task = maybePick(context.random, tasksOf(context));
  if (!task) return [];
  const body = context.random.chance(0.3)
    ? { requiredWorkers: 99 }
    : { taskTitle: `New ${context.random.int(1, 9)}`, requiredWorkers: 99, payableAmount: 99 };
  return [
    callAs(context, 'edit-task', ownerOrOther(context, task.buyerEmail), 'changeTask', {
      params: { id: task._id },
      body,
    }),
  ];
};

const pauseTask: Step = (context) => {
  const { random } = context;
  const all = tasksOf(context);
  const paused = all.filter((task) => task.paused);
  const task = maybePick(random, paused.length > 0 && random.chance(0.6) ? paused : all);
  if (!task) return [];
  const call = callAs(context, 'pause-task', ownerOrOther(context, task.buyerEmail), 'changeTask', {
    params: { id: task._id },
    body: { paused: !task.paused },
  });
  return random.chance(0.3) ? [call, submitTo(context, task._id), reservePlaceOf(context, task._id)] : [call];
};

const pauseByAdmin: Step = (context) => {
  const { random } = context;
  const all = tasksOf(context);
  const paused = all.filter((task) => task.adminPause);
  const task = maybePick(random, paused.length > 0 && random.chance(0.6) ? paused : all);
  if (!task) return [];
  const [admin, params] = [randomUser(context, 'admin'), { id: task._id }];
  const body = { reason: 'It asks for passwords.' };
  const call = task.adminPause
    ? callAs(context, 'resume-by-admin', admin, 'resumeTask', { params })
    : callAs(context, 'pause-by-admin', admin, 'pauseTask', { params, body });
  if (random.chance(0.5)) return [call];
  const byOwner = callAs(context, 'pause-task', ownerOrOther(context, task.buyerEmail), 'changeTask', {
    params,
    body: { paused: random.chance(0.5) },
  });
  return [call, byOwner, submitTo(context, task._id)];
};

/** At times of a task that does not wait, or of texts that have changed meanwhile. */
const decideReview: Step = (context) => {
  const { random } = context;
  const all = tasksOf(context);
  const waiting = all.filter(({ review }) => review);
  const task = maybePick(random, random.chance(0.95) ? waiting : all);
  if (!task) return [];
  const { review: { version = 1 } = {} } = task;
  const decide = () => {
    const outcome = random.chance(0.7) ? 'approved' : 'rejected';
    return callAs(context, 'decide-review', randomUser(context, 'admin'), 'decideReview', {
      params: { id: task._id },
      body: { outcome, version, ...(outcome === 'rejected' && { reason: 'It asks for passwords.' }) },
    });
  };
  const edit = () =>
    callAs(context, 'edit-task', ownerOrOther(context, task.buyerEmail), 'changeTask', {
      params: { id: task._id },
      body: { taskTitle: `New ${random.int(1, 9)}` },
    });
  const work = () => [submitTo(context, task._id), reservePlaceOf(context, task._id)];
  if (random.chance(0.2)) return [decide(), decide()];
  return random.chance(0.3) ? [decide(), edit(), ...work()] : [decide()];
};

/** Of a task or a submission, or the person behind it; sometimes of what the person does not see, which the product must refuse. */
const reportThing: Step = (context) => {
  const { random, world } = context;
  const task = maybePick(random, tasksOf(context));
  const submission = maybePick(random, [...world.snapshot.submissions.values()]);
  const reasonCode = random.pick(REPORT_REASONS);
  const written = { reasonCode, ...(reasonCode === 'other' && { text: 'It is against the rules.' }) };
  const report = (as: Person | undefined, about: ReportAbout, id: string) =>
    callAs(context, 'report', as, 'reportThing', { body: { about, id, ...written } });
  if (submission && random.chance(0.4)) {
    const buyer = maybePick(
      random,
      users(context, 'buyer').filter(({ _id }) => _id === submission.buyerId),
    );
    const as = buyer ? personOf(context, buyer.email) : randomUser(context, 'buyer');
    return [report(as, random.pick(['submission', 'worker']), submission._id)];
  }
  if (!task) return [];
  const about = random.pick(['task', 'task', 'buyer'] as const);
  const [one, other] = [randomUser(context, 'worker'), randomUser(context, 'worker')];
  return random.chance(0.3)
    ? [report(one, about, task._id), report(other, about, task._id)]
    : [report(one, about, task._id)];
};

/** Sometimes twice, or while the task ends or is reported again. */
const decideReports: Step = (context) => {
  const { random, world } = context;
  const known = maybePick(
    random,
    [...world.snapshot.reportCases.values()].filter(({ state }) => state === 'open'),
  );
  if (!known) return [];
  const { _id: id, subject } = known;
  const decide = () => {
    const outcome = random.pick(
      subject.type === 'task'
        ? (['nothing', 'warn', 'pause-task', 'close-task'] as const)
        : (['unfounded', 'warn'] as const),
    );
    const reasonCode = random.pick(REPORT_REASONS);
    return callAs(context, 'decide-reports', randomUser(context, 'admin'), 'decideReports', {
      params: { id },
      body: { outcome, ...(needsReportReason(outcome) && { reasonCode }) },
    });
  };
  if (random.chance(0.6)) return [decide()];
  const again =
    subject.type === 'task'
      ? [
          callAs(context, 'report', randomUser(context, 'worker'), 'reportThing', {
            body: { about: 'task', id: subject.id, reasonCode: 'scam' },
          }),
        ]
      : [];
  return [decide(), ...again, decide()];
};

const deleteTask: Step = (context) => {
  const { random } = context;
  const task = maybePick(random, tasksOf(context));
  if (!task) return [];
  const params = { id: task._id };
  const remove = () =>
    callAs(
      context,
      'delete-task',
      random.chance(0.2) ? randomUser(context, 'admin') : ownerOrOther(context, task.buyerEmail),
      'deleteTask',
      { params },
    );
  if (!random.chance(0.5)) return [remove()];
  // Concurrent with the operations that can conflict with it.
  return [remove(), remove(), submitTo(context, task._id), decideOn(context, task._id), submitTo(context, task._id)];
};

const endTask: Step = (context) => {
  const { random, world } = context;
  const closed = [...world.snapshot.tasks.values()].filter(({ state }) => state === 'closed');
  const task = maybePick(random, closed.length > 0 && random.chance(0.3) ? closed : tasksOf(context));
  if (!task) return [];
  const params = { id: task._id };
  const by = () => (random.chance(0.2) ? randomUser(context, 'admin') : ownerOrOther(context, task.buyerEmail));
  const end = () => callAs(context, 'end-task', by(), 'endTask', { params });
  const remove = () => callAs(context, 'delete-task', by(), 'deleteTask', { params });
  if (task.state === 'closed') return [random.chance(0.7) ? remove() : end()];
  if (!random.chance(0.4)) return [end()];
  return [end(), random.chance(0.5) ? end() : remove(), submitTo(context, task._id), decideOn(context, task._id)];
};

const addPlaces: Step = (context) => {
  const { random, world } = context;
  const affordable = ({ buyerId, payable }: { buyerId: string; payable: number }) =>
    Math.floor(((world.snapshot.users.get(buyerId)?.coins ?? 0) - 1) / payable);
  // A batch takes no more places.
  const all = tasksOf(context).filter(({ batch }) => !batch || random.chance(0.02));
  const likely = all.filter((task) => affordable(task) > 0);
  const completed = likely.filter(({ taskStatus }) => taskStatus === 'completed');
  const task =
    completed.length > 0 && random.chance(0.3)
      ? random.pick(completed)
      : maybePick(random, likely.length > 0 && random.chance(0.95) ? likely : all);
  if (!task) return [];
  const params = { id: task._id };
  const most = Math.max(1, affordable(task));
  const add = () =>
    callAs(context, 'add-places', ownerOrOther(context, task.buyerEmail), 'addPlaces', {
      ...keyOf(context),
      params,
      body: { places: random.chance(0.08) ? most + 1 : random.int(1, Math.min(3, most)) },
    });
  const by = personOf(context, task.buyerEmail);
  const end = () =>
    random.chance(0.5)
      ? callAs(context, 'end-task', by, 'endTask', { params })
      : callAs(context, 'delete-task', by, 'deleteTask', { params });
  if (random.chance(0.15)) return [add(), end()];
  return random.chance(0.1) ? [add(), add(), submitTo(context, task._id)] : [add()];
};

const raisePay: Step = (context) => {
  const { random, world } = context;
  /** By how much the balance can raise the pay: all places of the projection are paid for. */
  const most = ({ buyerId, places: { open, reserved = 0, spared = 0, pending } }: TaskDocument) =>
    Math.floor(((world.snapshot.users.get(buyerId)?.coins ?? 0) - 1) / Math.max(1, open + reserved + spared + pending));
  const all = tasksOf(context);
  const likely = all.filter((task) => most(task) > 0);
  const task = maybePick(random, likely.length > 0 && random.chance(0.95) ? likely : all);
  if (!task) return [];
  const { _id: id, buyerEmail, payable } = task;
  const by = random.chance(0.08) ? most(task) + 1 : random.int(1, Math.max(1, Math.min(2, most(task))));
  const raise = () =>
    callAs(context, 'raise-pay', ownerOrOther(context, buyerEmail), 'raisePay', {
      ...keyOf(context),
      params: { id },
      body: { payableAmount: payable + by },
    });
  const others = [
    () => submitTo(context, id),
    () => decideOn(context, id),
    () => reservePlaceOf(context, id),
    () => callAs(context, 'end-task', personOf(context, buyerEmail), 'endTask', { params: { id } }),
    () =>
      callAs(context, 'add-places', personOf(context, buyerEmail), 'addPlaces', {
        params: { id },
        body: { places: 1 },
      }),
  ];
  return random.chance(0.5) ? [raise(), random.pick(others)(), random.pick(others)()] : [raise()];
};

/** Of a batch: a page that the worker holds, or takes now. */
const submitTo = (context: StepContext, taskId: string, worker = randomUser(context, 'worker')) =>
  batchOf(context, taskId) ? workOnPage(context, taskId, worker) : submit(context, taskId, worker);

const submit = (context: StepContext, taskId: string, worker: Person | undefined, page?: number, isSure = false) =>
  callAs(context, kindOfWork(context, taskId), worker, 'createSubmission', {
    ...keyOf(context),
    body: {
      taskId,
      ...(page !== undefined && { page }),
      ...workFor(context, taskId, { worker, text: 'https://example.com/work', isSure }, page),
      payableAmount: 1_000_000,
      workerEmail: 'someone@example.com',
    },
  });

const kindOfWork = (context: StepContext, taskId: string) => {
  if (batchOf(context, taskId)) return 'answer-page';
  return hasForm(context, taskId) ? 'submit-answer' : 'submit-work';
};

const workOnPage = async (context: StepContext, taskId: string, worker: Person | undefined, isSure = false) => {
  const taken = await reservePlaceOf(context, taskId, worker);
  const { page } = (taken?.body ?? {}) as { page?: { number: number } };
  return page && submit(context, taskId, worker, page.number, isSure);
};

/** Mostly those that take work. */
const openTasks = (context: StepContext) => {
  const open = tasksOf(context).filter((task) => task.places.open > 0);
  return context.random.chance(0.1) ? open : open.filter((task) => !isWithheld(task));
};

const submitWork: Step = (context) => {
  const task = maybePick(context.random, openTasks(context));
  return task ? [submitTo(context, task._id)] : [];
};

const raceForLastPlace: Step = (context) => {
  const task = maybePick(
    context.random,
    openTasks(context).filter(({ places }) => places.open === 1),
  );
  if (!task) return submitWork(context);
  return users(context, 'worker')
    .slice(0, 3)
    .map((worker) => submitTo(context, task._id, personOf(context, worker.email)));
};

const reservePlaceOf = (context: StepContext, taskId: string, worker = randomUser(context, 'worker')) => {
  const { random } = context;
  const caller = { ...keyOf(context), params: { id: taskId } };
  if (!batchOf(context, taskId)) return callAs(context, 'reserve', worker, 'reservePlace', caller);
  // Half of the calls fetch ahead of the pages that the worker holds.
  const held = heldReservations(context).filter(
    (one) => one.taskId === taskId && emailOf(context, one) === worker?.email,
  );
  const besides =
    held.length > 0 && random.chance(0.5) ? { query: { besides: held.map(({ page }) => page).join() } } : {};
  return callAs(context, 'take-page', worker, 'reservePlace', { ...caller, ...besides });
};

const emailOf = ({ world }: StepContext, { workerId }: { workerId: string }) =>
  world.snapshot.users.get(workerId)?.email;

const reserve: Step = (context) => {
  const { random } = context;
  const task = maybePick(
    random,
    openTasks(context).filter(({ reserveMinutes }) => reserveMinutes),
  );
  if (!task) return [];
  const call = reservePlaceOf(context, task._id);
  if (random.chance(0.7)) return [call];
  // Several workers, and submissions without a reservation.
  return [call, reservePlaceOf(context, task._id), submitTo(context, task._id), reservePlaceOf(context, task._id)];
};

const heldReservations = ({ world }: StepContext) =>
  [...world.snapshot.reservations.values()].filter(({ state }) => state === 'held');

const holderOf = (context: StepContext, workerId: string): Person | undefined => {
  const holder = users(context).find(({ _id }) => _id === workerId);
  return holder && personOf(context, holder.email);
};

/** The reserved work, or the place back; sometimes while the task is deleted. */
const useReservation: Step = (context) => {
  const { random, world } = context;
  const reservation = maybePick(random, heldReservations(context));
  if (!reservation) return [];
  const { taskId, buyerId, workerId, page } = reservation;
  const worker = holderOf(context, workerId);
  const use = () => submit(context, taskId, worker, page);
  const giveBack = () => callAs(context, 'give-back', worker, 'returnPlace', { params: { id: taskId } });
  const release = () =>
    callAs(context, 'release-places', holderOf(context, buyerId), 'releasePlaces', { params: { id: taskId } });
  if (random.chance(0.25)) {
    // Newer holds than the time for the work are not released.
    if (random.chance(0.7)) world.leap(random.int(2 * HOUR_MS, 3 * HOUR_MS));
    // The leap comes first.
    return [world.pause(1).then(release), ...(random.chance(0.5) ? [use()] : [])];
  }
  const call = random.chance(0.6) ? use() : giveBack();
  if (random.chance(0.15))
    return [call, callAs(context, 'delete-task', holderOf(context, buyerId), 'deleteTask', { params: { id: taskId } })];
  return random.chance(0.2) ? [call, random.chance(0.5) ? use() : giveBack()] : [call];
};

const pendingSubmissions = ({ world }: StepContext, taskId?: string) =>
  [...world.snapshot.submissions.values()].filter(
    (s) => s.status === 'pending' && (taskId === undefined || s.taskId === taskId),
  );

/** Absent as in an old client's call; 3 % are refused. */
const reasonOf = ({ random }: StepContext, status: string): object => {
  if (status !== 'reject' || random.chance(0.4)) return {};
  if (random.chance(0.05)) return { reasonCode: 'other' };
  return { reasonCode: random.pick(REJECTION_REASONS), reasonText: 'This is not what I asked for.' };
};

const decideOn = (
  context: StepContext,
  taskId?: string,
  status = context.random.chance(0.72) ? 'approved' : 'reject',
) => {
  const pending = pendingSubmissions(context, taskId);
  // What was sent back can only be approved.
  const free = pending.filter(({ revisionDueAt }) => revisionDueAt === undefined);
  const isLikely = status === 'reject' && free.length > 0 && context.random.chance(0.8);
  const submission = maybePick(context.random, isLikely ? free : pending);
  if (!submission) return Promise.resolve(undefined);
  const kind = status === 'approved' ? 'approve' : 'reject';
  return callAs(context, kind, ownerOrOther(context, submission.buyerEmail), 'decideSubmission', {
    params: { id: submission._id },
    body: { status, ...reasonOf(context, status) },
  });
};

const decide: Step = (context) => [decideOn(context)];

const raceForDecision: Step = (context) => {
  const submission = maybePick(context.random, pendingSubmissions(context));
  if (!submission) return [];
  const buyer = personOf(context, submission.buyerEmail);
  const to = (status: string) =>
    callAs(context, status === 'approved' ? 'approve' : 'reject', buyer, 'decideSubmission', {
      params: { id: submission._id },
      body: { status },
    });
  return context.random.chance(0.5) ? [to('approved'), to('approved')] : [to('approved'), to('reject')];
};

const decideMany: Step = (context) => {
  const { random } = context;
  const first = maybePick(random, pendingSubmissions(context));
  if (!first) return [];
  const decisions = pendingSubmissions(context)
    .filter(({ buyerId }) => buyerId === first.buyerId || random.chance(0.1))
    .slice(0, random.int(1, 8))
    .map(({ _id: id }) => {
      const status = random.chance(0.7) ? 'approved' : 'reject';
      return { id, status, ...(status === 'reject' && { reasonCode: 'wrong' }) };
    });
  const call = () =>
    callAs(context, 'decide-many', ownerOrOther(context, first.buyerEmail), 'decideSubmissions', {
      body: { decisions },
    });
  return random.chance(0.3) ? [call(), call()] : [call()];
};

/** A rule, or a reviewed file; sometimes two at once, or beside a single decision. */
const decideByRule: Step = (context) => {
  const { random } = context;
  const answers = pendingSubmissions(context).filter(({ page }) => page !== undefined);
  const one = maybePick(random, answers);
  if (!one) return [];
  const { taskId, workerId, page, buyerEmail } = one;
  const params = { id: taskId };
  const buyer = ownerOrOther(context, buyerEmail);
  const rule = random.chance(0.5) ? { workers: [workerId] } : { pages: [page] };
  const byRule = () => {
    const body = random.chance(0.6)
      ? { decision: 'approve', ...(random.chance(0.5) && { rule }) }
      : { decision: 'reject', rule, reasonCode: 'wrong' };
    return callAs(context, 'decide-by-rule', buyer, 'startDecisions', { ...keyOf(context), params, body });
  };
  const byFile = () => {
    const lines = answers
      .filter((answer) => answer.taskId === taskId)
      .map(({ _id }) => `${_id},${random.pick(['approve', 'approve', 'reject', ''])},wrong`);
    const file = ['submission,decision,reason', ...lines].join('\n');
    return callAs(context, 'decide-by-file', buyer, 'decideByFile', { params, file });
  };
  const run = () => (random.chance(0.6) ? byRule() : byFile());
  if (random.chance(0.3)) return [run(), run()];
  return random.chance(0.3) ? [run(), decideOn(context, taskId)] : [run()];
};

const sendBack: Step = (context) => {
  const submission = maybePick(context.random, pendingSubmissions(context));
  if (!submission) return [];
  const call = callAs(context, 'send-back', ownerOrOther(context, submission.buyerEmail), 'requestRevision', {
    params: { id: submission._id },
    body: { note: 'Please name the last bird too.' },
  });
  return context.random.chance(0.2) ? [call, decideOn(context, submission.taskId)] : [call];
};

const resubmitWork: Step = (context) => {
  const { random } = context;
  const awaited = pendingSubmissions(context).filter(({ revisionDueAt }) => revisionDueAt !== undefined);
  const submission = maybePick(random, awaited);
  if (!submission) return [];
  const call = callAs(context, 'resubmit', ownerOrOther(context, submission.workerEmail), 'resubmit', {
    params: { id: submission._id },
    body: workFor(
      context,
      submission.taskId,
      { worker: holderOf(context, submission.workerId), text: `Version ${random.int(1, 9)}` },
      submission.page,
    ),
  });
  return random.chance(0.3) ? [call, decideOn(context, submission.taskId, 'approved')] : [call];
};

/** Also for work that is not approved or that Piecework has paid; sometimes twice at once, or beside a task that takes the coins. */
const giveBonus: Step = (context) => {
  const { random, world } = context;
  const all = [...world.snapshot.submissions.values()];
  const present = new Map(users(context).map((user) => [user._id, user]));
  const paid = all.filter(({ status, appeal, buyerId, workerId }) => {
    const [buyer, worker] = [present.get(buyerId), present.get(workerId)];
    const isFree = status === 'approved' && appeal?.paidBy !== 'platform';
    return isFree && buyer?.role === 'buyer' && buyer.coins > 1 && worker?.role === 'worker';
  });
  if (paid.length === 0 && random.chance(0.9)) return [];
  const submission = maybePick(random, paid.length > 0 && random.chance(0.95) ? paid : all);
  if (!submission) return [];
  const buyer = ownerOrOther(context, submission.buyerEmail);
  const balance = users(context).find(({ email }) => email === buyer?.email)?.coins ?? 0;
  const coins = random.chance(0.15) ? balance : random.int(1, Math.max(1, Math.min(20, balance - 1)));
  const body = { coins: Math.min(1000, Math.max(1, coins)), note: 'Thank you for the nest.' };
  const call = { ...keyOf(context), params: { id: submission._id }, body };
  const give = (key = {}) => callAs(context, 'bonus', buyer, 'giveBonus', { ...call, ...key });
  // The same call again, another bonus, or a task that needs the same coins.
  if (!random.chance(0.4)) return [give()];
  const besides = random.pick(['the same', 'another', 'a task']);
  if (besides === 'a task') return [give(), ...(buyer ? postFor(context, buyer) : [])];
  return [give(), besides === 'the same' ? give() : give(keyOf(context))];
};

const fileAppeal: Step = (context) => {
  const { random, world } = context;
  const present = new Set(users(context).map(({ _id }) => _id));
  const all = [...world.snapshot.submissions.values()];
  const workAt = ({ taskId, workerId, page = 0 }: (typeof all)[number]) => `${taskId} ${workerId} ${page}`;
  const live = new Set(all.filter((one) => one.live).map(workAt));
  const rejected = all.filter(
    (one) =>
      one.status === 'reject' &&
      !one.appeal &&
      present.has(one.workerId) &&
      (!live.has(workAt(one)) || random.chance(0.1)),
  );
  // Mostly a fresh one: an old one is too late.
  const fresh = rejected.filter(({ decidedAt = 0 }) => decidedAt > world.now() - 3 * DAY_MS);
  const likely = fresh.length > 0 && random.chance(0.9) ? fresh : rejected;
  const submission = maybePick(random, likely);
  if (!submission) return [];
  const call = callAs(context, 'appeal', ownerOrOther(context, submission.workerEmail), 'fileAppeal', {
    params: { id: submission._id },
    body: { text: 'The last bird is a rook, as I have written.' },
  });
  const again = () => submitTo(context, submission.taskId, personOf(context, submission.workerEmail));
  const end = () =>
    callAs(context, 'end-task', ownerOrOther(context, submission.buyerEmail), 'endTask', {
      params: { id: submission.taskId },
    });
  return random.chance(0.3) ? [call, random.chance(0.6) ? again() : end()] : [call];
};

const decideAppeal: Step = (context) => {
  const { random, world } = context;
  const open = [...world.snapshot.submissions.values()].filter(({ appeal }) => appeal?.state === 'open');
  const submission = maybePick(random, open);
  if (!submission) return [];
  const to = () =>
    callAs(context, 'decide-appeal', randomUser(context, 'admin'), 'decideAppeal', {
      params: { id: submission._id },
      body: { outcome: random.chance(0.7) ? 'upheld' : 'dismissed', note: 'I have read the work.' },
    });
  if (!random.chance(0.4)) return [to()];
  // The last place, the other outcome, and the task itself.
  return [
    to(),
    to(),
    submitTo(context, submission.taskId),
    callAs(context, 'delete-task', ownerOrOther(context, submission.buyerEmail), 'deleteTask', {
      params: { id: submission.taskId },
    }),
  ].slice(0, random.int(2, 4));
};

/** Sometimes after an appeal, beside its decision, beside new work, or with the end of the task; with the last place gone the balance pays. */
const reverseRejection: Step = (context) => {
  const { random, world } = context;
  const all = [...world.snapshot.submissions.values()];
  const rejected = all.filter(
    ({ status, appealableUntil = 0, appeal }) =>
      status === 'reject' && (appealableUntil > world.now() || appeal?.state === 'open'),
  );
  if (rejected.length === 0 && random.chance(0.9)) return [];
  // A buyer whose balance does not pay, if the place is let again.
  const coinsOf = new Map(users(context).map(({ _id, coins }) => [_id, coins]));
  const poor = rejected.filter(({ buyerId, payable }) => (coinsOf.get(buyerId) ?? 0) <= payable);
  const isPoor = poor.length > 0 && random.chance(0.4);
  const likely = isPoor ? poor : rejected;
  const submission = maybePick(random, likely.length > 0 && random.chance(0.95) ? likely : all);
  if (!submission) return [];
  const { taskId } = submission;
  const params = { id: submission._id };
  const buyer = ownerOrOther(context, submission.buyerEmail);
  const worker = personOf(context, submission.workerEmail);
  const reverse = () => callAs(context, 'reverse', buyer, 'reverseRejection', { params });
  if (isPoor || random.chance(0.3))
    return [Promise.all(Array.from({ length: 4 }, () => submitTo(context, taskId))).then(reverse)];
  if (!random.chance(0.5)) return [reverse()];
  const besides = random.pick([
    reverse,
    () => submitTo(context, taskId, worker),
    () => callAs(context, 'end-task', buyer, 'endTask', { params: { id: taskId } }),
    () =>
      callAs(context, 'decide-appeal', randomUser(context, 'admin'), 'decideAppeal', {
        params,
        body: { outcome: random.chance(0.5) ? 'upheld' : 'dismissed', note: 'I have read the work.' },
      }),
  ]);
  return random.chance(0.5) ? [reverse(), besides()] : [besides(), reverse()];
};

/** A page is rejected, appealed and mostly answered by others before an admin decides: then Piecework pays. */
const contestPage: Step = (context) => {
  const { random } = context;
  const answers = pendingSubmissions(context).filter(
    ({ page, revisionDueAt }) => page !== undefined && revisionDueAt === undefined,
  );
  const submission = maybePick(random, answers);
  const worker = submission && holderOf(context, submission.workerId);
  if (!submission || !worker) return [];
  const params = { id: submission._id };
  const contest = async () => {
    const body = { status: 'reject', reasonCode: 'wrong' };
    await callAs(context, 'reject', holderOf(context, submission.buyerId), 'decideSubmission', { params, body });
    const text = 'The total is right, as I have written.';
    await callAs(context, 'appeal', worker, 'fileAppeal', { params, body: { text } });
    if (random.chance(0.7)) await Promise.all(Array.from({ length: 4 }, () => submitTo(context, submission.taskId)));
    const verdict = { outcome: 'upheld', note: 'I have read the work.' };
    await callAs(context, 'decide-appeal', randomUser(context, 'admin'), 'decideAppeal', { params, body: verdict });
  };
  return [contest()];
};

const someNumber = (random: Random) => `${NUMBER_MARKER} ${random.int(100, 999)}`;

/** A number, the one of an earlier withdrawal, or none, as an older client asks. */
const accountOf = ({ random, world }: StepContext, email: string | undefined, system: PaymentSystem) => {
  const earlier = [...world.snapshot.withdrawals.values()].filter(
    ({ workerEmail, paymentSystem, account }) => account && workerEmail === email && paymentSystem === system,
  );
  if (earlier.length > 0 && random.chance(0.3)) return { accountFrom: random.pick(earlier)._id };
  return random.chance(0.75)
    ? { accountNumber: random.chance(0.03) ? `${NUMBER_MARKER} abc` : someNumber(random) }
    : {};
};

const withdraw: Step = (context) => {
  const { random } = context;
  const rich = users(context, 'worker').filter((user) => user.coins > 200);
  const chosen = random.chance(0.8) ? maybePick(random, rich) : undefined;
  // An approval without the coins cancels.
  if (!chosen && random.chance(0.6)) return [];
  const worker = chosen ? personOf(context, chosen.email) : randomUser(context, 'worker');
  // Mostly covered: only then is it approved.
  const most = chosen && random.chance(0.8) ? Math.min(400, chosen.coins - 1) : 400;
  const paymentSystem = random.pick(PAYMENT_SYSTEMS);
  const body = {
    withdrawalCoin: random.chance(0.05) ? 199.5 : random.int(200, most),
    paymentSystem,
    withdrawalAmount: 1e6,
    ...accountOf(context, worker?.email, paymentSystem),
  };
  return [callAs(context, 'withdraw', worker, 'createWithdrawal', { ...keyOf(context), body })];
};

const decideWithdrawal: Step = (context) => {
  const { random, world } = context;
  const withdrawal = maybePick(
    random,
    [...world.snapshot.withdrawals.values()].filter(({ status }) => status === 'pending'),
  );
  if (!withdrawal) return [];
  const to = () => decisionOf(context, withdrawal._id);
  return random.chance(0.3) ? [to(), to()] : [to()];
};

const decisionOf = (context: StepContext, id: string) =>
  callAs(context, 'decide-withdrawal', randomUser(context, 'admin'), 'decideWithdrawal', {
    params: { id },
    body: { status: context.random.chance(0.85) ? 'approved' : 'canceled' },
  });

const holdWithdrawal: Step = (context) => {
  const { random, world } = context;
  const all = [...world.snapshot.withdrawals.values()];
  const pending = all.filter(({ status }) => status === 'pending');
  const withdrawal = maybePick(random, random.chance(0.05) ? all : pending);
  if (!withdrawal) return [];
  const to = { params: { id: withdrawal._id } };
  const hold = () => {
    const reasonCode = random.pick(HOLD_REASONS);
    const body = { reasonCode, ...(random.chance(0.7) && { note: 'Please look at the work first.' }) };
    return callAs(context, 'hold', randomUser(context, 'admin'), 'holdWithdrawal', { ...to, body });
  };
  if (!random.chance(0.4)) return [hold()];
  const status = random.chance(0.7) ? 'approved' : 'canceled';
  const others = [
    hold,
    () =>
      callAs(context, 'decide-withdrawal', randomUser(context, 'admin'), 'decideWithdrawal', {
        ...to,
        body: { status },
      }),
  ];
  return [hold(), random.pick(others)()];
};

const releaseWithdrawal: Step = (context) => {
  const { random, world } = context;
  const withdrawal = maybePick(
    random,
    [...world.snapshot.withdrawals.values()].filter(({ hold }) => hold),
  );
  if (!withdrawal) return [];
  const release = () =>
    callAs(context, 'release', randomUser(context, 'admin'), 'releaseWithdrawal', { params: { id: withdrawal._id } });
  return random.chance(0.3) ? [release(), release()] : [release()];
};

/** A due one, if there is one; then in 5 % of calls any, which the product must refuse. */
const somePayout = ({ random, world }: StepContext) => {
  const all = [...world.snapshot.withdrawals.values()];
  const due = all.filter(({ payout }) => payout === 'due');
  return maybePick(random, due.length > 0 && random.chance(0.05) ? all : due);
};

const recordPayout: Step = (context) => {
  const { random } = context;
  const withdrawal = somePayout(context);
  if (!withdrawal) return [];
  const outcome = () =>
    random.chance(0.65)
      ? {
          outcome: 'paid',
          reference: `TRX ${random.int(1, 3)}`,
          ...(random.chance(0.97) && { accountMask: withdrawal.account?.mask }),
          ...(random.chance(0.7) && { earlyReason: 'The worker has called' }),
        }
      : { outcome: 'failed', reason: 'The payment system does not know the account' };
  const record = (body: object) =>
    callAs(context, 'record-payout', randomUser(context, 'admin'), 'decidePayout', {
      params: { id: withdrawal._id },
      body,
    });
  const body = outcome();
  if (random.chance(0.3)) return [record(body), record(random.chance(0.5) ? body : outcome())];
  return [record(body)];
};

const correctAccount: Step = (context) => {
  const { random, world } = context;
  const open = [...world.snapshot.withdrawals.values()].filter(
    ({ status, payout }) => status === 'pending' || payout === 'due' || payout === 'failed',
  );
  const failed = open.filter(({ payout }) => payout === 'failed');
  const withdrawal = maybePick(random, failed.length > 0 && random.chance(0.7) ? failed : open);
  if (!withdrawal) return [];
  const owner = users(context).find(({ _id }) => _id === withdrawal.workerId);
  const person = owner && !random.chance(0.05) ? personOf(context, owner.email) : randomUser(context, 'worker');
  return [
    callAs(context, 'correct-account', person, 'correctAccount', {
      params: { id: withdrawal._id },
      body: { accountNumber: someNumber(random) },
    }),
  ];
};

const cancelWithdrawal: Step = (context) => {
  const { random, world } = context;
  const all = [...world.snapshot.withdrawals.values()];
  const pending = all.filter(({ status }) => status === 'pending');
  const withdrawal = maybePick(random, pending.length > 0 && random.chance(0.8) ? pending : all);
  if (!withdrawal) return [];
  const { _id: id, workerId } = withdrawal;
  const owner = users(context).find(({ _id }) => _id === workerId);
  const person = owner && !random.chance(0.05) ? personOf(context, owner.email) : randomUser(context, 'worker');
  const cancel = callAs(context, 'cancel-withdrawal', person, 'cancelWithdrawal', { params: { id } });
  return random.chance(0.3) ? [cancel, decisionOf(context, id)] : [cancel];
};

const setPayoutRate: Step = (context) => {
  const { random } = context;
  const perDollar = String(random.int(1, 200));
  return [
    callAs(context, 'set-rate', randomUser(context, 'admin'), 'setPayoutRate', {
      params: { system: random.pick(PAYMENT_SYSTEMS) },
      body: { perDollar },
    }),
  ];
};

/** Half are of few coins; the others need a second admin. */
const adjust: Step = (context) => {
  const { random } = context;
  const person = maybePick(random, users(context));
  if (!person) return [];
  const coins = random.chance(0.5) ? random.int(-20, 60) : random.int(1_001, 1_500);
  const body = { coins: coins || 1, kind: random.pick(ADJUSTMENT_KINDS), reason: 'A part of the work was not paid.' };
  const request = () =>
    callAs(context, 'adjust', randomUser(context, 'admin'), 'requestAdjustment', {
      ...keyOf(context),
      params: { id: person._id },
      body,
    });
  return random.chance(0.2) ? [request(), request()] : [request()];
};

const decideAdjustment: Step = (context) => {
  const { random, world } = context;
  const all = [...world.snapshot.adjustments.values()];
  const waiting = all.filter(({ state }) => state === 'waiting');
  // 5 % are decided already.
  const adjustment = maybePick(random, random.chance(0.95) ? waiting : all);
  if (!adjustment) return [];
  const others = users(context, 'admin').filter(({ _id }) => _id !== adjustment.requestedBy);
  const decide = () => {
    const other = random.chance(0.9) ? maybePick(random, others) : undefined;
    const admin = other ? personOf(context, other.email) : randomUser(context, 'admin');
    const status = other && random.chance(0.7) ? 'approved' : 'declined';
    return callAs(context, 'decide-adjustment', admin, 'decideAdjustment', {
      params: { id: adjustment._id },
      body: { status },
    });
  };
  return random.chance(0.3) ? [decide(), decide()] : [decide()];
};

const readAccounts: Step = (context) => {
  const admin = randomUser(context, 'admin');
  const withdrawal = somePayout(context);
  if (!withdrawal || context.random.chance(0.15)) return [callAs(context, 'export-payouts', admin, 'exportDuePayouts')];
  const { _id: id } = withdrawal;
  return [callAs(context, 'reveal-account', admin, 'revealAccount', { params: { id } })];
};

const buyCoins: Step = (context) => {
  const { random } = context;
  const buyer = randomUser(context, 'buyer');
  if (!buyer) return [];
  const { price } = random.pick(COIN_PACKAGES);
  const cardNumber = random.chance(0.85)
    ? TEST_CARDS.succeeds
    : random.chance(0.5)
      ? TEST_CARDS.declined
      : TEST_CARDS.authenticates;
  const buy = async () => {
    const intent = await callAs(context, 'begin-payment', buyer, 'createPaymentIntent', {
      ...keyOf(context),
      body: { price },
    });
    const clientSecret = (intent?.body as { clientSecret?: string } | undefined)?.clientSecret;
    if (clientSecret === undefined) return;
    const card = { clientSecret, cardNumber, expiry: '12/40', cvc: '123' };
    await callAs(
      context,
      'pay',
      random.chance(0.04) ? randomUser(context, 'buyer') : buyer,
      'confirmSimulatedPayment',
      { body: card },
    );
    if (cardNumber === '4000002500003155') {
      await callAs(context, 'pay', buyer, 'confirmSimulatedPayment', { body: { ...card, authenticate: 'complete' } });
    }
    const store = () =>
      callAs(context, 'store-payment', buyer, 'storePayment', {
        ...keyOf(context),
        body: { amount: price, email: buyer.email },
      });
    await (random.chance(0.2) ? Promise.all([store(), store()]) : store());
  };
  return [buy()];
};

const creditPayment: Step = (context) => {
  const { random, world } = context;
  const recorded = [...world.snapshot.payments.values()].filter(({ state }) => state === 'recorded');
  const payment = maybePick(
    random,
    recorded.length > 0 && random.chance(0.9) ? recorded : [...world.snapshot.payments.values()],
  );
  if (!payment) return [];
  const credit = () =>
    callAs(context, 'credit-payment', randomUser(context, 'admin'), 'creditPayment', {
      ...keyOf(context),
      params: { intent: payment._id },
      body: {},
    });
  return random.chance(0.3) ? [credit(), credit()] : [credit()];
};

const reversePayment: Step = ({ random, world, tally }) => {
  const payment = maybePick(random, [...world.snapshot.payments.values()]);
  if (!payment) return [];
  const reverse = async () => {
    try {
      const body = await world.internal('wallet', 'reversePayment', { intent: payment._id });
      tally.count('reverse-payment', { status: 200, headers: {}, body });
    } catch {
      tally.count('reverse-payment', undefined);
    }
  };
  return [reverse()];
};

const changeRole: Step = (context) => {
  const { random } = context;
  const target = maybePick(random, users(context));
  if (!target) return [];
  // 5 % to admin, so that most users stay workers and buyers.
  const userRole = random.chance(0.05) ? 'admin' : target.role === 'worker' ? 'buyer' : 'worker';
  const change = () =>
    callAs(context, 'change-role', randomUser(context, 'admin'), 'changeUser', {
      params: { id: target._id },
      body: { userRole, userAvailableCoin: 1_000_000 },
    });
  return random.chance(0.2) ? [change(), change()] : [change()];
};

const changeProfile: Step = (context) => {
  const { random } = context;
  const user = maybePick(random, users(context));
  if (!user) return [];
  const person = personOf(context, user.email);
  const change = () =>
    callAs(context, 'change-profile', person, 'changeProfile', {
      body: { userName: random.chance(0.05) ? ' ' : `Name ${random.int(1, 99)}`, userEmail: 'x@example.com' },
    });
  if (random.chance(0.5)) return [change()];
  // Concurrent with new work of the same person.
  const task = maybePick(random, openTasks(context));
  const work = {
    worker: () => [
      ...(task ? [submitTo(context, task._id, person)] : []),
      callAs(context, 'withdraw', person, 'createWithdrawal', {
        body: { withdrawalCoin: 200, paymentSystem: 'bkash' },
      }),
    ],
    buyer: () => [...postFor(context, person), ...(task ? [submitTo(context, task._id)] : [])],
    admin: () => [],
  }[user.role];
  return [change(), ...work(), change()];
};

const closeAccount: Step = (context) => {
  const target = maybePick(
    context.random,
    users(context).filter(({ role }) => role !== 'admin'),
  );
  if (!target || users(context).length < 8) return [];
  return [callAs(context, 'close-account', randomUser(context, 'admin'), 'deleteUser', { params: { id: target._id } })];
};

const closeOwn: Step = (context) => {
  const { random } = context;
  const closing = users(context).filter((user) => user.closing);
  // Some keep the account or agree to other coins; the others leave when the day is over and nothing is due.
  const again = random.chance(0.5) ? maybePick(random, closing) : undefined;
  const user =
    again ??
    maybePick(
      random,
      users(context).filter(({ role }) => role !== 'admin'),
    );
  if (!user || users(context).length < 5) return [];
  const person = personOf(context, user.email);
  const keep = () => callAs(context, 'keep-account', person, 'keepAccount');
  const close = () => {
    const coins = random.chance(0.3) ? user.coins : 1_000_000;
    const body = { userEmail: random.chance(0.05) ? 'x@example.com' : user.email, coins };
    return callAs(context, 'close-own', person, 'requestClosing', { body });
  };
  if (!again) return [close()];
  return random.pick([() => [keep()], () => [close()], () => [keep(), close()]])();
};

/** A buyer blocks a worker, or a worker hides a buyer; sometimes while the worker takes a place of that buyer. Most pairs stay able to work. */
const block: Step = (context) => {
  const { random, world } = context;
  const { blocks, submissions } = world.snapshot;
  const present = new Map(users(context).map((user) => [user._id, user]));
  const between = [...submissions.values()].filter(
    ({ buyerId, workerId }) => present.get(buyerId)?.role === 'buyer' && present.get(workerId)?.role === 'worker',
  );
  const submission = maybePick(random, between);
  if (!submission || blocks.size > present.size / 12) return unblock(context);
  const { _id: submissionId, taskId, workerEmail, buyerEmail } = submission;
  const worker = personOf(context, workerEmail);
  if (random.chance(0.3)) return [callAs(context, 'hide-buyer', worker, 'createBlock', { body: { taskId } })];
  const body = { submissionId };
  const keepOut = () => callAs(context, 'block', ownerOrOther(context, buyerEmail), 'createBlock', { body });
  const task = maybePick(
    random,
    openTasks(context).filter((one) => one.buyerId === submission.buyerId),
  );
  if (!task || random.chance(0.4)) return [keepOut()];
  const take = () => [reservePlaceOf(context, task._id, worker), submitTo(context, task._id, worker)];
  return random.chance(0.5) ? [keepOut(), ...take()] : [...take(), keepOut()];
};

const unblock: Step = (context) => {
  const blocker = (id: string) => users(context).find(({ _id, role }) => _id === id && role !== 'admin');
  const { random, world } = context;
  const found = maybePick(
    random,
    [...world.snapshot.blocks.values()].filter(({ blockerId }) => blocker(blockerId)),
  );
  if (!found) return [];
  const person = personOf(context, blocker(found.blockerId)?.email ?? '');
  const end = () => callAs(context, 'unblock', person, 'deleteBlock', { params: { id: found._id } });
  return random.chance(0.2) ? [end(), end()] : [end()];
};

/** What a person might do while they are suspended. */
const actAs = (context: StepContext, user: UserRecord) => {
  const { random, world } = context;
  const person = personOf(context, user.email);
  if (user.role === 'buyer') return postFor(context, person);
  if (user.role === 'admin') return [creditSome(context, person)];
  const task = maybePick(random, openTasks(context));
  const pending = [...world.snapshot.withdrawals.values()].find(
    ({ workerId, status }) => workerId === user._id && status === 'pending',
  );
  return [
    ...(task ? [reservePlaceOf(context, task._id, person), submitTo(context, task._id, person)] : []),
    pending
      ? callAs(context, 'decide-withdrawal', randomUser(context, 'admin'), 'decideWithdrawal', {
          params: { id: pending._id },
          body: { status: 'approved' },
        })
      : callAs(context, 'withdraw', person, 'createWithdrawal', {
          body: { withdrawalCoin: 200, paymentSystem: 'bkash' },
        }),
  ];
};

const creditSome = (context: StepContext, admin: Person) => {
  const payment = maybePick(context.random, [...context.world.snapshot.payments.values()]);
  return payment
    ? callAs(context, 'credit-payment', admin, 'creditPayment', { params: { intent: payment._id }, body: {} })
    : Promise.resolve(undefined);
};

const suspended = (context: StepContext) => users(context).filter(({ suspension }) => suspension);

/** Half of the suspensions race with acts of the person, or with another admin. Admins are suspended rarely. */
const suspend: Step = (context) => {
  const { random, world } = context;
  const target = maybePick(
    random,
    users(context).filter(({ suspension, role }) => !suspension && (role !== 'admin' || random.chance(0.2))),
  );
  // Most people stay able to act.
  if (!target || suspended(context).length > users(context).length / 12) return [];
  const call = () =>
    callAs(context, 'suspend', randomUser(context, 'admin'), 'suspendUser', {
      params: { id: target._id },
      body: {
        reasonCode: random.pick(SUSPENSION_REASONS),
        text: 'We look at this account.',
        ...(random.chance(0.6) && { until: new Date(world.now() + random.int(HOUR_MS, 6 * DAY_MS)).toISOString() }),
      },
    });
  if (random.chance(0.5)) return [call()];
  if (random.chance(0.2)) return [call(), call()];
  return random.chance(0.5) ? [...actAs(context, target), call()] : [call(), ...actAs(context, target)];
};

const liftSuspension: Step = (context) => {
  const { random } = context;
  const target = maybePick(random, suspended(context));
  if (!target) return [];
  const lift = () =>
    callAs(context, 'lift-suspension', randomUser(context, 'admin'), 'liftSuspension', { params: { id: target._id } });
  return random.chance(0.3) ? [lift(), ...actAs(context, target), lift()] : [lift()];
};

const appealSuspension: Step = (context) => {
  const { random, world } = context;
  const target = maybePick(
    random,
    suspended(context).filter(
      ({ suspension }) => !world.snapshot.suspensions.get(suspension?.suspensionId ?? '')?.appeal,
    ),
  );
  if (!target) return [];
  const appeal = () =>
    callAs(context, 'appeal-suspension', personOf(context, target.email), 'appealSuspension', {
      body: { text: 'This was a misunderstanding.' },
    });
  return random.chance(0.2) ? [appeal(), appeal()] : [appeal()];
};

/** Sometimes by the admin who suspended, whom the product must refuse; or while another admin lifts the suspension. */
const decideSuspension: Step = (context) => {
  const { random, world } = context;
  const open = [...world.snapshot.suspensions.values()].filter(({ appeal }) => appeal?.state === 'open');
  const suspension = maybePick(random, open);
  if (!suspension) return [];
  const others = users(context, 'admin').filter(({ _id, suspension: own }) => !own && _id !== suspension.by);
  const other = maybePick(random, others);
  if (!other && random.chance(0.97)) return [];
  const admin = other && random.chance(0.9) ? personOf(context, other.email) : randomUser(context, 'admin');
  const decide = () =>
    callAs(context, 'decide-suspension', admin, 'decideSuspension', {
      params: { id: suspension._id },
      body: { outcome: random.chance(0.5) ? 'lifted' : 'kept', note: 'We looked at it once more.' },
    });
  if (random.chance(0.9)) return [decide()];
  const lift = callAs(context, 'lift-suspension', randomUser(context, 'admin'), 'liftSuspension', {
    params: { id: suspension.userId },
  });
  return [decide(), lift, decide()];
};

const READS: readonly OperationId[] = [
  'listUsers',
  'listTasks',
  'listSubmissions',
  'countSubmissions',
  'listNotifications',
  'totals',
  'statement',
  'getUser',
  'listTestimonials',
  'config',
];
const readSomething: Step = (context) => {
  const person = maybePick(context.random, users(context));
  if (!person) return [];
  const operation = context.random.pick(READS);
  const query = operation === 'listTasks' ? { query: { open: '1', fresh: '1' } } : {};
  return [callAs(context, 'look', personOf(context, person.email), operation, query)];
};

const readNotifications: Step = (context) => {
  const { random, world } = context;
  const row = maybePick(random, [...world.snapshot.notifications.values()]);
  const reader = row && world.snapshot.users.get(row.userId);
  if (!row || !reader || reader.closed) return [];
  // 7 % name a notification of another person.
  const other = random.chance(0.07) ? maybePick(random, users(context)) : undefined;
  const person = personOf(context, (other ?? reader).email);
  const one = { params: { id: row._id }, body: { read: true } };
  return [
    random.chance(0.5)
      ? callAs(context, 'read-notification', person, 'readNotification', one)
      : callAs(context, 'read-notifications', person, 'readNotifications', { body: { until: row._id } }),
  ];
};

/** Follows a link that was mailed, mostly a new one; or asks for one. */
const followLink: Step = (context) => {
  const { random, world, crowd } = context;
  const confirmed = new Set(users(context).flatMap(({ email, emailConfirmed }) => (emailConfirmed ? [email] : [])));
  const letters = [...world.snapshot.mails.values()].filter(({ text }) => text);
  const links = letters.flatMap((letter) => (letter.isLink ? [letter] : []));
  const isNewest = ({ to, kind, createdAt }: (typeof links)[number]) =>
    links.every((other) => other.to !== to || other.kind !== kind || other.createdAt <= createdAt);
  const fresh = links.filter(
    (letter) =>
      letter.linkExpiresAt > world.now() &&
      !crowd.followed.has(letter._id) &&
      (letter.kind === 'password-reset' ? isNewest(letter) : !confirmed.has(letter.to)),
  );
  const letter = maybePick(random, random.chance(0.95) ? fresh : links);
  const token = /#(\S+)/.exec(letter?.text ?? '')?.[1];
  const person = letter && crowd.people.get(letter.to);
  if (!letter || !token || !person) return [];
  crowd.followed.add(letter._id);
  const body = random.chance(0.03) ? { token: `${token}x` } : { token };
  const follow = () =>
    letter.kind === 'password-reset'
      ? callAs(context, 'reset-password', person, 'resetPassword', { body: { ...body, password: PASSWORD } })
      : callAs(context, 'confirm-email', person, 'confirmEmail', { body });
  return random.chance(0.2) ? [follow(), follow()] : [follow()];
};

const askForLink: Step = (context) => {
  const { random } = context;
  const user = maybePick(random, users(context));
  if (!user) return [];
  const person = personOf(context, user.email);
  const email = random.chance(0.05) ? 'stranger@example.com' : user.email;
  return [callAs(context, 'ask-for-reset', person, 'requestPasswordReset', { body: { email } })];
};

const chooseMail: Step = (context) => {
  const { random } = context;
  const all = users(context);
  const user = maybePick(random, random.chance(0.7) ? all.filter(({ emailConfirmed }) => emailConfirmed) : all);
  if (!user) return [];
  const kinds = KINDS_OF_ROLE[user.role];
  const chosen = kinds.filter(() => random.chance(0.5)).map((kind) => [kind, random.chance(0.8)]);
  const email = random.chance(0.03) ? { 'no-such-kind': true } : Object.fromEntries(chosen);
  return [
    callAs(context, 'choose-mail', personOf(context, user.email), 'changeNotificationSettings', { body: { email } }),
  ];
};

/** The reference client writes derived fields, which are absorbed (P-8.8). */
const writeDerived: Step = (context) => {
  const { random } = context;
  const target = maybePick(random, users(context));
  const otherUser = maybePick(random, users(context));
  if (!target || !otherUser) return [];
  const call = callAs(context, 'write-derived', personOf(context, otherUser.email), 'changeUser', {
    params: { id: target._id },
    body: { userAvailableCoin: random.int(1, 1e6) },
  });
  return [call];
};

const crash: Step = ({ world, random }) => {
  world.planCrash(random.pick(SIMULATED_SERVICES), {
    commits: random.int(1, 6),
    when: random.chance(0.5) ? 'before' : 'after',
  });
  return [];
};
const restartGateway: Step = ({ world }) => [world.restartGateway()];
const resetOffsets: Step = ({ world, random }) => {
  world.resetOffsets(random.pick(SIMULATED_SERVICES));
  return [];
};

const leap: Step = ({ world, random, tally }) => {
  // An account number is erased 30 days after the payment.
  // A hold ends after ten days, if nobody decides the withdrawal before.
  const isHeld = [...world.snapshot.withdrawals.values()].some(({ hold }) => hold);
  const beyond = isHeld && random.chance(0.4) ? 11 * DAY_MS : random.int(HOUR_MS, 9 * DAY_MS);
  world.leap(random.chance(0.1) ? 31 * DAY_MS : beyond);
  tally.count('leap', { status: 200, headers: {}, body: null });
  return [];
};

/** Weight → step. */
const STEPS: readonly (readonly [number, Step])[] = [
  [7, signUp],
  [16, postTask],
  [4, draftBatch],
  [3, editDraft],
  [3, publishBatch],
  [6, takePages],
  [9, answerPage],
  [4, agree],
  [7, runPilot],
  [6, contestPage],
  [4, editTask],
  [3, deleteTask],
  [4, endTask],
  [3, pauseTask],
  [2, pauseByAdmin],
  [3, reportThing],
  [2, decideReports],
  [5, addPlaces],
  [4, raisePay],
  [4, addRows],
  [20, submitWork],
  [4, raceForLastPlace],
  [7, reserve],
  [4, useReservation],
  [16, decide],
  [5, raceForDecision],
  [4, decideMany],
  [4, decideByRule],
  [5, sendBack],
  [14, resubmitWork],
  [6, giveBonus],
  [6, reverseRejection],
  [6, fileAppeal],
  [6, decideAppeal],
  [14, withdraw],
  [9, decideWithdrawal],
  [3, holdWithdrawal],
  [2, releaseWithdrawal],
  [5, recordPayout],
  [4, correctAccount],
  [2, cancelWithdrawal],
  [1, setPayoutRate],
  [4, adjust],
  [4, decideAdjustment],
  [5, decideReview],
  [8, readAccounts],
  [10, buyCoins],
  [10, creditPayment],
  [2, reversePayment],
  [3, releaseGrants],
  [3, notePerson],
  [3, changeRole],
  [2, closeAccount],
  [5, closeOwn],
  [2, block],
  [2, unblock],
  [2, suspend],
  [3, liftSuspension],
  [3, appealSuspension],
  [6, decideSuspension],
  [4, changeProfile],
  [4, readSomething],
  [6, readNotifications],
  [6, followLink],
  [3, askForLink],
  [4, chooseMail],
  [3, writeDerived],
  [6, crash],
  [1, restartGateway],
  [1, resetOffsets],
  [2, leap],
];
const TOTAL = STEPS.reduce((sum, [weight]) => sum + weight, 0);

/** Kinds of operation and of outcome that must occur in a run, each refused less than 60 % of the time. */
export const KINDS = [
  'sign-up',
  'release-grants',
  'post-task',
  'edit-task',
  'delete-task',
  'end-task',
  'pause-task',
  'pause-by-admin',
  'resume-by-admin',
  'report',
  'decide-reports',
  'add-places',
  'raise-pay',
  'stage-rows',
  'add-rows',
  'submit-work',
  'submit-answer',
  'draft-batch',
  'upload-rows',
  'change-batch',
  'delete-batch',
  'publish-batch',
  'take-page',
  'answer-page',
  'correct-texts',
  'end-pilot',
  'reserve',
  'give-back',
  'release-places',
  'approve',
  'reject',
  'decide-many',
  'decide-by-rule',
  'decide-by-file',
  'send-back',
  'resubmit',
  'appeal',
  'decide-appeal',
  'bonus',
  'reverse',
  'reversed-by-escrow',
  'reversed-by-balance',
  'withdraw',
  'decide-withdrawal',
  'hold',
  'release',
  'hold-ended',
  'record-payout',
  'correct-account',
  'cancel-withdrawal',
  'adjust',
  'decide-adjustment',
  'decide-review',
  'task-approved',
  'task-rejected',
  'reveal-account',
  'export-payouts',
  'begin-payment',
  'pay',
  'store-payment',
  'credit-payment',
  'reverse-payment',
  'change-role',
  'close-account',
  'close-own',
  'keep-account',
  'own-closed',
  'block',
  'hide-buyer',
  'unblock',
  'suspend',
  'lift-suspension',
  'appeal-suspension',
  'decide-suspension',
  'suspension-expired',
  'change-profile',
  'look',
  'read-notification',
  'read-notifications',
  'confirm-email',
  'ask-for-reset',
  'reset-password',
  'choose-mail',
  'leap',
  'auto-approval',
  'overdue-revision',
  'task-expired',
  'task-ended',
  'task-completed',
  'agreement-approval',
  'page-spared',
  'places-added',
  'places-declined',
  'places-unwanted',
  'rows-added',
  'rows-refused',
  'pay-raised',
  'raise-unneeded',
  'reservation-used',
  'reservation-returned',
  'reservation-lapsed',
  'reservation-released',
  'reservation-ended',
  'appeal-paid-by-escrow',
  'appeal-paid-by-platform',
  'batch-published',
  'batch-closed',
  'pilot-ended',
  'page-completed',
  'check-right',
  'worker-stopped',
  'page-returned',
  'page-appeal-paid-by-escrow',
  'page-appeal-paid-by-platform',
  'kept-place-returned',
  'notification-mailed',
] as const;

/** Starts a step that its own generator chooses, so that leaving out other steps does not change it. */
export const runStep = (context: StepContext): readonly Promise<unknown>[] => {
  let at = context.random.int(1, TOTAL);
  for (const [weight, step] of STEPS) {
    at -= weight;
    if (at <= 0) return step(context);
  }
  throw new Error('The weights of the steps do not add up');
};
