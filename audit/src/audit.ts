import { type Clock, sleep } from '@piecework/base';
import { CENTS_PER_COIN, type EventType, parseEvent } from '@piecework/contracts';
import { type EventBus, readLog } from '@piecework/event-log';
import { inboxRows } from '@piecework/service-runtime/rows';
import type { Store } from '@piecework/store';
import { checkInvariants, type Violation } from './invariants';
import { AUDITED_SERVICES, type AuditedService, createSnapshot, type Snapshot } from './snapshot';

export interface AuditDeps {
  stores: Readonly<Record<AuditedService, Store>>;
  bus: Pick<EventBus, 'subscribe'>;
  /** Event types that each service consumes. */
  consumed: Readonly<Record<AuditedService, readonly EventType[]>>;
  clock: Clock;
  /** Only while nothing runs on the stores: the number of published events that a service has not handled. */
  lagAtRest?: (service: AuditedService) => Promise<number>;
}

export interface AuditReport {
  violations: readonly Violation[];
  /** At rest: events that the next start will handle. Until then only the invariants that hold at every moment are checked. */
  pendingEvents: number;
  documents: number;
  totals: {
    /** Coins by source, by sink and by holder. */
    coins: Readonly<Record<string, number>>;
    /** US cents paid in by verified payments, paid out by withdrawals, and what all balances would pay out. */
    centsIn: number;
    centsOut: number;
    centsOwed: number;
  };
}

/** Milliseconds. On a live store some events are always in flight: a mismatch counts only when it lasts this long. */
const RECHECK_MS = 2000;
/** Milliseconds after which a passed deadline counts: a timer fires up to some sweeps late. */
const TIMER_GRACE_MS = 60_000;
/** Passes before a mismatch is reported: under load the same account may lag in each of them for a different reason. */
const PASSES = 4;

const keyOf = ({ invariant, subject }: Violation) => `${invariant}\n${subject}`;

/** A consumed event that is not in the inbox of its consumer. */
interface Missing {
  service: AuditedService;
  id: string;
  type: EventType;
}

/** Events per comparison with the inboxes: the log may not fit into memory. */
const BATCH = 2000;

const notInInbox = async (
  store: Store,
  events: readonly Pick<Missing, 'id' | 'type'>[],
): Promise<Pick<Missing, 'id' | 'type'>[]> => {
  const missing: Pick<Missing, 'id' | 'type'>[] = [];
  for (let at = 0; at < events.length; at += BATCH) {
    const some = events.slice(at, at + BATCH);
    const rows = await store.collection(inboxRows).find({ _id: { $in: some.map(({ id }) => id) } });
    const inInbox = new Set(rows.map(({ _id }) => _id));
    missing.push(...some.filter(({ id }) => !inInbox.has(id)));
  }
  return missing;
};

const findMissing = async ({ stores, bus, consumed }: AuditDeps): Promise<Missing[]> => {
  const missing: Missing[] = [];
  let batch: Pick<Missing, 'id' | 'type'>[] = [];
  const compare = async () => {
    const events = batch;
    batch = [];
    for (const service of AUDITED_SERVICES) {
      const taken = events.filter(({ type }) => consumed[service].includes(type));
      for (const event of await notInInbox(stores[service], taken)) missing.push({ service, ...event });
    }
  };
  await readLog(bus, async ({ value }) => {
    const parsed = parseEvent(value);
    // A malformed event has no inbox entry; it is parked or quarantined.
    if (parsed.ok) batch.push({ id: parsed.event.eventId, type: parsed.event.type });
    if (batch.length >= BATCH) await compare();
  });
  await compare();
  return missing;
};

/** The subset of `before` that is still missing. Later events are left out: they cannot have been missing in every pass. */
const stillMissing = async ({ stores }: AuditDeps, before: readonly Missing[]): Promise<Missing[]> => {
  const missing: Missing[] = [];
  for (const service of AUDITED_SERVICES) {
    const ofService = before.filter((one) => one.service === service);
    for (const event of await notInInbox(stores[service], ofService)) missing.push({ ...event, service });
  }
  return missing;
};

const createInboxCheck = (deps: AuditDeps) => {
  let missing: Missing[] | undefined;
  return async ({ parked }: Snapshot): Promise<Violation[]> => {
    missing = missing ? await stillMissing(deps, missing) : await findMissing(deps);
    return missing.map(({ service, id, type }) => {
      const isParked = [...parked.values()].some((row) => row.service === service && row._id.endsWith(id));
      return {
        invariant: 'every event is in the inbox of each service that consumes it',
        subject: `${service} ${id}`,
        detail: `${type}${isParked ? ', parked' : ''}`,
      };
    });
  };
};

const totalsOf = ({ accounts, transfers, entries, payments }: Snapshot): AuditReport['totals'] => {
  const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0);
  const balances = (kind: 'user' | 'escrow') =>
    sum([...accounts.values()].filter((account) => account.kind === kind).map(({ balance }) => balance));
  const moved = (kind: string) =>
    sum([...transfers.values()].filter((transfer) => transfer.kind === kind).map(({ amount }) => amount));
  const world = (account: string) =>
    sum([...entries.values()].filter((entry) => entry.account === account).map(({ amount }) => amount));
  const inUsers = balances('user');
  return {
    coins: {
      'granted at sign-up': moved('grant'),
      'bought and credited': moved('topup'),
      'taken back from payments': moved('reverse'),
      'adjusted (roles, closings, admins)': -world('world:adjust'),
      'paid by appeals': -world('world:appeals'),
      'paid out': moved('payout'),
      'earned by work': moved('settle') + moved('appeal') + moved('bonus'),
      'in accounts': inUsers,
      'in escrow': balances('escrow'),
    },
    centsIn: sum(
      [...payments.values()]
        .filter(({ state }) => state !== 'reversed')
        .map(({ cents, refundedCents = 0 }) => cents - refundedCents),
    ),
    centsOut: moved('payout') * CENTS_PER_COIN,
    centsOwed: inUsers * CENTS_PER_COIN,
  };
};

/** Events that were committed or published but not handled before the stack stopped: the next start handles them. */
const countPendingEvents = async ({ lagAtRest }: AuditDeps, snapshot: Snapshot): Promise<number> => {
  if (!lagAtRest) return 0;
  let count = snapshot.outbox.size;
  for (const service of AUDITED_SERVICES) count += await lagAtRest(service);
  return count;
};

/** Checks a store at rest or live. Reports only what fails in every pass. Never writes. */
export const auditStores = async (deps: AuditDeps): Promise<AuditReport> => {
  const snapshot = createSnapshot(deps.stores);
  const checkInboxes = createInboxCheck(deps);
  let pendingEvents = 0;
  const pass = async () => {
    snapshot.reset();
    await snapshot.refresh();
    // At rest no service handles these events, so invariants between services cannot be checked yet.
    pendingEvents = await countPendingEvents(deps, snapshot);
    if (pendingEvents > 0) return checkInvariants(snapshot, { quiet: false });
    // At rest no timer fires.
    const deadlines = deps.lagAtRest ? {} : { now: deps.clock.now() - TIMER_GRACE_MS };
    return [...checkInvariants(snapshot, { quiet: true, ...deadlines }), ...(await checkInboxes(snapshot))];
  };

  let lasting = await pass();
  for (let passes = 1; passes < PASSES && lasting.length > 0; passes++) {
    await sleep(deps.clock, RECHECK_MS);
    const now = new Set((await pass()).map(keyOf));
    lasting = lasting.filter((violation) => now.has(keyOf(violation)));
  }
  return { violations: lasting, documents: snapshot.size(), totals: totalsOf(snapshot), pendingEvents };
};
