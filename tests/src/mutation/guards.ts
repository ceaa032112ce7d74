// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code that has such placeholders
/** One guard of the product, taken out: the suite must go red. */
export interface Guard {
  /** What the guard promises. */
  promise: string;
  file: string;
  /** Text that stands exactly once in the file. */
  code: string;
  without: string;
  /** Where it must show: jest's path patterns, or the simulation. The first that goes red is enough. */
  shows: readonly ('simulation' | `${'packages' | 'services' | 'gateway' | 'tests'}/${string}`)[];
}

const submission = 'services/submission/src';
const task = 'services/task/src';
const wallet = 'services/wallet/src';
const user = 'services/user/src';
const kit = 'packages/service-kit/src';

export const GUARDS: readonly Guard[] = [
  {
    promise: 'status filter: only a pending submission is decided',
    file: `${submission}/submission.ts`,
    code: "if (submission.status === 'pending') return 'decide';",
    without: "if (submission.status !== decision) return 'decide';",
    shows: ['simulation', 'services/submission'],
  },
  {
    promise: 'status filter: only a pending withdrawal is decided',
    file: `${wallet}/withdrawal.ts`,
    code: "if (status !== 'pending') return status === wanted ? 'repeat' : fail('already-decided');",
    without: "if (status === wanted) return 'repeat';",
    shows: ['simulation', 'services/wallet'],
  },
  {
    promise: 'unique index: one live submission per task and worker',
    file: `${submission}/submission.store.ts`,
    code: '{ key: { taskId: 1, workerId: 1 }, unique: true, partialFilterExpression: { live: true } },',
    without: '{ key: { taskId: 1, workerId: 1 } },',
    shows: ['services/submission'],
  },
  {
    promise: 'look before the index: a second live submission is refused with a message',
    file: `${submission}/submission.ts`,
    code: 'if (work.hasLive)',
    without: 'if (work.hasLive && work.now < 0)',
    shows: ['simulation', 'services/submission'],
  },
  {
    promise: 'unique index: one user per email',
    file: `${user}/user.store.ts`,
    code: '{ key: { email: 1 }, unique: true },',
    without: '{ key: { email: 1 } },',
    shows: ['services/user'],
  },
  {
    promise: 'inbox check: an event that comes again does nothing',
    file: `${kit}/events/inbox.ts`,
    code: 'await enterInbox(unit, event.eventId, isoTime(clock));',
    without: '',
    shows: ['simulation', 'packages/service-kit/src/events'],
  },
  {
    promise: 'strict balance: a task costs less than the balance',
    file: `${wallet}/funding.ts`,
    code: "return cost < account.balance ? 'fund' : 'insufficient-coins';",
    without: "return cost <= account.balance ? 'fund' : 'insufficient-coins';",
    shows: ['services/wallet'],
  },
  {
    promise: 'balance check: a task that cannot be paid is declined',
    file: `${wallet}/funding.ts`,
    code: "return cost < account.balance ? 'fund' : 'insufficient-coins';",
    without: "return 'fund';",
    shows: ['simulation', 'services/wallet'],
  },
  {
    promise: 'strict balance: a withdrawal is less than the balance',
    file: `${wallet}/withdrawal.ts`,
    code: "if (role !== 'worker' || balance <= coins)",
    without: "if (role !== 'worker' || balance < coins)",
    shows: ['services/wallet'],
  },
  {
    promise: 'place check: a full task takes no more work',
    file: `${submission}/submission.ts`,
    code: 'if (task.places.open === 0)',
    without: 'if (task.places.open < 0)',
    shows: ['simulation', 'services/submission'],
  },
  {
    promise: 'escrow refund: only open places are given back',
    file: `${wallet}/funding.consumers.ts`,
    code: 'const coins = open * payable;',
    without: 'const coins = (open + event.data.places.pending + event.data.places.approved) * payable;',
    shows: ['simulation', 'services/wallet'],
  },
  {
    promise: 'a refund does not come back into a role that was reset since',
    file: `${wallet}/funding.store.ts`,
    code: "settledRoleVersion > roleVersion ? { ...transfer, to: 'world:adjust' } : transfer",
    without: 'transfer',
    shows: ['services/wallet/src/funding'],
  },
  {
    promise: 'no withdrawal is paid out of a balance that a change of role has yet to reset',
    file: `${wallet}/withdrawal.ts`,
    code: "if (change !== null) return fail('role-unsettled');",
    without: '',
    shows: ['services/wallet/src/withdrawal'],
  },
  {
    promise: 'a rejected place of a closed task gives its coins back',
    file: `${wallet}/funding.consumers.ts`,
    code: 'if (placeReturned) return;',
    without: 'if (placeReturned || !placeReturned) return;',
    shows: ['simulation', 'services/wallet'],
  },
  {
    promise: 'a place returns only to an open task',
    file: `${submission}/places.ts`,
    code: "...(task.state === 'open' && { open: 1 })",
    without: 'open: 1',
    shows: ['simulation', 'services/submission'],
  },
  {
    promise: 'role check at the gateway',
    file: 'gateway/src/admission.ts',
    code: "if (spec.roles && !spec.roles.includes(account.role)) return refuse(fail('forbidden'));",
    without: '',
    shows: ['gateway/src/admission'],
  },
  {
    promise: 'role check in the services: what the gateway forgot is refused',
    file: `${kit}/http/dispatcher.ts`,
    code: "return spec.roles && !spec.roles.includes(actor.role) ? fail('forbidden') : null;",
    without: 'return null;',
    shows: ['packages/service-kit/src/http', 'services/wallet', 'services/submission'],
  },
  {
    promise: 'services believe only what the gateway signed',
    file: `${kit}/http/dispatcher.ts`,
    code: "if (!who) return fail('unauthenticated');",
    without: '',
    shows: ['packages/service-kit/src/http'],
  },
  {
    promise: 'a closed account is turned away at the gateway',
    file: 'gateway/src/admission.ts',
    code: 'if (account.closed)',
    without: 'if (account.closed && account.email === "")',
    shows: ['gateway/src/admission'],
  },
  {
    promise: 'owner check: only the buyer of the task decides',
    file: `${submission}/submission.ts`,
    code: 'if (submission.buyerId !== by.userId)',
    without: 'if (submission.buyerId === "")',
    shows: ['services/submission'],
  },
  {
    promise: 'owner check: only the owner and admins delete a task',
    file: `${task}/task.ts`,
    code: 'if (!mayDelete)',
    without: 'if (!mayDelete && by.userId === "")',
    shows: ['services/task'],
  },
  {
    promise: 'nobody works on their own task',
    file: `${submission}/submission.ts`,
    code: "if (task.buyerId === worker.userId) return fail('own-task');",
    without: '',
    shows: ['services/submission'],
  },
  {
    promise: 'idempotency key: a repeat answers what was answered',
    file: `${kit}/http/idempotency.ts`,
    code: 'if (known && known.at > clock.now() - IDEMPOTENCY_TTL) {',
    without: 'if (known && known.at < 0) {',
    shows: ['packages/service-kit/src/http', 'services/task', 'services/wallet'],
  },
  {
    promise: 'idempotency key: another body is refused',
    file: `${kit}/http/idempotency.ts`,
    code: "return known.hash === hash ? (known.result as R) : fail('idempotency-mismatch');",
    without: 'return known.result as R;',
    shows: ['packages/service-kit/src/http', 'services/task', 'services/wallet'],
  },
  {
    promise: 'deterministic transfer id: a submission is settled under its own',
    file: `${wallet}/ledger.ts`,
    code: 'id: `settle:${submissionId}`,',
    without: 'id: `settle:${submissionId}:${workerId}`,',
    shows: ['simulation', 'services/wallet'],
  },
  {
    promise: 'a transfer that exists is never made again',
    file: `${wallet}/ledger.store.ts`,
    code: "if (await unit.collection(transfers).findOne({ _id })) return 'already';",
    without: '',
    shows: ['services/wallet'],
  },
  {
    promise: 'double entry: both sides are entered',
    file: `${wallet}/ledger.store.ts`,
    code: '{ side: payee, _id: `${_id}#1`, change: amount },',
    without: '',
    shows: ['simulation', 'services/wallet'],
  },
  {
    promise: 'what would be paid to a closed account passes on',
    file: `${wallet}/ledger.store.ts`,
    code: "payee: isClosed ? sideOf('world:adjust') : payee",
    without: 'payee: isClosed ? payee : payee',
    shows: ['simulation', 'services/wallet'],
  },
  {
    promise: 'Stripe: a payment whose amount was changed there is not the one that was begun',
    file: `${wallet}/stripe.ts`,
    code: 'intent.amount_received === begun.amountCents &&',
    without: '',
    shows: ['services/wallet/src/stripe'],
  },
  {
    promise: 'Stripe: nor is one whose user was',
    file: `${wallet}/stripe.ts`,
    code: 'intent.metadata.userId === begun.userId',
    without: 'true',
    shows: ['services/wallet/src/stripe'],
  },
  {
    promise: 'Stripe: only payments that were begun here are looked at',
    file: `${wallet}/stripe.store.ts`,
    code: 'return begun && ask(() => look(begun));',
    without:
      "return ask(() => look(begun ?? { _id: intent, userId: 'user-1', email: '', amountCents: 1000, currency: 'usd', at: 0 }));",
    shows: ['services/wallet/src/stripe'],
  },
  {
    promise: 'Stripe: what was refunded or disputed is taken back, and not credited',
    file: `${wallet}/payment.store.ts`,
    code: 'if (paid.isTakenBack) await reverse(unit, payment, cause);',
    without: 'if (false) await reverse(unit, payment, cause);',
    shows: ['services/wallet/src/stripe'],
  },
  {
    promise: 'Firebase: an unchecked email opens nobody’s record',
    file: `${user}/user.ts`,
    code: 'emailVerified !== false || identityUid === uid',
    without: 'true',
    shows: ['services/user'],
  },
  {
    promise: 'version check: an old balance does not replace a newer one',
    file: `${user}/user.consumers.ts`,
    code: '{ _id: userId, coinVersion: { $lt: version } },',
    without: '{ _id: userId },',
    shows: ['services/user'],
  },
  {
    promise: 'version check: old places do not replace newer ones',
    file: `${task}/task.consumers.ts`,
    code: 'if (places.version <= task.places.version) return;',
    without: '',
    shows: ['simulation', 'services/task'],
  },
  {
    promise: 'one change of role at a time',
    file: `${user}/user.saga.ts`,
    code: "return made === 'underway' ? undefined : made;",
    without: "return made === 'underway' ? 'absorbed' : made;",
    shows: ['services/user'],
  },
  {
    promise: 'a former buyer is settled only when their tasks are cleared',
    file: `${wallet}/account.ts`,
    code: "if (change.from === 'buyer' && clearedRoleVersion < change.roleVersion) return null;",
    without: '',
    shows: ['services/wallet'],
  },
  {
    promise: 'what is pending with a buyer who leaves is approved',
    file: `${submission}/places.consumers.ts`,
    code: "if (ownerLeft || reason === 'owner-left') await decidePending(unit, { taskId }, 'approved');",
    without: '',
    shows: ['services/submission'],
  },
  {
    promise: 'a service that has heard of a change of role refuses the old one',
    file: `${kit}/people.ts`,
    code: "return fail('forbidden');",
    without: 'return null;',
    shows: ['services/task', 'services/submission'],
  },
  {
    promise: 'a payment is credited once',
    file: `${wallet}/payment.ts`,
    code: "if (state === 'credited') return 'repeat';",
    without: "if (state === 'credited') return 'credit';",
    shows: ['services/wallet'],
  },
  {
    promise: 'a payment is recorded once',
    file: `${wallet}/payment.ts`,
    code: '!recorded.has(intent),',
    without: '(recorded.has(intent) || true),',
    shows: ['simulation', 'services/wallet'],
  },
  {
    promise: 'coins are credited to buyers only',
    file: `${wallet}/payment.ts`,
    code: "return role === 'buyer' && !closed ? 'credit' : fail('not-a-buyer');",
    without: "return 'credit';",
    shows: ['services/wallet'],
  },
  {
    promise: 'a reversal takes no more than there is',
    file: `${wallet}/payment.ts`,
    code: 'const taken = Math.min(coins, balance);',
    without: 'const taken = coins;',
    shows: ['simulation', 'services/wallet'],
  },
  {
    promise: 'events commit with their cause',
    file: `${kit}/events/outbox.ts`,
    code: 'if (rows.length > 0) await tx.collection(outboxRows).insertMany(rows);',
    without: 'if (rows.length > 0) await store.collection(outboxRows).insertMany(rows).catch(() => {});',
    shows: ['packages/service-kit/src/events'],
  },
  {
    promise: 'later events wait behind a parked one of their key',
    file: `${kit}/events/inbox.ts`,
    code: 'if ((await parking.mayHold(record)) && (await parking.waitBehind(record, label))) return;',
    without: '',
    shows: ['packages/service-kit/src/events'],
  },
];
