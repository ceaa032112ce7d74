import { createHash } from 'node:crypto';
import { checkInvariants, checkWorkIsComplete, type Violation } from '@piecework/audit';
import type { AnyEvent } from '@piecework/contracts';
import { isStopped } from '@piecework/submission/stores';
import { createOutcomeCounts, type OutcomeCounts } from './outcome-counts';
import { createPerson } from './people';
import { createRandom } from './random';
import { type Crowd, runStep } from './steps';
import { createWorld, type OpenStore, SIMULATED_SERVICES, type World } from './world';

/** Steps between two checks for which all events have been delivered. */
const QUIET_EVERY = 60;
const ADMINS = 2;

export interface SeedResult {
  seed: number;
  /** Hash of all stored documents at the end: equal for equal seeds. */
  digest: string;
  counts: OutcomeCounts['counts'];
  faults: World['faults'];
  events: number;
  failure: SeedFailure | null;
}

export interface SeedFailure {
  /** The step after which the violation was found. */
  step: number;
  violations: readonly Violation[];
}

/** The stored documents in a fixed order, as JSON. */
function* documentsOf({ snapshot }: World): Generator<string> {
  for (const table of [
    snapshot.users,
    snapshot.personNotes,
    snapshot.tasks,
    snapshot.additions,
    snapshot.work,
    snapshot.places,
    snapshot.submissions,
    snapshot.reservations,
    snapshot.pages,
    snapshot.batches,
    snapshot.rowFiles,
    snapshot.rows,
    snapshot.batchWorkers,
    snapshot.accounts,
    snapshot.transfers,
    snapshot.entries,
    snapshot.bonuses,
    snapshot.withdrawals,
    snapshot.payments,
    snapshot.notifications,
    snapshot.inboxes,
    snapshot.adminNews,
    snapshot.adminActs,
    snapshot.outbox,
    snapshot.parked,
  ])
    for (const id of [...table.keys()].sort()) yield JSON.stringify(table.get(id));
}

const numbersInPlain = ({ leaks }: World): Violation[] =>
  leaks.map((detail) => ({ invariant: 'an account number is nowhere in plain', subject: 'a write', detail }));

const DONE = { status: 200, headers: {}, body: null };

/** Counts what timers did, and who paid upheld appeals. */
const countOutcomes = ({ events, snapshot }: World, { count }: OutcomeCounts) => {
  const published = events.map(({ value }) => JSON.parse(value) as AnyEvent);
  // An event may be published twice.
  for (const { type, data, actor } of new Map(published.map((event) => [event.eventId, event])).values()) {
    if (type === 'submission.approved' && data.decidedBy === 'deadline') count('auto-approval', DONE);
    if (type === 'submission.approved' && data.decidedBy === 'agreement') count('agreement-approval', DONE);
    if (type === 'user.closed' && data.isOwn) count('own-closed', DONE);
    if (type === 'task.closed') count(`task-${data.isRejected ? 'rejected' : data.reason}`, DONE);
    if (type === 'task.approved') count('task-approved', DONE);
    if (type === 'task.places-added')
      count(snapshot.places.get(data.taskId)?.batch ? 'rows-added' : 'places-added', DONE);
    if (type === 'task.rows-refused') count('rows-refused', DONE);
    if (type === 'task.places-declined') count('places-declined', DONE);
    if (type === 'task.places-unwanted') count('places-unwanted', DONE);
    if (type === 'task.raise-applied') count(data.unneeded === 0 ? 'pay-raised' : 'raise-unneeded', DONE);
    if (type === 'place.released') count(`reservation-${data.why}`, DONE);
    if (type === 'submission.rejected' && data.reasonCode === 'overdue') count('overdue-revision', DONE);
    if (type === 'withdrawal.released' && actor === null) count('hold-ended', DONE);
    if (type === 'user.suspension-changed' && data.why === 'expired') count('suspension-expired', DONE);
    if (type === 'appeal.place-returned') count('kept-place-returned', DONE);
    if (type === 'submission.reversal-declined') count('reversal-declined', DONE);
    if (type === 'submission.rejection-reversed' && data.by === 'buyer') count(`reversed-by-${data.paidBy}`, DONE);
    else if (type === 'submission.rejection-reversed')
      count(`${data.page === undefined ? 'appeal' : 'page-appeal'}-paid-by-${data.paidBy}`, DONE);
    if (type === 'task.published' && data.batch) count('batch-published', DONE);
    if (type === 'task.places-closed' && snapshot.places.get(data.taskId)?.batch) count('batch-closed', DONE);
    if (type === 'task.pilot-ended') count('pilot-ended', DONE);
    if (type === 'place.released' && data.page !== undefined) count('page-returned', DONE);
  }
  for (const { isLink, state } of snapshot.mails.values())
    if (!isLink && state === 'sent') count('notification-mailed', DONE);
  for (const { reserved, open, pending, spared = 0 } of snapshot.pages.values()) {
    if (open + reserved + pending === 0) count('page-completed', DONE);
    if (spared > 0) count('page-spared', DONE);
  }
  for (const { taskId, right, met } of snapshot.batchWorkers.values()) {
    const { checks } = snapshot.places.get(taskId)?.batch ?? {};
    if (right > 0) count('check-right', DONE);
    if (checks && isStopped(checks, { right, met })) count('worker-stopped', DONE);
  }
  for (const { state } of snapshot.reservations.values()) if (state === 'used') count('reservation-used', DONE);
  for (const { payout, fingerprint, account } of snapshot.withdrawals.values())
    if (payout === 'paid' && fingerprint !== undefined && !account) count('erased-number', DONE);
};

const digestOf = (world: World): string => {
  const hash = createHash('sha256');
  for (const text of documentsOf(world)) hash.update(text);
  return hash.digest('hex').slice(0, 16);
};

const thrown = (invariant: string, error: unknown): Violation[] => [
  { invariant, subject: 'simulation', detail: error instanceof Error ? (error.stack ?? error.message) : String(error) },
];

/** Creates the first admins by the operators' command. */
const prepare = async (world: World, crowd: Crowd) => {
  const random = createRandom('admins');
  for (let n = 0; n < ADMINS; n++) {
    const admin = createPerson(world, random.fork(String(n)), `ada${n}@example.com`);
    crowd.people.set(admin.email, admin);
    let done = false;
    const made = admin.register('worker').then(async () => {
      for (let tries = 0; tries < 50 && !done; tries++) {
        const answer = await world.internal('user', 'makeAdmin', { email: admin.email }).catch(() => null);
        done = (answer as { done?: boolean } | null)?.done === true;
        if (!done) await world.pause(1000);
      }
    });
    for (let tries = 0; tries < 200 && !done; tries++) await world.runFor(500);
    await made;
    if (!done) throw new Error('The first admins could not be made');
  }
  await world.quiesce();
};

/** Replays every topic from the first event: no document may change. */
const replay = async (world: World): Promise<Violation[]> => {
  const before = digestOf(world);
  for (const service of SIMULATED_SERVICES) world.resetOffsets(service);
  await world.quiesce();
  const now = digestOf(world);
  return before === now
    ? []
    : [
        {
          invariant: 'replaying every topic from the start changes nothing',
          subject: 'all services',
          detail: `${before} became ${now}`,
        },
      ];
};

/**
 * Runs the marketplace for one seed and checks every invariant after every step.
 *
 * @param steps numbers of the steps to run: shrinking leaves some out
 */
export const runSeed = async (seed: number, steps: readonly number[], openStore: OpenStore): Promise<SeedResult> => {
  const root = createRandom(`seed ${seed}`);
  const world = await createWorld(root.fork('world'), openStore);
  const tally = createOutcomeCounts();
  const crowd: Crowd = { people: new Map(), next: 0, followed: new Set() };
  const underway = new Set<Promise<unknown>>();
  const broken: unknown[] = [];
  let failure: SeedFailure | null = null;

  const checkAll = async (step: number, quiet: boolean) => {
    await world.refresh();
    const violations = [
      ...broken.splice(0).flatMap((error) => thrown('no call ends in a server error', error)),
      ...checkInvariants(world.snapshot, { quiet, now: world.now() }),
      ...(quiet ? checkWorkIsComplete(world.snapshot) : []),
      ...numbersInPlain(world),
    ];
    if (violations.length > 0) failure = { step, violations };
  };
  const track = (call: Promise<unknown>) => {
    const tracked = call.catch((error) => broken.push(error)).finally(() => underway.delete(tracked));
    underway.add(tracked);
  };
  const checkQuiet = async (step: number) => {
    // Also waits for calls that are being retried.
    do await world.quiesce();
    while (underway.size > 0);
    await checkAll(step, true);
  };

  let last = 0;
  try {
    await prepare(world, crowd);
    for (const step of steps) {
      last = step;
      const random = root.fork(`step ${step}`);
      for (const call of runStep({ world, crowd, random, tally })) track(call);
      await world.runFor(random.chance(0.8) ? random.int(0, 800) : random.int(800, 15_000));
      await checkAll(step, false);
      if (!failure && step % QUIET_EVERY === 0) await checkQuiet(step);
      if (failure) break;
    }
    if (!failure) await checkQuiet(last);
    if (!failure) {
      const violations = await replay(world);
      if (violations.length > 0) failure = { step: last, violations };
      else await checkAll(last, true);
    }
  } catch (error) {
    failure = { step: last, violations: thrown('the simulation runs', error) };
  }
  countOutcomes(world, tally);
  const result = {
    seed,
    digest: digestOf(world),
    counts: tally.counts,
    faults: { ...world.faults },
    events: world.events.length,
    failure,
  };
  await world.close();
  return result;
};
