import type { Places, Role } from '@piecework/contracts';
import type { AdminNews, Inbox, MailDocument, NotificationDocument } from '@piecework/notification/stores';
import {
  type AdminActRow,
  addAmounts,
  documentOf,
  groupsOf,
  type OutboxRow,
  type ParkedRow,
  shardId,
} from '@piecework/service-runtime/rows';
import type { Document } from '@piecework/store';
import type {
  BatchDocument,
  BatchWorkerDocument,
  BlockDocument,
  FormDocument,
  PageDocument,
  PlacesDocument,
  ReservationDocument,
  RowFileDocument,
  SubmissionDocument,
} from '@piecework/submission/stores';
import type { AdditionDocument, TaskBlock, TaskDocument, WorkDocument } from '@piecework/task/stores';
import type { PersonNote, ReportCaseDocument, SuspensionDocument, UserRecord } from '@piecework/user/stores';
import type {
  Account,
  AdjustmentDocument,
  BonusDocument,
  Entry,
  PaymentDocument,
  PayoutRateDocument,
  TransferDocument,
  WithdrawalDocument,
} from '@piecework/wallet/stores';
import {
  AUDITED_SERVICES,
  type AuditedRow,
  type AuditedService,
  type CounterRow,
  type Snapshot,
  TALLIES,
} from '../src/snapshot';

const AT = Date.UTC(2026, 10, 21, 9);
const FAR = Date.UTC(2099, 0, 1);
/** The latest time that a Date holds. */
const LAST_DATE = 8.64e15;

type AccountId = TransferDocument['from'];

const emptyTables = () => ({
  users: new Map<string, UserRecord>(),
  suspensions: new Map<string, SuspensionDocument>(),
  reportCases: new Map<string, ReportCaseDocument>(),
  tasks: new Map<string, TaskDocument>(),
  additions: new Map<string, AdditionDocument>(),
  work: new Map<string, WorkDocument>(),
  taskBlocks: new Map<string, TaskBlock>(),
  places: new Map<string, PlacesDocument>(),
  submissions: new Map<string, SubmissionDocument>(),
  reservations: new Map<string, ReservationDocument>(),
  forms: new Map<string, FormDocument>(),
  pages: new Map<string, PageDocument>(),
  batches: new Map<string, BatchDocument>(),
  rowFiles: new Map<string, RowFileDocument>(),
  rows: new Map<string, AuditedRow>(),
  batchWorkers: new Map<string, BatchWorkerDocument>(),
  blocks: new Map<string, BlockDocument>(),
  accounts: new Map<string, Account>(),
  transfers: new Map<string, TransferDocument>(),
  entries: new Map<string, Entry>(),
  bonuses: new Map<string, BonusDocument>(),
  withdrawals: new Map<string, WithdrawalDocument>(),
  payoutRates: new Map<string, PayoutRateDocument>(),
  adjustments: new Map<string, AdjustmentDocument>(),
  payments: new Map<string, PaymentDocument>(),
  notifications: new Map<string, NotificationDocument>(),
  inboxes: new Map<string, Inbox>(),
  adminNews: new Map<string, AdminNews>(),
  mails: new Map<string, MailDocument>(),
  counters: new Map<string, CounterRow>(),
  adminActs: new Map<string, AdminActRow & { service: AuditedService }>(),
  personNotes: new Map<string, PersonNote>(),
  parked: new Map<string, ParkedRow & { service: AuditedService }>(),
  outbox: new Map<string, OutboxRow & { service: AuditedService }>(),
});
type Tables = ReturnType<typeof emptyTables>;
type Table = keyof Tables;
type Row<T extends Table> = Tables[T] extends Map<string, infer R> ? R : never;

export interface Market {
  tables: Tables;
  snapshot: Snapshot;
  /** Moves coins as the wallet does: both entries, both accounts, and the projection of the user service. */
  post(kind: TransferDocument['kind'], id: string, from: AccountId, to: AccountId, amount: number): void;
  user(id: string, role?: Role): void;
  /** A task with its places, funded by `buyer`. */
  task(id: string, posted: { places: number; payable: number }): void;
  /** Places added to a task, with the transfers of their coins; not with the places themselves. */
  addition(id: string, taskId: string, places: number, state: AdditionDocument['state']): void;
  submission(id: string, taskId: string, workerId: string, status: SubmissionDocument['status']): void;
  reservation(id: string, taskId: string, workerId: string, state: ReservationDocument['state']): void;
  /** The note of the task service about a submission, as it is now. */
  note(submissionId: string): void;
  /** Sets the places and the task's projection of them. */
  count(taskId: string, places: Partial<Places>): void;
  add<T extends Table>(table: T, row: Row<T>): void;
  /** Sets the counters; without a call they are incomplete, so none is checked. */
  setCounters(): void;
  /** Notes an act of the admin `admin`. */
  act(service: AuditedService, action: AdminActRow['action'], subject: AdminActRow['subject']): void;
  edit<T extends Table>(table: T, id: string, changes: Partial<Row<T>>): void;
}

const EMPTY = { balance: 0, version: 0, earned: 0 };

const createLedger = (tables: Tables) => {
  const enter = (account: AccountId, amount: number, entry: Omit<Entry, 'account' | 'amount'>) => {
    tables.entries.set(entry._id, { ...entry, account, amount });
    if (account.startsWith('world:')) return;
    const kind = account.startsWith('user:') ? 'user' : 'escrow';
    const before = tables.accounts.get(account) ?? { _id: account as Account['_id'], kind, ...EMPTY };
    const balance = before.balance + amount;
    const version = before.version + 1;
    tables.accounts.set(account, { ...before, balance, version });
    const user = tables.users.get(account.slice('user:'.length));
    if (user) tables.users.set(user._id, { ...user, coins: balance, coinVersion: version });
  };
  const post: Market['post'] = (kind, _id, from, to, amount) => {
    tables.transfers.set(_id, { _id, kind, from, to, amount, at: AT, correlationId: 'c', actor: null });
    enter(from, -amount, { _id: `${_id}#0`, transfer: _id, kind, at: AT });
    enter(to, amount, { _id: `${_id}#1`, transfer: _id, kind, at: AT });
  };
  return post;
};

const taskOf = (_id: string, { places, payable }: { places: number; payable: number }): TaskDocument => ({
  _id,
  state: 'open',
  declined: null,
  title: _id,
  detail: '',
  info: '',
  sortTitle: _id,
  search: '',
  buyerId: 'buyer',
  buyerEmail: 'buyer@example.com',
  buyerName: 'buyer',
  buyerLeft: false,
  imageURL: '',
  completionDate: '2099-01-01',
  payable,
  cost: places * payable,
  autoApproveHours: 0,
  reserveMinutes: 0,
  places: { version: 1, open: places, pending: 0, approved: 0 },
  taskStatus: 'onProgress',
  createdAt: AT,
});

export const createMarket = (): Market => {
  const tables = emptyTables();
  const post = createLedger(tables);
  let acts = 0;
  const row = <T extends Table>(table: T, id: string): Row<T> => {
    const found = tables[table].get(id);
    if (!found) throw new Error(`No ${id} in ${table}`);
    return found as Row<T>;
  };
  const add: Market['add'] = (table, document) =>
    void (tables[table] as Map<string, Document>).set((document as Document)._id, document as Document);
  const edit: Market['edit'] = (table, id, changes) => add(table, Object.assign({}, row(table, id), changes));

  return {
    tables,
    snapshot: { ...tables, changed: () => {}, refresh: async () => {}, reset: () => {}, size: () => 0 },
    post,
    add,
    edit,
    setCounters: () => {
      const amountsOf = (service: AuditedService, _id: string) => {
        const key = `${service}:${_id}`;
        const row = tables.counters.get(key) ?? { _id, writes: 0, amounts: {}, service, isStable: true };
        tables.counters.set(key, row);
        return row;
      };
      for (const service of AUDITED_SERVICES)
        for (const of of TALLIES[service]) {
          const shard = amountsOf(service, shardId(0));
          shard.counted = { ...shard.counted, [of.name]: true };
          for (const document of tables[of.of.name as 'submissions'].values())
            for (const group of groupsOf(of, document)) {
              const { amounts = {} } = amountsOf(service, documentOf(group, shardId(0)));
              const sums = amounts[of.name] ?? {};
              amounts[of.name] = sums;
              addAmounts(sums, of.amounts(document));
            }
        }
    },
    act: (service, action, subject) => {
      const _id = `act-${acts++}`;
      const texts = { detail: '', search: '' };
      const row = { _id, at: new Date(AT).toISOString(), action, actor: 'admin', subject, ...texts, service };
      tables.adminActs.set(`${service}:${_id}`, row);
    },
    user: (_id, role = 'worker') => {
      const facts = { email: `${_id}@example.com`, name: _id, photoURL: '', search: '' };
      add('users', {
        _id,
        ...facts,
        role,
        roleVersion: 0,
        closed: false,
        coins: 0,
        coinVersion: -1,
        conflictCounter: 0,
      });
      post('grant', `grant:${_id}`, 'world:promo', `user:${_id}`, role === 'buyer' ? 50 : 10);
    },
    task: (_id, posted) => {
      const task = taskOf(_id, posted);
      add('tasks', task);
      const { buyerId, buyerEmail, buyerName, title, payable, places, autoApproveHours, reserveMinutes } = task;
      add('places', {
        _id,
        buyerId,
        buyerEmail,
        buyerName,
        title,
        payable,
        autoApproveHours,
        reserveMinutes,
        state: 'open',
        places,
        posted: posted.places,
      });
      post('fund', `fund:${_id}`, `user:${buyerId}`, `escrow:${_id}`, task.cost);
    },
    addition: (_id, taskId, places, state) => {
      const { payable, buyerId } = row('tasks', taskId);
      const cost = places * payable;
      add('additions', { _id, taskId, buyerId, places, cost, state, at: AT });
      if (state === 'added' || state === 'unwanted')
        post('fund', `fund:${taskId}:${_id}`, `user:${buyerId}`, `escrow:${taskId}`, cost);
      if (state === 'unwanted') post('refund', `refund:${_id}`, `escrow:${taskId}`, `user:${buyerId}`, cost);
    },
    submission: (_id, taskId, workerId, status) => {
      const { payable } = row('tasks', taskId);
      add('submissions', {
        _id,
        taskId,
        taskTitle: taskId,
        payable,
        buyerId: 'buyer',
        buyerEmail: '',
        buyerName: 'buyer',
        workerId,
        workerEmail: '',
        workerName: workerId,
        details: '',
        status,
        live: status !== 'reject',
        createdAt: AT,
        changedAt: AT,
        search: '',
      });
    },
    reservation: (_id, taskId, workerId, state) => {
      const { payable } = row('tasks', taskId);
      const facts = { taskId, taskTitle: taskId, payable, buyerId: 'buyer', workerId };
      const end = state === 'held' ? {} : { endedAt: AT };
      add('reservations', { _id, ...facts, state, reservedAt: AT, expiresAt: FAR, ...end });
    },
    note: (_id) => {
      const { taskId, workerId, buyerId, status, appeal, reason, decidedBy } = row('submissions', _id);
      const overturned = appeal?.state === 'upheld';
      const isRejected = overturned || status === 'reject';
      const by = decidedBy === 'departure' ? { isUncounted: true as const } : {};
      const why = isRejected && !reason ? { isUnexplained: true as const } : {};
      add('work', {
        _id,
        taskId,
        workerId,
        buyerId,
        live: status !== 'reject',
        ...(status !== 'pending' && { decided: { approved: !isRejected, ...by, ...why } }),
        ...(overturned && { overturned }),
      });
    },
    count: (taskId, changes) => {
      const places = { ...row('places', taskId).places, ...changes };
      edit('places', taskId, { places });
      edit('tasks', taskId, { places });
    },
  };
};

const withdrawal = (_id: string, status: WithdrawalDocument['status']): WithdrawalDocument => ({
  _id,
  workerId: 'worker',
  workerEmail: '',
  workerName: 'worker',
  coins: 3,
  paymentSystem: 'bkash',
  status,
  roleVersion: 0,
  requestedAt: AT,
  unearned: null,
  timeline: [{ state: 'requested', at: AT }],
  search: '',
});

const payment = (_id: string, state: PaymentDocument['state']): PaymentDocument => ({
  _id,
  userId: 'buyer',
  email: '',
  cents: 100,
  coins: 10,
  card: '4242',
  at: AT,
  state,
  shortfall: 0,
  search: '',
});

/**
 * A marketplace in which every invariant holds and nothing is in flight:
 * `open` has one open place, one pending submission (`waiting`), two approved (`paid`, and `passed-on` of a worker who has left) and one rejected
 * (`free-again`), one whose appeal Piecework paid (`reversed`) and one under appeal (`contested`); `gone` was deleted with one place open and one pending, which was then rejected (`late`); `unpaid` was declined;
 * `booked` has one held reservation (`kept`) and one returned (`back`); `ended` was deleted before its reservation lapsed (`unused`);
 * `shut` was closed with one place open and one kept for a rejection that can be appealed (`appealable`);
 * one of the places of `grown` was added (`more`), an addition was declined (`too-dear`), and one to `gone` was unwanted (`too-late`).
 */
export const soundMarket = (): Market => {
  const market = createMarket();
  const { user, task, addition, submission, reservation, count, post, edit, add, act } = market;
  user('buyer', 'buyer');
  for (const id of ['worker', 'other', 'left', 'appellant', 'second']) user(id);

  task('open', { places: 4, payable: 5 });
  submission('paid', 'open', 'worker', 'approved');
  submission('passed-on', 'open', 'left', 'approved');
  submission('waiting', 'open', 'other', 'pending');
  submission('free-again', 'open', 'worker', 'reject');
  submission('reversed', 'open', 'appellant', 'approved');
  const appeal = { text: '', filedAt: AT, rejectedAt: AT };
  edit('submissions', 'reversed', {
    decidedBy: 'admin',
    appeal: { ...appeal, state: 'upheld', paidBy: 'platform', note: 'Right', decidedAt: AT },
  });
  act('submission', 'appeal-upheld', { type: 'submission', id: 'reversed' });
  post('appeal', 'appeal:reversed', 'world:appeals', 'user:appellant', 5);
  submission('contested', 'open', 'second', 'reject');
  edit('submissions', 'contested', { live: true, appeal: { ...appeal, state: 'open' } });
  count('open', { version: 7, open: 1, pending: 1, approved: 2 });
  post('settle', 'settle:paid', 'escrow:open', 'user:worker', 5);
  const given = { submissionId: 'paid', taskId: 'open', buyerId: 'buyer', workerId: 'worker', note: 'Thanks', at: AT };
  for (const [number, coins] of [
    [1, 2],
    [2, 1],
  ] as const) {
    add('bonuses', { _id: `paid:${number}`, ...given, number, coins });
    post('bonus', `bonus:paid:${number}`, 'user:buyer', 'user:worker', coins);
  }
  edit('submissions', 'paid', { bonus: { coins: 3, count: 2 } });
  post('close', 'close:left', 'user:left', 'world:adjust', 10);
  edit('users', 'left', { closed: true, adminChanges: 1 });
  act('user', 'account-closed', { type: 'user', id: 'left' });
  post('settle', 'settle:passed-on', 'escrow:open', 'world:adjust', 5);

  task('gone', { places: 2, payable: 4 });
  submission('late', 'gone', 'other', 'reject');
  count('gone', { version: 4, open: 0 });
  edit('places', 'gone', { state: 'closed' });
  edit('tasks', 'gone', { state: 'deleted', deletedBy: 'admin' });
  act('task', 'task-deleted', { type: 'task', id: 'gone' });
  post('refund', 'refund:gone', 'escrow:gone', 'user:buyer', 4);
  post('refund', 'refund:late', 'escrow:gone', 'user:buyer', 4);

  task('booked', { places: 3, payable: 2 });
  reservation('kept', 'booked', 'worker', 'held');
  reservation('back', 'booked', 'other', 'returned');
  count('booked', { version: 4, open: 2, reserved: 1 });

  task('grown', { places: 2, payable: 2 });
  addition('more', 'grown', 1, 'added');
  edit('tasks', 'grown', { cost: 6 });
  edit('places', 'grown', { posted: 3 });
  count('grown', { version: 2, open: 3 });
  addition('too-dear', 'grown', 900, 'declined');
  addition('too-late', 'gone', 2, 'unwanted');

  task('ended', { places: 1, payable: 2 });
  reservation('unused', 'ended', 'worker', 'lapsed');
  count('ended', { version: 4, open: 0 });
  edit('places', 'ended', { state: 'closed' });
  edit('tasks', 'ended', { state: 'deleted' });
  post('refund', 'refund:ended', 'escrow:ended', 'user:buyer', 0);
  post('refund', 'refund:unused', 'escrow:ended', 'user:buyer', 2);

  task('shut', { places: 2, payable: 3 });
  submission('appealable', 'shut', 'other', 'reject');
  edit('submissions', 'appealable', { appealableUntil: 2 * FAR });
  count('shut', { version: 4, open: 0 });
  edit('places', 'shut', { state: 'closed', kept: 1, appealable: 1 });
  edit('tasks', 'shut', {
    state: 'closed',
    closing: 'ended',
    refunded: 3,
    places: { version: 4, open: 0, pending: 0, approved: 0, kept: 1, keptUntil: 2 * FAR },
  });
  post('refund', 'refund:shut', 'escrow:shut', 'user:buyer', 3);

  add('tasks', { ...taskOf('unpaid', { places: 2, payable: 900 }), state: 'declined', declined: 'insufficient-coins' });

  for (const status of ['pending', 'approved', 'canceled'] as const)
    add('withdrawals', withdrawal(`asked-${status}`, status));
  for (const status of ['approved', 'canceled'] as const) {
    edit('withdrawals', `asked-${status}`, { decidedBy: 'admin' });
    act('wallet', `withdrawal-${status}`, { type: 'withdrawal', id: `asked-${status}` });
  }
  post('payout', 'payout:asked-approved', 'user:worker', 'world:payout', 3);

  for (const state of ['recorded', 'credited', 'reversed'] as const) add('payments', payment(`card-${state}`, state));
  edit('payments', 'card-credited', { creditedBy: 'admin' });
  act('wallet', 'payment-credited', { type: 'payment', id: 'card-credited' });
  post('topup', 'topup:card-credited', 'world:payments', 'user:buyer', 10);
  post('topup', 'topup:card-reversed', 'world:payments', 'user:buyer', 10);
  post('reverse', 'reverse:card-reversed', 'user:buyer', 'world:payments', 10);

  const sealed = Buffer.alloc(40).toString('base64url');
  const account = { key: '0123456789abcdef', sealed, mask: '678' };
  edit('withdrawals', 'asked-pending', { account });
  add('withdrawals', {
    ...withdrawal('asked-paid', 'approved'),
    coins: 0,
    account,
    decidedBy: 'admin',
    payout: 'paid',
    eraseAt: FAR,
    timeline: [
      { state: 'requested', at: AT },
      { state: 'approved', at: AT },
      { state: 'paid', at: AT, note: 'TRX 1' },
    ],
  });
  post('payout', 'payout:asked-paid', 'user:worker', 'world:payout', 0);
  for (const action of ['withdrawal-approved', 'payout-paid'] as const)
    act('wallet', action, { type: 'withdrawal', id: 'asked-paid' });

  add('withdrawals', {
    ...withdrawal('asked-held', 'pending'),
    hold: { reasonCode: 'one-buyer', at: AT },
    holdUntil: 2 * FAR,
    holdActs: 1,
    timeline: [
      { state: 'requested', at: AT },
      { state: 'held', at: AT },
    ],
  });
  act('wallet', 'withdrawal-held', { type: 'withdrawal', id: 'asked-held' });

  add('payoutRates', { _id: 'bkash', currency: 'BDT', perDollar: '122.5', setAt: AT, sets: 1 });
  act('wallet', 'payout-rate-set', { type: 'payout-rate', id: 'bkash' });

  for (const [_id, userId] of Object.entries({ 'on-buyer': 'buyer', 'on-left': 'left' })) {
    const end = userId === 'left' && { deleteAt: 2 * FAR };
    add('personNotes', {
      _id,
      userId,
      text: 'Wrote.',
      at: AT,
      author: 'admin',
      authorEmail: 'admin@example.com',
      ...end,
    });
    edit('users', userId, { notes: 1 });
    act('user', 'note-added', { type: 'user', id: userId });
  }
  const adjusted = {
    userId: 'buyer',
    email: 'buyer@example.com',
    name: 'buyer',
    kind: 'refund' as const,
    reason: 'Why',
  };
  const requested = { requestedBy: 'admin', requestedByEmail: 'admin@example.com', requestedAt: AT };
  const decided = { decidedBy: 'second', decidedByEmail: 'second@example.com', decidedAt: AT };
  const subjectOf = (id: string) => ({ type: 'adjustment' as const, id });
  add('adjustments', { _id: 'small', ...adjusted, ...requested, coins: 20, state: 'posted', alone: 20 });
  act('wallet', 'adjustment-posted', subjectOf('small'));
  post('adjust', 'adjust:small', 'world:adjust', 'user:buyer', 20);
  add('adjustments', { _id: 'large', ...adjusted, ...requested, ...decided, coins: -15, state: 'posted' });
  act('wallet', 'adjustment-requested', subjectOf('large'));
  act('wallet', 'adjustment-approved', subjectOf('large'));
  post('adjust', 'adjust:large', 'user:buyer', 'world:adjust', 15);
  add('adjustments', { _id: 'refused', ...adjusted, ...requested, ...decided, coins: 5000, state: 'declined' });
  act('wallet', 'adjustment-requested', subjectOf('refused'));
  act('wallet', 'adjustment-declined', subjectOf('refused'));
  add('adjustments', { _id: 'waiting', ...adjusted, ...requested, coins: 5000, state: 'waiting' });
  act('wallet', 'adjustment-requested', subjectOf('waiting'));

  for (const [_id, read] of Object.entries({ 'told-1': true, 'told-2': false }))
    add('notifications', {
      _id,
      userId: 'worker',
      kind: 'submission-approved',
      role: 'worker',
      ids: { submissionId: 'paid' },
      n: 1,
      read,
      at: Date.UTC(2099, 0, 1),
    });
  add('inboxes', { _id: 'worker', unread: 1, kept: 2, version: 3 });
  add('inboxes', { _id: 'left', unread: 0, kept: 0, version: 1, closed: true });
  edit('users', 'worker', { emailConfirmed: true });
  const letter = { to: 'worker@example.com', name: 'worker', createdAt: AT, expiresAt: FAR };
  const about = { kind: 'submission-approved' as const, role: 'worker' as const, ids: {} };
  add('mails', { _id: 'told-1', ...letter, ...about, isLink: false, state: 'sent', attempts: 1, sentAt: AT });
  const due = { state: 'queued' as const, attempts: 0, nextAttemptAt: LAST_DATE };
  add('mails', { _id: 'told-2', ...letter, ...about, isLink: false, ...due });
  const link = { kind: 'password-reset' as const, requestId: 'r', linkExpiresAt: FAR };
  add('mails', { _id: 'r:link', ...letter, ...link, to: 'other@example.com', isLink: true, ...due });
  add('adminNews', { _id: 'event-1', kind: 'appeal-filed', at: AT });
  const suspension = { userId: 'appellant', reasonCode: 'poor-work', text: 'Copies.', at: AT, by: 'admin' } as const;
  add('suspensions', { _id: 'suspended', ...suspension, state: 'active' });
  add('suspensions', {
    _id: 'suspended-before',
    ...suspension,
    state: 'lifted',
    endedAt: AT,
    appeal: { text: 'Mine.', filedAt: AT, state: 'kept', note: 'Copies.', decidedAt: AT },
  });
  edit('users', 'appellant', {
    suspension: { suspensionId: 'suspended', reasonCode: 'poor-work', at: AT },
    suspensionVersion: 3,
  });
  edit('accounts', 'user:appellant', { isSuspended: true, suspensionVersion: 3 } as Partial<Account>);
  for (const action of ['account-suspended', 'suspension-kept', 'suspension-lifted', 'account-suspended'] as const)
    act('user', action, { type: 'user', id: 'appellant' });

  return market;
};
