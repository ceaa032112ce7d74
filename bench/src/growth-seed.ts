import { createLog, DAY_MS, idOf, utcDayOf } from '@piecework/base';
import { loadSettings, type Settings } from '@piecework/config';
import {
  AUTO_APPROVE_HOURS,
  COIN_PACKAGES,
  type CoinPackage,
  EVENTS,
  type EventData,
  type EventEnvelope,
  type EventType,
  SERVICES,
  type ServiceName,
  taskStatusOf,
  topicsOf,
} from '@piecework/contracts';
import { peopleConsumers } from '@piecework/domain';
import { type EventBus, toRecord } from '@piecework/event-log';
import { isFailure } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import type { Consumer, Unit } from '@piecework/service-runtime';
import { inboxRows } from '@piecework/service-runtime/rows';
import { openBus, openStore } from '@piecework/service-runtime/run';
import { collectionsOf } from '@piecework/service-runtime/runtime';
import { consumedEvents, SERVICE_MODULES } from '@piecework/stack';
import { type CollectionSpec, collection, type Document, type Store } from '@piecework/store';
import {
  approvePlace,
  factsOf,
  fileAppeal,
  type PlacesDocument,
  rejectPlace,
  submissions,
  submit,
  takePlace,
  taskPlaces,
  toDocument as toSubmission,
} from '@piecework/submission/documents';
import { postTask, tasks, toDocument as toTask, work } from '@piecework/task/documents';
import { newUser, submitterOf, submitters, users } from '@piecework/user/documents';
import {
  accounts,
  type Cause,
  cancellation,
  createAccountConsumers,
  createFundingConsumers,
  credit,
  decideWithdrawal,
  post,
  record,
  requestWithdrawal,
  toDocument as toWithdrawal,
  transferOf,
  userAccountId,
  userAccountOf,
  withdrawals,
  withEntry,
} from '@piecework/wallet/documents';

/**
 * Writes a marketplace of so many users, with half as many tasks and ten times as many submissions, through the stores of the services: no call and no
 * event is handled, but the documents are those of the services' own rules, and the audit finds them clean. The log contains the registrations only.
 */

/** Days between the first task and now. */
const DAYS = 100;
const SUBMISSIONS_PER_TASK = 20;
/** Share of the tasks that are open: the newest ones, whose submissions are partly undecided. */
const OPEN_SHARE = 0.1;
const PLACES = { open: 30, completed: 18 } as const;
/** Submissions per task, in their order. */
const REJECTED = 2;
const APPROVED_OF_OPEN = 8;
/** One user in so many is a buyer. */
const BUYER_EVERY = 10;
/** The busiest worker submits to each fifth task, the busiest buyer posts each tenth. */
const BUSIEST = { worker: 5, buyer: 10 } as const;
/** Coins of a worker's account that lead to a withdrawal. */
const WITHDRAWAL = { above: 250, coins: 200 } as const;
/** Documents per transaction. */
const BATCH = 2000;

const FIRST_NAMES = 'Ada Ben Cleo Dara Emil Fay Gita Hugo Ines Jon Kira Lars Mina Noor Otto Pia'.split(' ');
const LAST_NAMES = 'Abel Baker Cohen Diaz Evans Faro Gruber Hale Ito Jensen Khan Lund Meyer Nunez'.split(' ');
const VERBS = 'Name Label Sort Count Describe Check Compare Translate Rate Find'.split(' ');
const THINGS = 'birds receipts signs songs maps recipes flowers bridges letters cars'.split(' ');

/** In every title, in one of a thousand, and nowhere. */
export const WORDS = { frequent: 'pictures', rare: 'zebrafinch', absent: 'quokka' } as const;

const pick = <T>(values: readonly T[], index: number): T => values[index % values.length] as T;

export interface SeededPerson {
  uid: string;
  email: string;
}

const emailOf = (index: number): string => `person-${index}@growth.example`;
const uidOf = (index: number): string => `growth-${index}`;
const isBuyer = (index: number): boolean => index % BUYER_EVERY === 0;

/** The worker and the buyer with the most documents, and a worker whom the benchmark makes an admin. */
export const SEEDED: Readonly<Record<'worker' | 'buyer' | 'admin', SeededPerson>> = {
  buyer: { uid: uidOf(0), email: emailOf(0) },
  worker: { uid: uidOf(1), email: emailOf(1) },
  admin: { uid: uidOf(2), email: emailOf(2) },
};

/** Times rise from document to document, and ids with them. */
const createTimeline = (start: number, stepMs: number) => {
  let steps = 0;
  const next = () => {
    steps += 1;
    const at = Math.floor(start + steps * stepMs);
    return { at, id: idOf(at, BigInt(steps)) };
  };
  return { next };
};
type Timeline = ReturnType<typeof createTimeline>;

const eventOf = <T extends EventType>(
  type: T,
  { at, id }: { at: number; id: string },
  aggregateId: string,
  data: EventData<T>,
): EventEnvelope<T> => ({
  eventId: id,
  type,
  version: EVENTS[type].version,
  occurredAt: new Date(at).toISOString(),
  aggregateId,
  correlationId: id,
  causationId: null,
  actor: null,
  data,
});

/** Inserts in batches. */
const createWriter = (store: Store) => {
  const waiting = new Map<CollectionSpec<never>, Document[]>();
  const write = async (spec: CollectionSpec<never>, docs: Document[]): Promise<void> => {
    if (docs.length > 0) await store.collection(spec as CollectionSpec<Document>).insertMany(docs);
  };
  return {
    add: async <T extends Document>(spec: CollectionSpec<T>, doc: T): Promise<void> => {
      const key = spec as CollectionSpec<never>;
      const docs = waiting.get(key) ?? [];
      waiting.set(key, docs);
      if (docs.push(doc) >= BATCH) await write(key, docs.splice(0));
    },
    end: async (): Promise<void> => {
      for (const [spec, docs] of waiting) await write(spec, docs.splice(0));
    },
  };
};

type Work = (unit: Unit) => Promise<unknown>;

/** Runs rules of a service over its store, many in one transaction. What they emit is dropped. */
const createRunner = (store: Store) => {
  let waiting: Work[] = [];
  const run = async (): Promise<void> => {
    const works = waiting;
    waiting = [];
    await store.transaction(async (tx) => {
      const unit = { collection: tx.collection, emit: () => {}, afterCommit: () => {} } as unknown as Unit;
      for (const work of works) await work(unit);
    });
  };
  return {
    add: async (work: Work): Promise<void> => {
      if (waiting.push(work) >= BATCH) await run();
    },
    end: run,
  };
};

const FUNDING_CONSUMERS = createFundingConsumers();

const handlerOf = (consumers: readonly Consumer[], type: EventType) => {
  const consumer = consumers.find(({ on }) => on === type);
  if (!consumer) throw new Error(`no consumer of ${type}`);
  return (event: EventEnvelope): Work =>
    (unit) =>
      consumer.handle(event, unit);
};

const actorOf = (index: number, userId: string): Actor => ({
  userId,
  email: emailOf(index),
  name: `${pick(FIRST_NAMES, index)} ${pick(LAST_NAMES, index >> 4)}`,
  role: isBuyer(index) ? 'buyer' : 'worker',
  roleVersion: 0,
});

const registrationsOf = (count: number, timeline: Timeline): EventEnvelope<'user.registered'>[] =>
  Array.from({ length: count }, (_, index) => {
    const stamp = timeline.next();
    const { userId, email, name } = actorOf(index, stamp.id);
    const role = isBuyer(index) ? 'buyer' : 'worker';
    return eventOf('user.registered', stamp, userId, { userId, email, userName: name, userPhotoURL: '', role });
  });

type Stores = Readonly<Record<ServiceName, Store>>;
type Runner = ReturnType<typeof createRunner>;

const seedRegistrations = async (
  stores: Stores,
  wallet: Runner,
  registrations: readonly EventEnvelope<'user.registered'>[],
): Promise<void> => {
  const consumed = consumedEvents();
  for (const service of SERVICES.filter((name) => consumed[name].includes('user.registered'))) {
    const inbox = createWriter(stores[service]);
    for (const { eventId, occurredAt } of registrations) await inbox.add(inboxRows, { _id: eventId, at: occurredAt });
    await inbox.end();
  }
  const remember = handlerOf(peopleConsumers([]), 'user.registered');
  for (const service of ['task', 'submission'] as const) {
    const people = createRunner(stores[service]);
    for (const event of registrations) await people.add(remember(event));
    await people.end();
  }
  const open = handlerOf(createAccountConsumers(), 'user.registered');
  for (const event of registrations) await wallet.add(open(event));
};

const LARGEST_PACKAGE = COIN_PACKAGES.at(-1) as CoinPackage;

/** Buys packages until the balance covers the cost. */
const buyCoins =
  (buyer: Actor, cost: number, { at, id }: { at: number; id: string }): Work =>
  async (unit) => {
    const cause: Cause = { at, correlationId: id, actor: buyer.userId };
    const { balance } = await userAccountOf(unit, buyer.userId);
    for (let coins = balance, bought = 0; coins <= cost; coins += LARGEST_PACKAGE.coins, bought += 1) {
      const paid = {
        intent: `pi_${id}${bought}`,
        userId: buyer.userId,
        email: buyer.email,
        amountCents: LARGEST_PACKAGE.price * 100,
        currency: 'usd',
        card: '4242',
        at,
        refundedCents: 0,
        isReversed: false,
      };
      await credit(unit, await record(unit, paid, at, true), cause);
    }
  };

/** Requests a withdrawal when there are enough coins: of four, two are approved, one is canceled and one stays pending. */
const withdraw =
  (worker: Actor, { at, id }: { at: number; id: string }, nth: number): Work =>
  async (unit) => {
    const account = await userAccountOf(unit, worker.userId);
    if (account.balance <= WITHDRAWAL.above) return;
    const request = { coins: WITHDRAWAL.coins, paymentSystem: 'bkash' } as const;
    const requested = requestWithdrawal(worker, account, request, { pending: [], takenBack: 0, limit: 1, time: at });
    if (isFailure(requested)) throw new Error(`withdrawal refused: ${requested.failure}`);
    const withdrawal = toWithdrawal(id, requested);
    const rows = unit.collection(withdrawals);
    await rows.insertOne(withdrawal);
    if (nth % 4 === 0) return;
    if (nth % 4 === 1) {
      await rows.updateOne({ _id: id }, cancellation(withdrawal, at, 'The number is wrong'));
      return;
    }
    const decision = decideWithdrawal(withdrawal, account, 'approved');
    if (isFailure(decision) || decision === 'repeat' || decision.status !== 'approved')
      throw new Error(`withdrawal ${id} cannot be approved`);
    const { status, unearned } = decision;
    const timeline = withEntry(withdrawal, { state: 'approved', at });
    await rows.updateOne({ _id: id }, { $set: { status, unearned, payout: 'due', timeline } });
    await post(unit, transferOf.payout(id, worker.userId, WITHDRAWAL.coins), { at, correlationId: id, actor: null });
  };

const titleOf = (index: number): string =>
  `${pick(VERBS, index)} the ${pick(THINGS, index >> 2)} in ten ${WORDS.frequent} ${index}${index % 1000 === 500 ? ` with a ${WORDS.rare}` : ''}`;

interface Seeding {
  busiestWorker: Actor;
  otherWorkers: readonly Actor[];
  buyers: readonly Actor[];
  timeline: Timeline;
  user: ReturnType<typeof createWriter>;
  task: ReturnType<typeof createWriter>;
  submission: ReturnType<typeof createWriter>;
  wallet: Runner;
  /** Ids of submitters. */
  pairs: Set<string>;
}

const workerOf = ({ busiestWorker, otherWorkers }: Seeding, task: number, nth: number): Actor => {
  const isBusiest = task % BUSIEST.worker === 0 && nth === (task / BUSIEST.worker) % SUBMISSIONS_PER_TASK;
  return isBusiest ? busiestWorker : pick(otherWorkers, task * SUBMISSIONS_PER_TASK + nth);
};

const seedSubmission = async (
  seeding: Seeding,
  before: PlacesDocument,
  { index, nth, isOpen }: { index: number; nth: number; isOpen: boolean },
): Promise<PlacesDocument> => {
  const { timeline, wallet } = seeding;
  const worker = workerOf(seeding, index, nth);
  const { at, id } = timeline.next();
  const made = submit(before, worker, { work: { details: `Robin, wren, blackbird ${nth}` }, now: at, live: null });
  if (isFailure(made) || 'declined' in made) throw new Error(`submission ${nth} of task ${index} is refused`);
  const submitter = submitterOf(before.buyerId, worker.userId);
  if (!seeding.pairs.has(submitter._id)) await seeding.user.add(submitters, submitter);
  seeding.pairs.add(submitter._id);
  const taken = takePlace(before);
  const { taskId, workerId, buyerId } = made;
  const note = { _id: id, taskId, workerId, buyerId };
  if (isOpen && nth >= REJECTED + APPROVED_OF_OPEN) {
    await seeding.task.add(work, { ...note, live: true });
    await seeding.submission.add(submissions, toSubmission(id, made));
    return taken;
  }
  const isRejected = nth < REJECTED;
  const decided = {
    ...made,
    status: isRejected ? ('reject' as const) : ('approved' as const),
    live: !isRejected,
    decidedAt: timeline.next().at,
    decidedBy: 'buyer' as const,
    ...(isRejected && { reason: { code: 'incomplete' as const, text: 'Two birds are missing' } }),
  };
  delete decided.autoApproveAt;
  await seeding.task.add(work, { ...note, live: !isRejected, decided: { approved: !isRejected, hours: 24 as const } });
  const document = toSubmission(id, decided);
  if (isRejected) {
    const filed =
      index % 10 === 1 && nth === 0
        ? fileAppeal(decided, worker, { text: 'All are there', now: decided.decidedAt, hasOther: false })
        : null;
    const appeal = filed && !isFailure(filed) ? { appeal: filed, live: true } : {};
    await seeding.submission.add(submissions, { ...document, ...appeal });
    return rejectPlace(taken);
  }
  await seeding.submission.add(submissions, document);
  const after = approvePlace(taken);
  const event = eventOf('submission.approved', timeline.next(), id, {
    ...factsOf(document, after),
    decidedBy: 'buyer',
    waitedMs: 0,
  });
  await wallet.add(handlerOf(FUNDING_CONSUMERS, 'submission.approved')(event));
  await wallet.add(withdraw(worker, timeline.next(), index + nth));
  return after;
};

const seedTask = async (seeding: Seeding, index: number, isOpen: boolean): Promise<void> => {
  const { buyers, timeline, wallet } = seeding;
  const buyer = pick(buyers, index % BUSIEST.buyer === 0 ? 0 : index);
  const { at, id: taskId } = timeline.next();
  const posting = {
    title: titleOf(index),
    detail: 'Ten pictures of garden birds. Write the common name of each.',
    info: 'One name per line',
    imageURL: 'https://pictures.example/birds.webp',
    completionDate: utcDayOf(at + (DAYS + (index % 60)) * DAY_MS),
    places: isOpen ? PLACES.open : PLACES.completed,
    payable: 5 + (index % 40),
    autoApproveHours: AUTO_APPROVE_HOURS.max,
    reserveMinutes: 0,
    closeAtCompletion: false,
  };
  const posted = postTask(posting, buyer, at);
  if (isFailure(posted)) throw new Error(`task ${index} is refused`);
  const { buyerId, payable, cost, places, autoApproveHours, buyerEmail, buyerName, title } = posted;
  await wallet.add(buyCoins(buyer, cost, timeline.next()));
  const requested = eventOf('task.funding-requested', timeline.next(), taskId, {
    ...{ taskId, buyerId, buyerRoleVersion: 0, places: places.open, payable, cost, title, imageUrl: posting.imageURL },
  });
  await wallet.add(handlerOf(FUNDING_CONSUMERS, 'task.funding-requested')(requested));
  let now: PlacesDocument = {
    _id: taskId,
    buyerId,
    buyerEmail,
    buyerName,
    title,
    payable,
    autoApproveHours,
    reserveMinutes: 0,
    state: 'open',
    places,
    posted: places.open,
  };
  for (let nth = 0; nth < SUBMISSIONS_PER_TASK; nth += 1)
    now = await seedSubmission(seeding, now, { index, nth, isOpen });
  await seeding.submission.add(taskPlaces, now);
  await seeding.task.add(tasks, {
    ...toTask(taskId, { ...posted, state: 'open', places: now.places, taskStatus: taskStatusOf(now.places) }),
  });
};

/** Last, with the balances that the wallet has posted. */
const seedUsers = async (stores: Stores, registrations: readonly EventEnvelope<'user.registered'>[]): Promise<void> => {
  const user = createWriter(stores.user);
  for (let at = 0; at < registrations.length; at += BATCH) {
    const some = registrations.slice(at, at + BATCH);
    const ids = some.map(({ data }) => userAccountId(data.userId));
    const found = await stores.wallet.collection(accounts).find({ _id: { $in: ids } });
    const holdings = new Map(found.map((account) => [account._id, account]));
    for (const [nth, { data }] of some.entries()) {
      const holding = holdings.get(userAccountId(data.userId));
      if (!holding) throw new Error(`${data.userId} has no account`);
      const identity = { uid: uidOf(at + nth) };
      const { balance: coins, version: coinVersion } = holding;
      await user.add(users, { ...newUser(data, identity), coins, coinVersion });
    }
  }
  await user.end();
};

/** Publishes, and moves the offsets of all consumers to the end. */
const seedLog = async (bus: EventBus, registrations: readonly EventEnvelope<'user.registered'>[]): Promise<void> => {
  for (let at = 0; at < registrations.length; at += BATCH)
    await bus.publish(registrations.slice(at, at + BATCH).map((event) => toRecord('user', event)));
  const consumed = consumedEvents();
  for (const group of SERVICES) {
    const reader = await bus.subscribe({ group, topics: topicsOf(consumed[group]), handler: async () => {} });
    await reader.caughtUp;
    await reader.stop();
  }
};

const withStores = async <R>(settings: Settings, work: (stores: Stores) => Promise<R>): Promise<R> => {
  const stores = {} as Record<ServiceName, Store>;
  try {
    for (const service of SERVICES) stores[service] = await openStore(settings, service);
    return await work(stores);
  } finally {
    for (const store of Object.values(stores)) await store.close();
  }
};

/** Without indexes first: one index over all documents is built faster than it grows. */
const prepare = async (stores: Stores, kind: 'tables' | 'indexes'): Promise<void> => {
  for (const module of SERVICE_MODULES) {
    const specs = collectionsOf(module);
    const bare = specs.map(({ name }) => collection(name));
    await stores[module.name].prepare(kind === 'indexes' ? specs : bare);
  }
};

const seedWork = async (
  stores: Stores,
  timeline: Timeline,
  registrations: readonly EventEnvelope<'user.registered'>[],
): Promise<void> => {
  const wallet = createRunner(stores.wallet);
  await seedRegistrations(stores, wallet, registrations);
  const people = registrations.map(({ data }, index) => actorOf(index, data.userId));
  const [busiestWorker, ...otherWorkers] = people.filter(({ role }) => role === 'worker');
  if (!busiestWorker || otherWorkers.length < SUBMISSIONS_PER_TASK) throw new Error('too few workers');
  const seeding: Seeding = {
    busiestWorker,
    otherWorkers,
    buyers: people.filter(({ role }) => role === 'buyer'),
    timeline,
    user: createWriter(stores.user),
    task: createWriter(stores.task),
    submission: createWriter(stores.submission),
    wallet,
    pairs: new Set(),
  };
  const count = people.length / 2;
  for (let index = 0; index < count; index += 1) await seedTask(seeding, index, index >= count * (1 - OPEN_SHARE));
  for (const part of [seeding.user, seeding.task, seeding.submission, wallet]) await part.end();
};

/** @param users at least 100 */
export const seedGrowth = async (dataDir: string, users: number): Promise<void> => {
  const settings = loadSettings({ DATA_DIR: dataDir });
  const start = Date.now() - DAYS * DAY_MS;
  // Per user one registration and half a task; per task and submission up to four stamps.
  const steps = users * (1 + (3 + SUBMISSIONS_PER_TASK * 4) / 2);
  const timeline = createTimeline(start, (Date.now() - start) / steps);
  const registrations = registrationsOf(users, timeline);
  await withStores(settings, async (stores) => {
    await prepare(stores, 'tables');
    await seedWork(stores, timeline, registrations);
    await seedUsers(stores, registrations);
    await prepare(stores, 'indexes');
  });
  const bus = await openBus(settings, createLog('bench', 'error'));
  try {
    await seedLog(bus, registrations);
  } finally {
    await bus.close();
  }
};
