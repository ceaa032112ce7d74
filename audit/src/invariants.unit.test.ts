import { DAY_MS } from '@piecework/base';
import { type Answer, MAX_NOTIFICATIONS, NOTIFICATION_DAYS, PAGE_SECONDS } from '@piecework/contracts';
import { addAmounts, shardId } from '@piecework/service-runtime/rows';
import type { TaskDocument } from '@piecework/task/stores';
import type { BonusDocument, SealedNumber } from '@piecework/wallet/stores';
import { createMarket, type Market, soundMarket } from '../testing';
import { checkInvariants, checkWorkIsComplete, type Violation } from './invariants';
import { type AuditedService, TALLIES } from './snapshot';

/** Corrupts one thing in a way that no service can. */
type Break = (market: Market) => void;
/** `always` is detected at any moment, `quiet` in addition when nothing is in flight. */
type Case = readonly [what: string, breaks: Break, always: readonly string[], quiet?: readonly string[]];

const named = (violations: readonly Violation[]) =>
  [...new Set(violations.map(({ invariant, subject }) => `${invariant}: ${subject}`))].sort();

const violationsAfter = (breaks: Break, quiet: boolean, market = soundMarket()) => {
  breaks(market);
  return named(checkInvariants(market.snapshot, { quiet }));
};

const testCases = (cases: readonly Case[], build = soundMarket) =>
  test.each(cases.map(([what, breaks, always, quiet = []]) => ({ what, breaks, always, quiet })))(
    '$what',
    ({ breaks, always, quiet }) => {
      expect(violationsAfter(breaks, false, build())).toEqual([...always].sort());
      expect(violationsAfter(breaks, true, build())).toEqual([...always, ...quiet].sort());
    },
  );

const existing = <T>(map: ReadonlyMap<string, T>, id: string): T => {
  const found = map.get(id);
  if (!found) throw new Error(`No ${id}`);
  return found;
};

/** Changes a balance and its projection without a transfer. */
const tamper = (market: Market, id: string, { coins = 0, versions = 0 }) => {
  const { balance, version } = existing(market.tables.accounts, `user:${id}`);
  const after = { balance: balance + coins, version: version + versions };
  market.edit('accounts', `user:${id}`, after);
  market.edit('users', id, { coins: after.balance, coinVersion: after.version });
};
const intoEscrow = (market: Market, taskId: string, coins: number) =>
  market.post('role', `into:${taskId}`, 'world:adjust', `escrow:${taskId}`, coins);
const outOfEscrow = (market: Market, taskId: string, coins: number) =>
  market.post('role', `out-of:${taskId}`, `escrow:${taskId}`, 'world:adjust', coins);

const appealOf = ({ submissions }: Market['tables'], id: string) => {
  const { appeal } = existing(submissions, id);
  if (!appeal) throw new Error(`${id} has no appeal`);
  return appeal;
};

const NO_PLACES = { version: 0, open: 0, pending: 0, approved: 0 };

/** A task with an open and an approved place; its pay was raised by 1 coin for both, but the second was decided before. */
const raised = (): Market => {
  const market = soundMarket();
  const { task, submission, count, post, edit, add } = market;
  task('raised', { places: 2, payable: 3 });
  submission('done', 'raised', 'worker', 'approved');
  count('raised', { version: 4, open: 1, approved: 1 });
  post('settle', 'settle:done', 'escrow:raised', 'user:worker', 3);
  const { buyerId } = existing(market.tables.tasks, 'raised');
  const addition = { places: 2, cost: 2, raise: { to: 4, by: 1 }, unneeded: 1, state: 'added' } as const;
  add('additions', { _id: 'raise', taskId: 'raised', buyerId, ...addition, at: 0 });
  post('fund', 'fund:raised:raise', 'user:buyer', 'escrow:raised', 2);
  post('refund', 'refund:raise', 'escrow:raised', 'user:buyer', 1);
  edit('tasks', 'raised', { payable: 4, cost: 7, posted: 2 });
  edit('places', 'raised', { payable: 4 });
  return market;
};

describe('a sound marketplace', () => {
  test.each([true, false])('has no violation (quiet: %s)', (quiet) => {
    expect(checkInvariants(soundMarket().snapshot, { quiet })).toEqual([]);
  });

  test.each([true, false])('has no violation while empty (quiet: %s)', (quiet) => {
    expect(checkInvariants(createMarket().snapshot, { quiet })).toEqual([]);
  });
});

describe('names', () => {
  const SHOWN = 'open work shows the names of its people';
  testCases([
    [
      'a buyer whose task, places and submissions show an earlier name',
      (market) => market.edit('users', 'buyer', { name: 'Bella' }),
      [],
      ['task', 'places']
        .flatMap((kind) => ['open', 'booked', 'grown'].map((id) => `${kind} ${id}`))
        .concat('submission waiting')
        .map((subject) => `${SHOWN}: ${subject}`),
    ],
    [
      'a worker whose pending withdrawal shows an earlier name',
      (market) => market.edit('users', 'worker', { name: 'Wanda' }),
      [],
      ['pending', 'held'].map((state) => `${SHOWN}: withdrawal asked-${state}`),
    ],
    [
      'a worker whose pending submission shows an earlier name',
      (market) => market.edit('users', 'other', { name: 'Olaf' }),
      [],
      [`${SHOWN}: submission waiting`],
    ],
    ['a worker without open work', (market) => market.edit('users', 'second', { name: 'Sam' }), []],
  ]);
});

describe('mails', () => {
  const TRIED = 'a mail is tried while it is queued, and a few times';
  testCases([
    [
      'a notification to an address that is not confirmed',
      (market) => market.edit('users', 'worker', { emailConfirmed: undefined as never }),
      ['told-1', 'told-2'].map((id) => `notifications are mailed to confirmed addresses: ${id}`),
    ],
    [
      'a queued mail without a next attempt',
      (market) => market.edit('mails', 'told-2', { nextAttemptAt: undefined as never }),
      [`${TRIED}: told-2`],
    ],
    [
      'a sent mail that is tried again',
      (market) => market.edit('mails', 'told-1', { nextAttemptAt: 1 }),
      [`${TRIED}: told-1`],
    ],
    [
      'a mail that is tried too often',
      (market) => market.edit('mails', 'told-2', { attempts: 6 }),
      [`${TRIED}: told-2`],
    ],
    [
      'a sent mail that was never tried',
      (market) => market.edit('mails', 'told-1', { attempts: 0 }),
      ['a sent mail was tried: told-1'],
    ],
    [
      'a failed mail that was sent',
      (market) => market.edit('mails', 'told-1', { state: 'failed' }),
      ['a sent mail was tried: told-1'],
    ],
  ]);

  it('that are overdue are found', () => {
    const market = soundMarket();
    market.edit('mails', 'told-2', { nextAttemptAt: 5 });
    expect(named(checkInvariants(market.snapshot, { quiet: true, now: 5 }))).toEqual([
      'no deadline has passed: told-2',
    ]);
  });
});

describe('a raised pay', () => {
  const COVERED = 'escrow covers open, reserved, pending and kept places: raised';
  const EQUAL = 'escrow = payable × (open + reserved + pending + kept): raised';
  const REFUNDED = 'an unwanted addition is refunded: raise';

  test.each([true, false])('of decided and undecided places is sound (quiet: %s)', (quiet) => {
    expect(violationsAfter(() => undefined, quiet, raised())).toEqual([]);
  });
  testCases(
    [
      [
        'a raise whose excess stays in escrow',
        (market) => market.edit('additions', 'raise', { unneeded: 2 }),
        ['a task is funded with its cost by its buyer: raised'],
        ['the cost of a task pays its posted places: raised', REFUNDED],
      ],
      [
        'a raise that returns more than its excess',
        (market) => market.post('refund', 'refund:none', 'escrow:raised', 'user:buyer', 1),
        ['a refund gives back places of a closed task: refund:none', COVERED],
        [EQUAL],
      ],
      [
        'a refund of a part of what one place was raised by',
        (market) => {
          market.edit('additions', 'raise', { places: 1, raise: { to: 4, by: 2 }, unneeded: 0 });
        },
        [
          'a refund gives back an unwanted addition: refund:raise',
          'a task is funded with its cost by its buyer: raised',
        ],
        [REFUNDED, 'the cost of a task pays its posted places: raised'],
      ],
      [
        'a raise from a pay that the task never had',
        (market) => market.edit('additions', 'raise', { raise: { to: 9, by: 1 } }),
        ['an addition is paid like the places of its task: raise'],
      ],
      [
        'places that still pay as before',
        (market) => market.edit('places', 'raised', { payable: 3 }),
        [],
        ['a task pays what its places pay: raised', EQUAL],
      ],
      [
        'pending work and a held place that pay as before',
        (market) => {
          market.edit('submissions', 'waiting', { payable: 4 });
          market.edit('reservations', 'kept', { payable: 1 });
        },
        ['a pending submission pays what its task pays: open', 'a held place pays what its task pays: booked'],
      ],
    ],
    raised,
  );
});

describe('added places', () => {
  const FUNDED = 'an addition is funded unless it is declined';
  const COST = 'a task is funded with its cost by its buyer';
  testCases([
    [
      'an addition that is funded and neither added nor refunded',
      (market) => market.edit('additions', 'more', { state: 'requested' }),
      [`${COST}: grown`],
      ['no addition is in progress: more'],
    ],
    [
      'an addition that is added without its coins',
      (market) => market.edit('additions', 'too-dear', { state: 'added' }),
      [`${FUNDED}: too-dear`, `${COST}: grown`],
    ],
    [
      'a declined addition that is funded',
      (market) => market.edit('additions', 'too-late', { state: 'declined' }),
      [`${FUNDED}: too-late`, 'a refund gives back an unwanted addition: refund:too-late'],
      ['an unwanted addition is refunded: too-late'],
    ],
    [
      'an unwanted addition whose coins stay in escrow',
      (market) => {
        market.addition('lost', 'gone', 1, 'unwanted');
        market.tables.transfers.delete('refund:lost');
        market.tables.entries.delete('refund:lost#0');
        market.tables.entries.delete('refund:lost#1');
        tamper(market, 'buyer', { coins: -4, versions: -1 });
        market.edit('accounts', 'escrow:gone', {
          balance: 4,
          version: existing(market.tables.accounts, 'escrow:gone').version - 1,
        });
      },
      [],
      ['an unwanted addition is refunded: lost', 'escrow = payable × (open + reserved + pending + kept): gone'],
    ],
    [
      'a refund of an addition that was added',
      (market) => market.post('refund', 'refund:more', 'escrow:grown', 'user:buyer', 2),
      [
        'a refund gives back an unwanted addition: refund:more',
        'escrow covers open, reserved, pending and kept places: grown',
      ],
      ['an unwanted addition is refunded: more', 'escrow = payable × (open + reserved + pending + kept): grown'],
    ],
    [
      'an addition of another price than its task',
      (market) => market.edit('additions', 'too-dear', { cost: 1 }),
      ['an addition is paid like the places of its task: too-dear'],
    ],
    [
      'an addition to the task of another buyer',
      (market) => market.edit('additions', 'too-dear', { buyerId: 'worker' }),
      ['an addition is paid like the places of its task: too-dear'],
    ],
    [
      'coins for places that no addition asked for',
      (market) => market.post('fund', 'fund:grown:none', 'user:buyer', 'escrow:grown', 2),
      ['a transfer of added places belongs to an addition: fund:grown:none'],
      ['escrow = payable × (open + reserved + pending + kept): grown'],
    ],
    [
      'a place that was added without an addition',
      (market) => {
        market.edit('places', 'grown', { posted: 4 });
        market.count('grown', { open: 4 });
      },
      ['escrow covers open, reserved, pending and kept places: grown'],
      [
        'escrow = payable × (open + reserved + pending + kept): grown',
        'the cost of a task pays its posted places: grown',
      ],
    ],
    [
      'a place that was posted and is nowhere',
      (market) => market.edit('places', 'grown', { posted: 5 }),
      ['places = open + reserved + spared + pending + approved + kept + refunded: grown'],
      ['the cost of a task pays its posted places: grown'],
    ],
    [
      'a decided addition that its task waits for',
      (market) => market.edit('tasks', 'grown', { addition: 'more' }),
      ['a decided addition is not in progress: more'],
    ],
  ]);
});

describe('the ledger', () => {
  const BALANCED = 'every transfer has two entries that sum to zero';
  const gift: Break = ({ post }) => post('role', 'gift', 'world:adjust', 'user:worker', 5);

  testCases([
    [
      'a transfer whose amount differs from its entries',
      (market) => {
        gift(market);
        market.edit('transfers', 'gift', { amount: 6 });
      },
      [`${BALANCED}: gift`],
    ],
    [
      'a transfer whose recipient differs from its entries',
      (market) => {
        gift(market);
        market.edit('transfers', 'gift', { to: 'user:buyer' });
      },
      [`${BALANCED}: gift`],
    ],
    [
      'a transfer whose sender differs from its entries',
      (market) => {
        gift(market);
        market.edit('transfers', 'gift', { from: 'world:promo' });
      },
      [`${BALANCED}: gift`],
    ],
    [
      'a transfer without one of its entries',
      (market) => {
        market.post('role', 'gift', 'world:adjust', 'world:promo', 5);
        market.tables.entries.delete('gift#1');
      },
      [
        `${BALANCED}: gift`,
        'users + escrow = grants + top-ups + appeals ± adjustments − payouts: all accounts, by -5 coins',
      ],
    ],
    [
      'a transfer with three entries',
      (market) => {
        market.post('role', 'gift', 'world:adjust', 'world:promo', 0);
        const entry = existing(market.tables.entries, 'gift#1');
        market.add('entries', { ...entry, _id: 'gift#2' });
      },
      [`${BALANCED}: gift`],
    ],
    [
      'half a coin',
      ({ post }) => post('role', 'gift', 'world:adjust', 'user:worker', 0.5),
      ['amounts are whole and not negative: gift'],
    ],
    [
      'a negative amount',
      ({ post }) => post('role', 'gift', 'world:adjust', 'user:worker', -1),
      ['amounts are whole and not negative: gift'],
    ],
    [
      'entries without a transfer',
      (market) => {
        const entry = existing(market.tables.entries, 'grant:worker#1');
        market.add('entries', { ...entry, _id: 'a', transfer: 'nowhere', amount: 7 });
        market.add('entries', { ...entry, _id: 'b', transfer: 'nowhere', amount: -7 });
        tamper(market, 'worker', { versions: 2 });
      },
      ['every entry belongs to a transfer: a', 'every entry belongs to a transfer: b'],
    ],
    [
      'coins moved between balances without a transfer',
      (market) => {
        tamper(market, 'worker', { coins: 1 });
        tamper(market, 'other', { coins: -1 });
      },
      ['a balance is the sum of its entries: user:other', 'a balance is the sum of its entries: user:worker'],
    ],
    [
      'a balance increased without an entry',
      (market) => tamper(market, 'worker', { coins: 1 }),
      [
        'a balance is the sum of its entries: user:worker',
        'users + escrow = grants + top-ups + appeals ± adjustments − payouts: all accounts, by 1 coins',
      ],
    ],
    [
      'a version that skipped a number',
      (market) => tamper(market, 'worker', { versions: 1 }),
      ['a version counts the entries: user:worker'],
    ],
    [
      'a balance below zero',
      ({ post }) => post('role', 'too-much', 'user:worker', 'world:adjust', 100),
      ['no balance is negative: user:worker'],
    ],
    [
      'entries of an account that does not exist',
      (market) => {
        market.post('role', 'in', 'world:adjust', 'user:ghost', 5);
        market.post('role', 'out', 'user:ghost', 'world:adjust', 5);
        market.tables.accounts.delete('user:ghost');
      },
      ['every account with entries has a balance: user:ghost'],
    ],
  ]);
});

describe('places', () => {
  const ESCROW_LEFT = ['escrow = payable × (open + reserved + pending + kept): open'];

  testCases([
    [
      'a place that was assigned twice',
      (market) => {
        market.add('tasks', { ...existing(market.tables.tasks, 'open'), _id: 'none', cost: -5, places: NO_PLACES });
        market.add('places', { ...existing(market.tables.places, 'open'), _id: 'none', places: NO_PLACES, posted: -1 });
        market.count('none', { open: -1 });
        market.post('fund', 'fund:none', 'user:buyer', 'escrow:none', -5);
        intoEscrow(market, 'none', 5);
      },
      ['amounts are whole and not negative: fund:none', 'open places are not negative: none'],
      ['escrow = payable × (open + reserved + pending + kept): none'],
    ],
    [
      'a pending place without a submission',
      (market) => {
        market.count('open', { pending: 2, open: 0 });
      },
      ['pending places are pending submissions: open'],
    ],
    [
      'an approved place without a submission',
      (market) => {
        market.count('open', { approved: 3, open: 0 });
        outOfEscrow(market, 'open', 5);
      },
      ['approved places are approved submissions: open'],
    ],
    [
      'places without a task',
      ({ add, tables }) =>
        add('places', { ...existing(tables.places, 'gone'), _id: 'ghost', places: { ...NO_PLACES, version: 1 } }),
      ['places belong to a task: ghost'],
    ],
    [
      'one place too few',
      ({ count }) => count('open', { open: 0 }),
      ['places = open + reserved + spared + pending + approved + kept + refunded: open'],
      ESCROW_LEFT,
    ],
    [
      'one place too many',
      (market) => {
        market.count('open', { open: 2 });
        intoEscrow(market, 'open', 5);
      },
      ['places = open + reserved + spared + pending + approved + kept + refunded: open'],
    ],
    [
      'a closed task with an open place',
      (market) => {
        market.count('gone', { open: 1 });
        intoEscrow(market, 'gone', 4);
      },
      ['places = open + reserved + spared + pending + approved + kept + refunded: gone'],
    ],
    [
      'a closed task with more places than were posted',
      (market) => {
        for (const id of ['a', 'b', 'c']) market.submission(id, 'gone', id, 'pending');
        market.count('gone', { pending: 3 });
        intoEscrow(market, 'gone', 12);
      },
      ['places = open + reserved + spared + pending + approved + kept + refunded: gone'],
    ],
    [
      'a worker with two live submissions to a task',
      ({ edit }) => edit('submissions', 'waiting', { workerId: 'worker', workerName: 'worker' }),
      ['at most one live submission per task, worker and page: open worker'],
    ],
    [
      'a rejected submission that blocks another',
      ({ edit }) => edit('submissions', 'late', { live: true }),
      ['live is pending, approved or under appeal: late'],
    ],
    [
      'a pending submission that blocks no other',
      ({ edit }) => edit('submissions', 'waiting', { live: false }),
      ['live is pending, approved or under appeal: waiting'],
    ],
  ]);
});

describe('a paused task', () => {
  testCases([
    [
      'that takes work',
      ({ edit }) => edit('tasks', 'open', { paused: true }),
      [],
      ['a task is paused where its places are: open'],
    ],
    [
      'by an admin, that takes work',
      ({ edit }) => edit('tasks', 'open', { adminPause: { reason: 'A scam.' } }),
      [],
      ['a task is paused where its places are: open'],
    ],
  ]);
});

describe('a closed task', () => {
  /** `ended` as closed instead of deleted. */
  const close = (market: Market, refunded: number) =>
    market.edit('tasks', 'ended', { state: 'closed', closing: 'ended', refunded });

  testCases([
    ['that shows its refund', (market) => close(market, 0), []],
    ['that shows another refund', (market) => close(market, 2), ['a closed task shows its refund: ended']],
    [
      'whose places are open',
      ({ edit }) => edit('tasks', 'open', { state: 'closed' }),
      [],
      ['a task is closed or deleted when its places are closed: open'],
    ],
    [
      'that is still being closed',
      ({ edit }) => edit('tasks', 'ended', { state: 'closing' }),
      [],
      ['a task is closed or deleted when its places are closed: ended', 'no task is in a transient state: ended'],
    ],
    [
      'that an admin ended without a row in the trail',
      (market) => {
        close(market, 0);
        market.edit('tasks', 'ended', { endedBy: 'admin' });
      },
      ['each admin act has one row in the trail: task ended'],
    ],
  ]);

  test('is overdue after its completion date, after quiet', () => {
    const { snapshot, edit } = soundMarket();
    edit('tasks', 'open', { closesAt: 1000 });
    const at = (now: number, quiet: boolean) => named(checkInvariants(snapshot, { quiet, now }));
    expect(at(999, true)).toEqual([]);
    expect(at(1000, true)).toEqual(['no deadline has passed: open']);
    expect(at(1000, false)).toEqual([]);
  });
});

describe('answers', () => {
  const CONFORMS = 'an answer conforms to its form: late';
  const answered =
    (answer: Answer, change: (market: Market) => void = () => {}): Break =>
    (market) => {
      market.add('forms', {
        _id: 'form',
        fields: [{ kind: 'number', name: 'total', label: 'Total', required: true, decimals: 2 }],
      });
      market.edit('places', 'gone', { formId: 'form' });
      market.edit('submissions', 'late', { answers: [answer] });
      change(market);
    };

  testCases([
    ['that conform', answered({ total: '41.50' }), []],
    ['without a required value', answered({}), [CONFORMS]],
    ['that are not in their one form', answered({ total: '041.50' }), [CONFORMS]],
    ['that are missing', answered({}, ({ edit }) => edit('submissions', 'late', { answers: undefined })), [CONFORMS]],
    [
      'whose form is missing',
      answered({ total: '1' }, ({ tables }) => tables.forms.clear()),
      ['a task has its form: gone', CONFORMS],
    ],
    [
      'without a form',
      answered({ total: '1' }, ({ edit }) => edit('places', 'gone', { formId: undefined })),
      [CONFORMS],
    ],
  ]);
});

describe('kept places', () => {
  const COUNTED = 'appealable rejections are counted: shut';
  const KEPT = 'a place is kept only for an appealable rejection of a closed task: shut';
  const SHOWN = 'shown places are the places: shut';
  const UNCOVERED = 'escrow covers open, reserved, pending and kept places: shut';
  const ESCROW = 'escrow = payable × (open + reserved + pending + kept): shut';

  testCases([
    [
      'a rejection that is final and still counted',
      (market) => market.edit('submissions', 'appealable', { appealableUntil: undefined }),
      [COUNTED, KEPT],
    ],
    [
      'a rejection that is approved and still counted',
      (market) => {
        market.edit('submissions', 'appealable', { status: 'approved', live: true });
        market.edit('places', 'shut', { kept: 0, places: { version: 5, open: 0, pending: 0, approved: 1 } });
        market.post('settle', 'settle:appealable', 'escrow:shut', 'user:other', 3);
      },
      [COUNTED],
      ['shown places are up to date: shut'],
    ],
    ['a rejection that no task counts', (market) => market.edit('places', 'shut', { appealable: 0 }), [COUNTED]],
    [
      'more kept places than rejections',
      (market) => {
        market.edit('places', 'shut', { kept: 2 });
        intoEscrow(market, 'shut', 3);
      },
      [KEPT, SHOWN],
    ],
    [
      'a kept place of an open task',
      (market) => {
        market.edit('places', 'shut', { state: 'open' });
        market.edit('tasks', 'shut', { state: 'open', refunded: undefined });
        market.tables.transfers.delete('refund:shut');
      },
      [
        KEPT,
        'every entry belongs to a transfer: refund:shut#0',
        'every entry belongs to a transfer: refund:shut#1',
        'places = open + reserved + spared + pending + approved + kept + refunded: shut',
      ],
    ],
    ['a kept place that the task does not show', (market) => market.count('shut', {}), [SHOWN]],
    ['a kept place whose coins are gone', (market) => outOfEscrow(market, 'shut', 3), [UNCOVERED], [ESCROW]],
    [
      'coins of a kept place that has returned',
      (market) => {
        market.edit('places', 'shut', { kept: 0, appealable: 0 });
        market.edit('submissions', 'appealable', { appealableUntil: undefined });
        market.count('shut', {});
      },
      [],
      [ESCROW],
    ],
    [
      'a refund before the rejection is final',
      (market) => {
        market.post('refund', 'refund:appealable', 'escrow:shut', 'user:buyer', 3);
        intoEscrow(market, 'shut', 3);
      },
      ['a refund gives back a rejected place of a closed task: refund:appealable'],
    ],
  ]);

  it('return at the end of the time to appeal, or after an open appeal', () => {
    const { snapshot, edit } = soundMarket();
    const at = (now: number) => named(checkInvariants(snapshot, { quiet: true, now }));
    edit('submissions', 'appealable', { appealableUntil: 1000 });
    expect(at(999)).toEqual([]);
    expect(at(1000)).toEqual(['no deadline has passed: appealable']);
    const appeal = { text: '', filedAt: 1, rejectedAt: 1, state: 'open' as const };
    edit('submissions', 'appealable', { live: true, appeal });
    expect(at(1000)).toEqual([]);
  });
});

describe('batches', () => {
  const FIELDS = { form: { fields: [] }, rowsPerPage: 2, overlap: { max: 2 } };
  const TOTAL = { kind: 'number', name: 'total', label: 'Total of {{receipt}}', required: true, decimals: 2 } as const;
  /** Three pages of two rows, two answers each: of the first one is pending and one held, of the second one approved and one rejected, and the third was never offered. */
  const paged =
    (change: (market: Market) => void = () => {}): Break =>
    (market) => {
      const { add, edit, count, post } = market;
      const figures = { rows: 5, rowsPerPage: 2, pages: 3, overlap: { max: 2 } };
      const fields = FIELDS;
      add('batches', {
        _id: 'batch',
        buyerId: 'buyer',
        fields,
        file: { id: 'file', rows: 5, columns: [] },
        taskId: 'paged',
      });
      add('batches', { _id: 'draft', buyerId: 'buyer', fields, changedAt: 1 });
      add('rowFiles', { _id: 'file', buyerId: 'buyer' });
      for (let number = 1; number <= 5; number++) add('rows', { _id: `file:${number}`, fileId: 'file', number });
      add('forms', { _id: 'form', fields: [TOTAL] });
      market.task('paged', { places: 6, payable: 1 });
      edit('tasks', 'paged', { batch: figures });
      edit('places', 'paged', { formId: 'form', batch: { ...figures, fileId: 'file', offered: 2 } });
      const answers = [{ total: '1' }, { total: '2' }];
      for (const [id, page, worker, status] of [
        ['read', 1, 'other', 'pending'],
        ['good', 2, 'other', 'approved'],
        ['bad', 2, 'worker', 'reject'],
      ] as const) {
        market.submission(id, 'paged', worker, status);
        edit('submissions', id, { page, answers });
      }
      market.reservation('page-1', 'paged', 'worker', 'held');
      edit('reservations', 'page-1', { page: 1 });
      const page = { taskId: 'paged', open: 0, reserved: 0, pending: 0, approved: 0 };
      add('pages', { ...page, _id: 'paged:1', number: 1, order: 100_001, reserved: 1, pending: 1 });
      add('pages', { ...page, _id: 'paged:2', number: 2, order: 700_002, open: 1, approved: 1 });
      count('paged', { version: 7, open: 3, reserved: 1, pending: 1, approved: 1 });
      post('settle', 'settle:good', 'escrow:paged', 'user:other', 1);
      change(market);
    };
  const PACE = {
    counts: PAGE_SECONDS.map((most) => Number(most === 40 || most === 1_800)),
    workers: ['other', 'worker'],
  };
  const SUMS = 'the places of a batch are the sums over its pages: paged';
  const COUNTED = 'a page counts its answers and holds';
  const OFFERED = 'work on a batch is on a page that was offered';
  const POSTED = 'a published batch is the one that was posted: paged';
  const batchOf = ({ tables }: Pick<Market, 'tables'>) => {
    const { batch } = existing(tables.places, 'paged');
    if (!batch) throw new Error('no batch');
    return batch;
  };

  /** The work is on version 1. */
  const correct = (market: Market, changes: object) => {
    market.add('forms', { _id: 'corrected', fields: [{ ...TOTAL, ...changes }] });
    market.edit('batches', 'batch', { corrections: [{ taskDetail: '', formId: 'corrected' }] });
    market.edit('places', 'paged', { batch: { ...batchOf(market), version: 2 } });
  };

  /** The same where `min` answers that agree complete a page, as the one to the second page does. */
  const spared =
    (min: number, change: (market: Market) => void = () => {}): Break =>
    (market) => {
      paged()(market);
      const { edit, count } = market;
      const overlap = { min, max: 2 };
      edit('batches', 'batch', { fields: { form: { fields: [] }, rowsPerPage: 2, overlap } });
      edit('tasks', 'paged', { batch: { rows: 5, rowsPerPage: 2, pages: 3, overlap } });
      edit('places', 'paged', { batch: { ...batchOf(market), overlap } });
      edit('pages', 'paged:2', { open: 0, spared: 1 });
      if (min === 1) for (const row of [1, 2, 3, 4]) edit('rows', `file:${row}`, { state: 'answered' });
      count('paged', { version: 7, open: 2, spared: 1, reserved: 1, pending: 1, approved: 1 });
      change(market);
    };
  const COMPLETE = 'a complete page has no open place, another one no spared place: paged:2';

  const RECOUNT = 'a record is the recount of the answers';
  /** One check a page: the worker `other` has answered the one of page 2 rightly, and met it again on page 1. */
  const checked = (change: (market: Market) => void = () => {}): Break =>
    paged((market) => {
      const { add, edit } = market;
      const checks = { count: 1, perPage: 1, before: 4, minAccuracy: 0.7, secret: 'secret' };
      edit('batches', 'batch', { file: { id: 'file', rows: 5, checks: 1, columns: [] } });
      edit('places', 'paged', { batch: { ...batchOf(market), checks } });
      add('rows', { _id: 'file:1000001', fileId: 'file', number: 1_000_001, expected: { total: '7.0' } });
      const answers = [{ total: '1' }, { total: '7' }, { total: '2' }];
      const [good, bad] = [
        { rows: [3, 1_000_001, 4], answers },
        { rows: [3, 1_000_001, 4], answers },
      ];
      edit('submissions', 'good', { ...good, batchWorker: 'paged:other', checks: { right: 1, met: 1 }, createdAt: 1 });
      const again = { rows: [1, 1_000_001, 2], answers: [{ total: '1' }, { total: '3' }, { total: '2' }] };
      edit('submissions', 'read', { ...again, batchWorker: 'paged:other', checks: { right: 0, met: 0 }, createdAt: 2 });
      edit('submissions', 'bad', bad);
      const record = { workerName: 'Other', search: '', drawn: 2, answers: 2, fast: 0, right: 1, met: 1, seconds: [] };
      add('batchWorkers', { ...record, _id: 'paged:other', taskId: 'paged', workerId: 'other' });
      change(market);
    });

  testCases([
    ['that are sound', paged(), []],
    ['with spared places', spared(1), []],
    ['with spared places of a page that is not complete', spared(2), [COMPLETE]],
    [
      'with an open place in a complete page',
      spared(1, ({ edit, count }) => {
        edit('pages', 'paged:2', { open: 1, spared: 0 });
        count('paged', { version: 7, open: 3, spared: undefined, reserved: 1, pending: 1, approved: 1 });
      }),
      [COMPLETE],
    ],
    [
      'with spared places that no page has',
      spared(1, ({ edit }) => edit('pages', 'paged:2', { spared: 0 })),
      [SUMS, 'a page of an open batch has its places: paged:2'],
    ],
    [
      'of a closed task, whose pages keep what was open',
      paged((market) => {
        const { edit, count, post } = market;
        count('paged', { open: 0 });
        edit('places', 'paged', { state: 'closed' });
        edit('tasks', 'paged', { state: 'closed', closing: 'ended', refunded: 3 });
        post('refund', 'refund:paged', 'escrow:paged', 'user:buyer', 3);
      }),
      [],
    ],
    [
      'with an open place on another page',
      paged(({ edit }) => {
        edit('pages', 'paged:1', { open: 1 });
        edit('pages', 'paged:2', { open: 0 });
      }),
      [1, 2].map((page) => `a page of an open batch has its places: paged:${page}`),
    ],
    [
      'with an open place too many in their pages',
      paged(({ edit }) => edit('pages', 'paged:2', { open: 2 })),
      [SUMS, 'a page of an open batch has its places: paged:2'],
    ],
    [
      'with an answer on another page',
      paged(({ edit }) => edit('submissions', 'good', { page: 1 })),
      [
        `${COUNTED}: paged:1`,
        `${COUNTED}: paged:2`,
        ...[1, 2].map((row) => `a row has the state of its answers: file:${row}`),
        'at most one live submission per task, worker and page: paged other page 1',
      ],
    ],
    [
      'with a hold on another page',
      paged(({ edit }) => edit('reservations', 'page-1', { page: 2 })),
      [`${COUNTED}: paged:1`, `${COUNTED}: paged:2`],
    ],
    [
      'with an offered page without a document',
      paged((market) => market.edit('places', 'paged', { batch: { ...batchOf(market), offered: 3 } })),
      ['the offered pages are the first ones: paged', SUMS],
    ],
    [
      'with work on a page that was not offered',
      paged(({ edit }) => edit('submissions', 'bad', { page: 3, answers: [{ total: '1' }] })),
      [`${OFFERED}: bad`],
    ],
    [
      'with work on no page',
      paged(({ edit }) => edit('submissions', 'bad', { page: undefined })),
      [`${OFFERED}: bad`, 'an answer conforms to its form: bad'],
    ],
    [
      'with an answer for one row of two',
      paged(({ edit }) => edit('submissions', 'bad', { answers: [{ total: '1' }] })),
      ['an answer conforms to its form: bad'],
    ],
    [
      'with four pages for one worker',
      paged((market) => {
        for (const id of ['a', 'b', 'c']) {
          market.reservation(id, 'paged', 'worker', 'held');
          market.edit('reservations', id, { page: 2 });
        }
      }),
      [
        'a worker holds few pages of a batch: paged worker',
        'at most one reservation per task, worker and page: paged worker page 2',
        'reserved places are held reservations: paged',
        `${COUNTED}: paged:2`,
      ],
    ],
    [
      'without one of their rows',
      paged(({ tables }) => tables.rows.delete('file:3')),
      ['a batch has all rows of its file: batch'],
    ],
    [
      'whose row has another state than its answers say',
      paged(({ edit }) => edit('rows', 'file:3', { state: 'agreed' })),
      ['a row has the state of its answers: file:3'],
    ],
    [
      'with a page that seems to have a disputed row',
      paged(({ edit }) => edit('pages', 'paged:2', { disputed: true })),
      ['a page knows whether it has a disputed row: paged:2'],
    ],
    [
      'of which two answers to a row agree, and to the other not',
      paged((market) => {
        for (const [id, total] of [
          ['good', '2'],
          ['read', '1'],
        ] as const) {
          market.edit('submissions', id, { page: 2, answers: [{ total: '1.0' }, { total }] });
          market.edit('rows', `file:${id === 'good' ? 3 : 4}`, { state: id === 'good' ? 'agreed' : 'disputed' });
        }
        market.edit('pages', 'paged:2', { disputed: true });
      }),
      [
        `${COUNTED}: paged:1`,
        `${COUNTED}: paged:2`,
        'at most one live submission per task, worker and page: paged other page 2',
      ],
    ],
    [
      'and a draft with a state of a row',
      paged(({ add }) => {
        add('rowFiles', { _id: 'later', buyerId: 'buyer', deleteAt: 1 });
        add('rows', { _id: 'later:1', fileId: 'later', number: 1, state: 'answered' });
      }),
      ['rows of drafts have no answers: later:1'],
    ],
    [
      'whose file is about to go',
      paged(({ edit }) => edit('rowFiles', 'file', { deleteAt: 1 })),
      ['a file of rows is kept while its batch uses it: file'],
    ],
    [
      'and rows of no file',
      paged(({ add }) => add('rows', { _id: 'lost:1', fileId: 'lost', number: 1 })),
      ['rows belong to a file: lost'],
    ],
    [
      'and a file of no batch',
      paged(({ add }) => add('rowFiles', { _id: 'left', buyerId: 'buyer' })),
      ['a file of rows is kept while its batch uses it: left'],
    ],
    [
      'with rows that are being paid for',
      paged(({ add, edit }) => {
        add('rowFiles', { _id: 'more', buyerId: 'buyer' });
        edit('batches', 'batch', { growth: { fileId: 'more', rows: 1, additionId: 'rows' } });
      }),
      [],
      ['no rows are being paid for: batch'],
    ],
    [
      'with rows that were added, from a file of their own',
      paged(({ add }) => add('rowFiles', { _id: 'more', buyerId: 'buyer', addedTo: 'paged' })),
      [],
    ],
    [
      'with rows that are about to go while they are being paid for',
      paged(({ add, edit }) => {
        add('rowFiles', { _id: 'more', buyerId: 'buyer', deleteAt: 1 });
        edit('batches', 'batch', { growth: { fileId: 'more', rows: 1, additionId: 'rows' } });
      }),
      ['a file of rows is kept while its batch uses it: more'],
      ['no rows are being paid for: batch'],
    ],
    [
      'with added rows that have too few places',
      paged(({ add }) => {
        const rows = { rows: 3, pages: 2 };
        const addition = { taskId: 'paged', buyerId: 'buyer', places: 3, cost: 3, rows, at: 0 };
        add('additions', { _id: 'rows', ...addition, state: 'declined' });
      }),
      ['added rows have a place for each answer: rows'],
    ],
    ['with a check among the rows of an answer', checked(), []],
    [
      'with an answer to a page without its check',
      checked(({ edit }) => edit('submissions', 'good', { rows: [3, 4], answers: [{ total: '1' }, { total: '2' }] })),
      ['an answer is to its page with checks: good', 'accuracy is the recount of the checks: paged:other'],
    ],
    [
      'with a row of another page',
      checked(({ edit }) => edit('submissions', 'good', { rows: [2, 1_000_001, 4] })),
      ['an answer is to its page with checks: good'],
    ],
    [
      'with a check that counts twice',
      checked(({ edit }) => edit('batchWorkers', 'paged:other', { met: 2 })),
      [`${RECOUNT}: paged:other`],
    ],
    [
      'with a wrong check that counts as right',
      checked(({ edit }) => {
        edit('rows', 'file:1000001', { expected: { total: '8' } });
      }),
      ['accuracy is the recount of the checks: paged:other'],
    ],
    [
      'with a worker without a record',
      checked(({ tables }) => tables.batchWorkers.delete('paged:other')),
      ['a worker of a batch has a record: paged:other'],
    ],
    [
      'of two drafts',
      paged(({ edit }) => edit('batches', 'draft', { taskId: 'paged' })),
      [POSTED],
      ['a batch whose task exists is published: draft'],
    ],
    [
      'whose draft has changed since',
      paged(({ edit }) => edit('batches', 'batch', { fields: { form: { fields: [] }, rowsPerPage: 2 } })),
      [POSTED],
    ],
    [
      'with a page behind the pilot',
      paged((market) => {
        market.edit('tasks', 'paged', {
          batch: { ...market.tables.tasks.get('paged')?.batch, pilotPages: 1 } as never,
        });
        market.edit('places', 'paged', { batch: { ...batchOf(market), pilotPages: 1 } });
        market.edit('batches', 'batch', { fields: { ...FIELDS, pilotPages: 1 } });
      }),
      ['the offered pages are the first ones: paged'],
    ],
    [
      'whose pilot has ended',
      paged(({ edit }) => edit('batches', 'batch', { fields: { ...FIELDS, pilotPages: 1 } })),
      [],
    ],
    ['with a corrected label', paged((market) => correct(market, { label: 'Sum' })), []],
    [
      'with a correction of a rule',
      paged((market) => correct(market, { decimals: 0 })),
      ['a correction makes the next version, and changes no rule: batch'],
    ],
    [
      'with work on a version that there never was',
      paged(({ edit }) => {
        edit('submissions', 'read', { version: 2 });
        edit('reservations', 'page-1', { version: 3 });
      }),
      ['read', 'page-1'].map((id) => `work is on a version of the texts: ${id}`),
    ],
    [
      'of another size than their task shows',
      paged(({ edit }) =>
        edit('tasks', 'paged', { batch: { rows: 5, rowsPerPage: 5, pages: 1, overlap: { max: 6 } } }),
      ),
      ['a batch is of the size that its task shows: paged'],
    ],
    [
      'published without a task',
      paged(({ edit }) => edit('batches', 'draft', { changedAt: undefined })),
      ['a published batch has its task: draft'],
    ],
    [
      'with measured answers',
      paged(({ edit, tables }) => {
        edit('submissions', 'good', { seconds: 40 });
        edit('submissions', 'bad', { seconds: 1_799 });
        edit('places', 'paged', { batch: { ...batchOf({ tables }), pace: PACE } });
      }),
      [],
    ],
    [
      'with more measured answers than there are',
      paged(({ edit, tables }) => edit('places', 'paged', { batch: { ...batchOf({ tables }), pace: PACE } })),
      ['the pace of a batch counts its measured answers: paged'],
    ],
    [
      'with a measured answer that is not counted',
      paged(({ edit }) => edit('submissions', 'good', { seconds: 40 })),
      ['the pace of a batch counts its measured answers: paged'],
    ],
    [
      'whose task shows another pace, and pay of its own',
      paged(({ edit, tables }) => {
        const { places } = existing(tables.tasks, 'paged');
        edit('tasks', 'paged', { places: { ...places, medianSeconds: 40 }, hourly: 91 });
      }),
      ['shown places are the places: paged', 'the pay of an hour follows from pay and pace: paged'],
    ],
    [
      'and a page of no task',
      paged(({ add }) =>
        add('pages', {
          _id: 'none:1',
          taskId: 'none',
          number: 1,
          order: 1,
          open: 1,
          reserved: 0,
          pending: 0,
          approved: 0,
        }),
      ),
      ['pages belong to a batch: none:1'],
    ],
  ]);
});

describe('reservations', () => {
  const HELD = 'reserved places are held reservations';

  testCases([
    [
      'a reserved place without a reservation',
      ({ count }) => count('booked', { open: 1, reserved: 2 }),
      [`${HELD}: booked`],
    ],
    [
      'a held reservation without a place',
      ({ edit }) => edit('reservations', 'back', { state: 'held', endedAt: undefined }),
      [`${HELD}: booked`],
    ],
    [
      'two reservations of a worker for a task',
      (market) => {
        market.reservation('again', 'booked', 'worker', 'held');
        market.count('booked', { open: 1, reserved: 2 });
      },
      ['at most one reservation per task, worker and page: booked worker'],
    ],
    [
      'more reservations than a worker may hold',
      (market) => {
        for (const id of ['a', 'b', 'c']) {
          market.task(id, { places: 1, payable: 1 });
          market.reservation(`of-${id}`, id, 'worker', 'held');
          market.count(id, { open: 0, reserved: 1 });
        }
      },
      ['a worker holds few reservations: worker'],
    ],
    [
      'a reservation that ended without a time',
      ({ edit }) => edit('reservations', 'back', { endedAt: undefined }),
      ['a reservation has an end unless it is held: back'],
    ],
    [
      'a reservation of no task',
      ({ edit }) => edit('reservations', 'back', { taskId: 'none' }),
      ['a reservation belongs to a task: back'],
    ],
    [
      'a refund of a used reservation',
      ({ edit }) => edit('reservations', 'unused', { state: 'used' }),
      ['a refund gives back an unused reservation of a closed task: refund:unused'],
    ],
    [
      'a refund of a reservation whose task is open',
      (market) => {
        market.post('refund', 'refund:back', 'escrow:booked', 'user:buyer', 2);
        intoEscrow(market, 'booked', 2);
      },
      ['a refund gives back an unused reservation of a closed task: refund:back'],
    ],
    [
      'a place that was reserved and not paid for',
      (market) => outOfEscrow(market, 'booked', 2),
      ['escrow covers open, reserved, pending and kept places: booked'],
      ['escrow = payable × (open + reserved + pending + kept): booked'],
    ],
    [
      'reserved places that the task shows as open',
      ({ edit, tables }) =>
        edit('tasks', 'booked', { places: { ...existing(tables.places, 'booked').places, reserved: 0 } }),
      ['shown places are the places: booked'],
    ],
  ]);

  test('that are overdue count after quiet', () => {
    const { snapshot, edit } = soundMarket();
    const expiresAt = 1000;
    edit('reservations', 'kept', { expiresAt });
    const at = (now: number, quiet: boolean) => named(checkInvariants(snapshot, { quiet, now }));
    expect(at(expiresAt + 59_999, true)).toEqual([]);
    expect(at(expiresAt + 60_000, true)).toEqual(['no deadline has passed: kept']);
    expect(at(expiresAt + 60_000, false)).toEqual([]);
  });
});

describe('reviews', () => {
  const UPHELD = 'an appeal is upheld when its submission is approved';
  const ADMIN = 'an admin decides only by upholding an appeal';
  const DEADLINE = 'only a pending submission has a deadline, and only one';
  const PAID = 'Piecework pays an upheld appeal without an open place';

  testCases([
    [
      'an upheld appeal of a rejected submission',
      ({ edit, tables }) =>
        edit('submissions', 'contested', {
          decidedBy: 'admin',
          appeal: { ...appealOf(tables, 'contested'), state: 'upheld', paidBy: 'escrow' },
        }),
      [`${UPHELD}: contested`, 'live is pending, approved or under appeal: contested'],
    ],
    [
      'an approval of work that was rejected',
      ({ edit }) => edit('submissions', 'paid', { reason: { code: 'wrong', text: '' } }),
      ['a rejected submission is approved only by an upheld appeal or its buyer: paid'],
    ],
    [
      'rejected work that waits for a decision again',
      ({ edit }) => edit('submissions', 'waiting', { reason: { code: 'wrong', text: '' } }),
      ['a rejected submission is approved only by an upheld appeal or its buyer: waiting'],
    ],
    [
      'an approval by an admin without an appeal',
      ({ edit }) => edit('submissions', 'paid', { decidedBy: 'admin' }),
      [`${ADMIN}: paid`],
    ],
    [
      'a decided submission with a deadline',
      ({ edit }) => edit('submissions', 'paid', { autoApproveAt: 1 }),
      [`${DEADLINE}: paid`],
    ],
    [
      'two deadlines',
      ({ edit }) => edit('submissions', 'waiting', { autoApproveAt: 1, revisionDueAt: 1 }),
      [`${DEADLINE}: waiting`],
    ],
    [
      'a payment of Piecework for work that the task paid',
      ({ post }) => post('appeal', 'appeal:paid', 'world:appeals', 'user:worker', 5),
      [`${PAID}: appeal:paid`],
      ['an approved submission is settled: paid'],
    ],
    [
      'work that the task and Piecework paid',
      (market) => {
        intoEscrow(market, 'open', 5);
        market.post('settle', 'settle:reversed', 'escrow:open', 'user:appellant', 5);
      },
      ['a settle pays an approved submission: settle:reversed'],
      ['an approved submission is settled: reversed'],
    ],
    [
      'an upheld appeal that nobody paid',
      (market) => {
        market.edit('submissions', 'contested', {
          status: 'approved',
          decidedBy: 'admin',
          appeal: { ...appealOf(market.tables, 'contested'), state: 'upheld', paidBy: 'platform', note: 'Right' },
        });
        market.act('submission', 'appeal-upheld', { type: 'submission', id: 'contested' });
      },
      [],
      ['an approved submission is settled: contested'],
    ],
    [
      'an upheld appeal that took no place',
      ({ edit, tables }) =>
        edit('submissions', 'reversed', { appeal: { ...appealOf(tables, 'reversed'), paidBy: 'escrow' } }),
      [`${PAID}: appeal:reversed`, 'approved places are approved submissions: open'],
      ['an approved submission is settled: reversed'],
    ],
    [
      'a payment of an appeal of another amount',
      ({ edit }) => edit('submissions', 'reversed', { payable: 4 }),
      [`${PAID}: appeal:reversed`],
    ],
    [
      'a dismissed appeal without a row in the trail',
      ({ edit, tables }) =>
        edit('submissions', 'contested', {
          live: false,
          appeal: { ...appealOf(tables, 'contested'), state: 'dismissed', note: 'Wrong' },
        }),
      ['each admin act has one row in the trail: submission contested'],
    ],
    [
      'an upheld appeal without a row in the trail',
      ({ tables }) => {
        for (const [id, { action }] of tables.adminActs) if (action === 'appeal-upheld') tables.adminActs.delete(id);
      },
      ['each admin act has one row in the trail: submission reversed'],
    ],
  ]);

  test.each(['autoApproveAt', 'revisionDueAt'])('a passed `%s` counts after quiet', (deadline) => {
    const { snapshot, edit } = soundMarket();
    const due = 1000;
    edit('submissions', 'waiting', { [deadline]: due });
    const at = (now: number, quiet: boolean) => named(checkInvariants(snapshot, { quiet, now }));
    expect(at(due - 1, true)).toEqual([]);
    expect(at(due, true)).toEqual(['no deadline has passed: waiting']);
    expect(at(due, false)).toEqual([]);
  });
});

const BONUS_OF = 'a bonus is for approved work that its task has paid';

describe('transfers out of escrow', () => {
  const SETTLE = 'a settle pays an approved submission';
  const LATE = 'a refund gives back a rejected place of a closed task';
  const CLOSED = 'a refund gives back places of a closed task';

  testCases([
    [
      'a settle without a submission',
      ({ post }) => post('settle', 'settle:ghost', 'world:adjust', 'user:worker', 5),
      [`${SETTLE}: settle:ghost`],
    ],
    [
      'a settle of a pending submission',
      (market) => {
        market.post('settle', 'settle:waiting', 'escrow:open', 'user:other', 5);
        intoEscrow(market, 'open', 5);
      },
      [`${SETTLE}: settle:waiting`],
    ],
    [
      'a settle of another amount',
      ({ edit }) => edit('submissions', 'paid', { payable: 6 }),
      [`${SETTLE}: settle:paid`],
    ],
    [
      'a settle to another worker',
      ({ edit }) => edit('submissions', 'paid', { workerId: 'other-one' }),
      [`${SETTLE}: settle:paid`, `${BONUS_OF}: paid:1`, `${BONUS_OF}: paid:2`],
    ],
    [
      'a settle out of another task’s escrow',
      (market) => {
        market.edit('submissions', 'waiting', { status: 'approved' });
        market.count('open', { pending: 0, approved: 3 });
        intoEscrow(market, 'gone', 5);
        market.post('settle', 'settle:waiting', 'escrow:gone', 'user:other', 5);
        outOfEscrow(market, 'open', 5);
      },
      [`${SETTLE}: settle:waiting`],
    ],
    [
      'a late refund of a pending submission',
      (market) => {
        market.post('refund', 'refund:waiting', 'escrow:open', 'user:buyer', 5);
        intoEscrow(market, 'open', 5);
      },
      [`${LATE}: refund:waiting`],
      ['only a rejected submission is refunded: waiting'],
    ],
    [
      'a late refund of a place that is open again',
      (market) => {
        market.post('refund', 'refund:free-again', 'escrow:open', 'user:buyer', 5);
        intoEscrow(market, 'open', 5);
      },
      [`${LATE}: refund:free-again`],
    ],
    [
      'a late refund of another amount',
      ({ edit }) => edit('places', 'gone', { payable: 5 }),
      [`${LATE}: refund:late`],
      ['a task pays what its places pay: gone'],
    ],
    [
      'a refund of an open task',
      (market) => {
        market.post('refund', 'refund:open', 'escrow:open', 'user:buyer', 5);
        intoEscrow(market, 'open', 5);
      },
      [`${CLOSED}: refund:open`],
    ],
    [
      'a refund without a task',
      ({ post }) => post('refund', 'refund:ghost', 'world:adjust', 'user:buyer', 5),
      [`${CLOSED}: refund:ghost`],
    ],
    [
      'a refund of half a place',
      (market) => {
        closedTask(market, 'half');
        market.post('refund', 'refund:half', 'escrow:half', 'user:buyer', 3);
        outOfEscrow(market, 'half', 1);
      },
      [`${CLOSED}: refund:half`],
    ],
    [
      'a refund of more than the task cost',
      (market) => {
        closedTask(market, 'dear');
        intoEscrow(market, 'dear', 4);
        market.post('refund', 'refund:dear', 'escrow:dear', 'user:buyer', 8);
      },
      [`${CLOSED}: refund:dear`],
    ],
  ]);
});

const closedTask = (market: Market, id: string) => {
  market.task(id, { places: 1, payable: 4 });
  market.count(id, { open: 0 });
  market.edit('places', id, { state: 'closed' });
  market.edit('tasks', id, { state: 'deleted' });
};

describe('reversals', () => {
  const MADE = { state: 'made', at: 0, paidBy: 'balance' } as const;
  /** The rejection of 'free-again' is reversed by its buyer, whose balance pays. */
  const reversed = (): Market => {
    const market = soundMarket();
    market.edit('submissions', 'free-again', {
      ...{ status: 'approved', live: true, decidedBy: 'buyer', workerId: 'second', reversal: MADE },
    });
    market.edit('submissions', 'contested', { live: false, status: 'reject' });
    market.tables.submissions.delete('contested');
    market.post('settle', 'settle:free-again', 'user:buyer', 'user:second', 5);
    return market;
  };

  test.each([true, false])('are sound (quiet: %s)', (quiet) => {
    expect(named(checkInvariants(reversed().snapshot, { quiet }))).toEqual([]);
  });

  testCases(
    [
      [
        'one that the escrow has paid',
        ({ edit }) => edit('submissions', 'free-again', { reversal: { ...MADE, paidBy: 'escrow' } }),
        ['a settle pays an approved submission: settle:free-again', 'approved places are approved submissions: open'],
      ],
      [
        'one that another person has decided',
        ({ edit }) => edit('submissions', 'free-again', { decidedBy: 'deadline' }),
        ['a reversed rejection is approved by its buyer: free-again'],
      ],
      [
        'one that is half-way',
        ({ edit }) => edit('submissions', 'late', { live: true, reversal: { ...MADE, state: 'underway' } }),
        [],
        ['no reversal is in progress: late'],
      ],
      [
        'one that the balance has paid, before its submission is approved',
        ({ edit }) => edit('submissions', 'free-again', { status: 'reject', reversal: { ...MADE, state: 'underway' } }),
        [],
        ['no reversal is in progress: free-again'],
      ],
    ],
    reversed,
  );
});

describe('blocks', () => {
  /** `worker` holds a place of `buyer`, `other` has submitted to them. */
  const blocked =
    (createdAt: number, blockedId: string, by: 'buyer' | 'worker' = 'buyer'): Break =>
    ({ add }) => {
      const [blockerId, of] = by === 'buyer' ? ['buyer', blockedId] : [blockedId, 'buyer'];
      const workerId = blockedId;
      add('blocks', { _id: 'b', by, blockerId, blockedId: of, name: of, taskTitle: '', createdAt });
      add('taskBlocks', { _id: 'b', by, buyerId: 'buyer', workerId });
    };
  const long = (createdAt: number) => createdAt - 10_000;
  const RESERVED = 'no place is reserved against a block';
  const KNOWN = 'the task service knows the blocks';
  const reservedAt = (id: string) => existing(soundMarket().tables.reservations, id).reservedAt;

  testCases([
    ['of a worker after the reservation', blocked(reservedAt('kept'), 'worker'), []],
    [
      'of a worker who holds a place since',
      blocked(long(reservedAt('kept')), 'worker'),
      ['kept', 'unused'].map((id) => `${RESERVED}: ${id}`),
    ],
    ['by a worker who goes on', blocked(long(reservedAt('kept')), 'worker', 'worker'), []],
    [
      'that only one of the two services knows',
      (market) => {
        blocked(reservedAt('kept'), 'worker')(market);
        market.tables.taskBlocks.set('c', { ...existing(market.tables.taskBlocks, 'b'), _id: 'c' });
        market.tables.taskBlocks.delete('b');
      },
      [],
      [`${KNOWN}: b`, `${KNOWN}: c`],
    ],
    ['of a closed account', blocked(Date.UTC(2099, 0, 1), 'left'), [], ['a closed account has no block: b']],
    [
      'that shows a former name',
      (market) => {
        blocked(reservedAt('kept'), 'worker')(market);
        market.edit('users', 'worker', { name: 'worker' });
        market.edit('blocks', 'b', { name: 'Before' });
      },
      [],
      ['open work shows the names of its people: block b'],
    ],
  ]);

  test('work that was submitted since needs a place that was held before, while holds are kept', () => {
    const market = soundMarket();
    const { createdAt } = existing(market.tables.submissions, 'waiting');
    blocked(long(createdAt), 'other')(market);
    market.edit('reservations', 'back', { reservedAt: long(createdAt) });
    const at = (now: number) => named(checkInvariants(market.snapshot, { quiet: false, now }));
    const all = ['appealable', 'late', 'waiting'].map((id) => `no work is submitted against a block: ${id}`);
    expect(at(createdAt)).toEqual(all);
    market.edit('reservations', 'back', { state: 'used', taskId: 'open', endedAt: createdAt });
    expect(at(createdAt)).toEqual(all.slice(0, 2));
    expect(at(createdAt + 365 * DAY_MS)).toEqual([]);
  });
});

describe('bonuses', () => {
  const PAID = 'a bonus is paid once, by its buyer to its worker';
  const SHOWN = 'a submission shows its bonuses';
  const edited =
    (changes: Partial<BonusDocument>): Break =>
    ({ edit }) =>
      edit('bonuses', 'paid:2', changes);
  const bonusFor =
    (submissionId: string, workerId: string): Break =>
    ({ add, post, edit }) => {
      const facts = { submissionId, taskId: 'open', buyerId: 'buyer', workerId, number: 1, coins: 1, note: '', at: 0 };
      add('bonuses', { _id: `${submissionId}:1`, ...facts });
      post('bonus', `bonus:${submissionId}:1`, 'user:buyer', `user:${workerId}`, 1);
      edit('submissions', submissionId, { bonus: { coins: 1, count: 1 } });
    };
  testCases([
    [
      'a bonus without a transfer',
      ({ tables }) =>
        void tables.bonuses.set('paid:3', { ...existing(tables.bonuses, 'paid:2'), _id: 'paid:3', number: 3 }),
      [`${PAID}: paid:3`],
      [`${SHOWN}: paid`],
    ],
    [
      'a transfer without its bonus',
      ({ post }) => post('bonus', 'bonus:paid:3', 'user:buyer', 'user:worker', 1),
      ['a bonus has its document: bonus:paid:3'],
    ],
    ['a bonus of other coins than its transfer', edited({ coins: 2 }), [`${PAID}: paid:2`, `${SHOWN}: paid`]],
    [
      'a bonus of no coins',
      ({ tables, post, edit }) => {
        const { _id: _, ...second } = existing(tables.bonuses, 'paid:2');
        tables.bonuses.set('paid:3', { ...second, _id: 'paid:3', number: 3, coins: 0 });
        post('bonus', 'bonus:paid:3', 'user:buyer', 'user:worker', 0);
        edit('submissions', 'paid', { bonus: { coins: 3, count: 3 } });
      },
      [`${BONUS_OF}: paid:3`],
    ],
    ['a bonus of another buyer', edited({ buyerId: 'other' }), [`${PAID}: paid:2`, `${BONUS_OF}: paid:2`]],
    ['a bonus for another worker', edited({ workerId: 'other' }), [`${PAID}: paid:2`, `${BONUS_OF}: paid:2`]],
    ['a bonus with another number', edited({ number: 3 }), [`${BONUS_OF}: paid:2`]],
    ['a bonus for pending work', bonusFor('waiting', 'other'), [`${BONUS_OF}: waiting:1`]],
    ['a bonus for work that Piecework has paid', bonusFor('reversed', 'appellant'), [`${BONUS_OF}: reversed:1`]],
    [
      'a submission that shows more than it has got',
      ({ edit }) => edit('submissions', 'paid', { bonus: { coins: 4, count: 3 } }),
      [`${SHOWN}: paid`],
    ],
    [
      'a submission that lags',
      ({ edit }) => edit('submissions', 'paid', { bonus: { coins: 2, count: 1 } }),
      [],
      [`${SHOWN}: paid`],
    ],
  ]);
});

describe('escrow', () => {
  testCases([
    [
      'a visible task without funding',
      ({ add, tables }) => add('tasks', { ...existing(tables.tasks, 'open'), _id: 'free', places: NO_PLACES }),
      ['a visible task is funded: free'],
      ['a funded task has places: free'],
    ],
    [
      'a task that was funded with less than its cost',
      (market) => {
        market.edit('tasks', 'open', { cost: 25 });
        market.count('open', { open: 2 });
        intoEscrow(market, 'open', 5);
      },
      [
        'a task is funded with its cost by its buyer: open',
        'places = open + reserved + spared + pending + approved + kept + refunded: open',
      ],
      ['the cost of a task pays its posted places: open'],
    ],
    [
      'a task that another user funded',
      ({ edit }) => edit('tasks', 'open', { buyerId: 'other', buyerName: 'other' }),
      ['a task is funded with its cost by its buyer: open'],
    ],
    [
      'a declined task that was funded',
      (market) => {
        market.edit('tasks', 'unpaid', { cost: 4, payable: 2 });
        market.post('fund', 'fund:unpaid', 'user:buyer', 'escrow:unpaid', 4);
      },
      ['a declined task is not funded: unpaid'],
    ],
    [
      'an escrow that does not cover all places',
      (market) => outOfEscrow(market, 'open', 5),
      ['escrow covers open, reserved, pending and kept places: open'],
      ['escrow = payable × (open + reserved + pending + kept): open'],
    ],
    [
      'an escrow that holds half a place',
      (market) => intoEscrow(market, 'open', 1),
      ['escrow covers open, reserved, pending and kept places: open'],
      ['escrow = payable × (open + reserved + pending + kept): open'],
    ],
    [
      'coins left in the escrow of a deleted task',
      (market) => intoEscrow(market, 'gone', 4),
      [],
      ['escrow = payable × (open + reserved + pending + kept): gone'],
    ],
    ['escrow without a task', (market) => intoEscrow(market, 'ghost', 5), ['escrow belongs to a task: escrow:ghost']],
  ]);
});

describe('withdrawals', () => {
  testCases([
    [
      'an approved withdrawal without a payout',
      ({ edit }) => edit('withdrawals', 'asked-pending', { status: 'approved' }),
      [
        'an approved withdrawal has exactly one payout: asked-pending',
        'the account number of a withdrawal is kept while its payout is due, and erased some days later: asked-pending',
      ],
    ],
    [
      'a pending withdrawal with a payout',
      ({ post }) => post('payout', 'payout:asked-pending', 'user:worker', 'world:payout', 3),
      ['an approved withdrawal has exactly one payout: asked-pending'],
    ],
    [
      'a canceled withdrawal with a payout',
      ({ edit }) => edit('withdrawals', 'asked-approved', { status: 'canceled' }),
      [
        'an approved withdrawal has exactly one payout: asked-approved',
        'each admin act has one row in the trail: withdrawal asked-approved',
      ],
    ],
    [
      'a payout whose amount differs from the withdrawal',
      ({ edit }) => edit('withdrawals', 'asked-approved', { coins: 4 }),
      ['a payout is of the coins asked for: asked-approved'],
    ],
    [
      'a payout without a withdrawal',
      ({ post }) => post('payout', 'payout:ghost', 'user:worker', 'world:payout', 3),
      ['a payout belongs to a withdrawal: payout:ghost'],
    ],
    ...(
      [
        ['an account number in plain', { sealed: '01712345678' }],
        ['an account number that is longer than any', { sealed: Buffer.alloc(70).toString('base64url') }],
        ['a mask that is the number', { mask: '01712345678' }],
        ['an account number beside the sealed one', { number: '01712345678' }],
        ['an account number under no key', { key: '' }],
      ] as const
    ).map(
      ([what, changes]): Case => [
        what,
        ({ edit, tables }) => {
          const { account } = existing(tables.withdrawals, 'asked-pending');
          edit('withdrawals', 'asked-pending', { account: { ...account, ...changes } as SealedNumber });
        },
        ['an account number is stored sealed, with a mask of three characters: asked-pending'],
      ],
    ),
    [
      'an account number of a canceled withdrawal',
      ({ edit, tables }) =>
        edit('withdrawals', 'asked-canceled', {
          account: existing(tables.withdrawals, 'asked-pending').account as SealedNumber,
        }),
      [
        'a canceled withdrawal keeps no account number: asked-canceled',
        'the account number of a withdrawal is kept while its payout is due, and erased some days later: asked-canceled',
      ],
    ],
    [
      'an account number that is kept for ever',
      ({ tables }) => {
        const { eraseAt: _, ...kept } = existing(tables.withdrawals, 'asked-paid');
        tables.withdrawals.set('asked-paid', kept);
      },
      ['the account number of a withdrawal is kept while its payout is due, and erased some days later: asked-paid'],
    ],
    [
      'a payout state of a pending withdrawal',
      ({ edit }) => edit('withdrawals', 'asked-pending', { payout: 'due', timeline: [{ state: 'approved', at: 0 }] }),
      ['only an approved withdrawal has a payout state: asked-pending'],
    ],
    [
      'a payout that is due again after the payment',
      ({ edit }) => edit('withdrawals', 'asked-paid', { payout: 'due' }),
      [
        'a payout state is that of the timeline: asked-paid',
        'the account number of a withdrawal is kept while its payout is due, and erased some days later: asked-paid',
      ],
    ],
    [
      'a failure that no admin recorded',
      ({ edit, tables }) =>
        edit('withdrawals', 'asked-paid', {
          timeline: [{ state: 'failed', at: 0 }, ...(existing(tables.withdrawals, 'asked-paid').timeline ?? [])],
        }),
      ['each admin act has one row in the trail: withdrawal asked-paid'],
    ],
    [
      'a canceled withdrawal that is still held',
      ({ edit }) => edit('withdrawals', 'asked-held', { status: 'canceled' }),
      ['only a pending withdrawal is held, until a time: asked-held'],
    ],
    [
      'a hold without an end',
      ({ tables }) => {
        const { holdUntil: _, ...endless } = existing(tables.withdrawals, 'asked-held');
        tables.withdrawals.set('asked-held', endless);
      },
      ['only a pending withdrawal is held, until a time: asked-held'],
    ],
    [
      'an adjustment that moved other coins',
      ({ edit }) => edit('adjustments', 'small', { coins: 21, alone: 21 }),
      ['a posted adjustment moves its coins, another one none: small'],
    ],
    [
      'an adjustment that moved coins while it waited',
      ({ post }) => post('adjust', 'adjust:waiting', 'world:adjust', 'user:buyer', 5000),
      ['a posted adjustment moves its coins, another one none: waiting'],
    ],
    [
      'an adjustment that its own admin approved',
      ({ edit }) => edit('adjustments', 'large', { decidedBy: 'admin' }),
      ['an adjustment is posted by one admin within the limit, or by two: large'],
    ],
    [
      'an adjustment of one’s own account',
      ({ edit }) => edit('adjustments', 'small', { requestedBy: 'buyer' }),
      ['an adjustment is posted by one admin within the limit, or by two: small'],
    ],
    [
      'a transfer of no adjustment',
      ({ post }) => post('adjust', 'adjust:none', 'world:adjust', 'user:buyer', 1),
      ['a transfer of an adjustment belongs to one: adjust:none'],
    ],
    [
      'an adjustment that no row of the trail is about',
      ({ tables }) => {
        for (const [id, { action }] of tables.adminActs)
          if (action === 'adjustment-posted') tables.adminActs.delete(id);
      },
      ['each admin act has one row in the trail: adjustment small'],
    ],
    [
      'a rate that no row of the trail is about',
      ({ edit }) => edit('payoutRates', 'bkash', { sets: 2 }),
      ['each admin act has one row in the trail: payout-rate bkash'],
    ],
    [
      'a pending withdrawal with a rate',
      ({ edit }) => edit('withdrawals', 'asked-pending', { payoutRate: { currency: 'BDT', perDollar: '122.5' } }),
      ['only an approved withdrawal has a rate: asked-pending'],
    ],
    [
      'a pause by an admin that no row of the trail is about',
      ({ edit }) => edit('tasks', 'open', { pauseActs: 1 }),
      ['each admin act has one row in the trail: task open'],
    ],
    [
      'a hold that no row of the trail is about',
      ({ edit }) => edit('withdrawals', 'asked-held', { holdActs: 2 }),
      ['each admin act has one row in the trail: withdrawal asked-held'],
    ],
    [
      'a payment that no admin recorded',
      ({ edit, tables }) =>
        edit('withdrawals', 'asked-paid', {
          timeline: [...(existing(tables.withdrawals, 'asked-paid').timeline ?? []), { state: 'paid', at: 0 }],
        }),
      ['each admin act has one row in the trail: withdrawal asked-paid'],
    ],
  ]);
});

describe('decided reports', () => {
  const decided = { ownerId: 'buyer', state: 'decided', openedAt: 0, reporters: 1, decidedBy: 'admin' } as const;
  const subject = { type: 'task', id: 'open' } as const;
  testCases([
    [
      'that no row of the trail is about, and that did nothing',
      ({ add }) => add('reportCases', { _id: 'case', ...decided, subject, outcome: 'close-task' }),
      ['each admin act has one row in the trail: user buyer'],
      ['a decision about reports closes the task: case'],
    ],
    [
      'that paused nothing',
      ({ add, act }) => {
        add('reportCases', { _id: 'case', ...decided, subject, outcome: 'pause-task' });
        act('user', 'report-decided', { type: 'user', id: 'buyer' });
      },
      [],
      ['a decision about reports pauses the task: case'],
    ],
  ]);
});

describe('suspensions', () => {
  test('an end that has passed counts after quiet', () => {
    const { snapshot, edit } = soundMarket();
    edit('suspensions', 'suspended', { until: 1000 });
    const at = (now: number, quiet: boolean) => named(checkInvariants(snapshot, { quiet, now }));
    expect(at(999, true)).toEqual([]);
    expect(at(1000, true)).toEqual(['no deadline has passed: suspended']);
    expect(at(1000, false)).toEqual([]);
  });

  const active = {
    _id: 's',
    userId: 'second',
    reasonCode: 'scam',
    text: '',
    at: 0,
    by: 'admin',
    state: 'active',
  } as const;
  const suspension = { suspensionId: 's', reasonCode: 'scam', at: 0 } as const;
  /** With all that follows from it. */
  const suspend = ({ add, edit, act }: Market, userId = 'second') => {
    add('suspensions', { ...active, userId });
    edit('users', userId, { suspension, suspensionVersion: 1 });
    edit('accounts', `user:${userId}`, { isSuspended: true, suspensionVersion: 1 } as never);
    act('user', 'account-suspended', { type: 'user', id: userId });
  };
  const ONE = 'a suspended account has one active suspension, another one none';

  testCases([
    ['of a worker without held places', (market) => suspend(market), []],
    [
      'that its user does not show',
      (market) => {
        suspend(market);
        market.edit('users', 'second', { suspension: undefined as never });
      },
      [`${ONE}: second`],
      ['the wallet knows who is suspended: second'],
    ],
    [
      'that has ended, but is shown',
      ({ edit }) => edit('suspensions', 'suspended', { state: 'expired' }),
      [`${ONE}: appellant`],
    ],
    [
      'of a closed account',
      ({ edit }) => edit('users', 'appellant', { closed: true }),
      [`${ONE}: appellant`],
      ['a closed account is empty: appellant'],
    ],
    [
      'that no row of the trail is about',
      ({ edit }) => edit('suspensions', 'suspended-before', { state: 'expired' }),
      ['each admin act has one row in the trail: user appellant'],
    ],
    [
      'whose appeal is open after its end',
      ({ edit }) => edit('suspensions', 'suspended-before', { appeal: { text: '', filedAt: 0, state: 'open' } }),
      [
        'each admin act has one row in the trail: user appellant',
        'only an active suspension has an open appeal: suspended-before',
      ],
    ],
    [
      'of which the wallet does not know',
      ({ edit }) => edit('accounts', 'user:appellant', { isSuspended: false, suspensionVersion: 2 } as never),
      [],
      ['the wallet knows who is suspended: appellant'],
    ],
    [
      'that the wallet knows before it is there',
      ({ edit }) => edit('accounts', 'user:appellant', { suspensionVersion: 4 } as never),
      ['the wallet’s suspension is not newer than the account’s: appellant'],
    ],
    [
      'whose account has an open task that takes work',
      (market) => suspend(market, 'buyer'),
      [],
      ['booked', 'grown', 'open'].map((id) => `a suspension pauses the tasks of its account: ${id}`),
    ],
    [
      'that has ended, but still pauses a task',
      ({ edit }) => {
        edit('tasks', 'open', { ownerSuspended: true });
        edit('places', 'open', { paused: true });
      },
      [],
      ['a suspension pauses the tasks of its account: open'],
    ],
    [
      'of a worker who holds a place',
      (market) => {
        const [held] = [...market.tables.reservations.values()].filter(({ state }) => state === 'held');
        suspend(market, held?.workerId);
      },
      [],
      ['a suspended worker holds no place: kept'],
    ],
  ]);
});

describe('a task in review', () => {
  const NEVER_PUBLIC = { since: 0, cause: 'new-buyer' as const, words: [], version: 1 };
  const WAS_PUBLIC = { ...NEVER_PUBLIC, wasPublic: true as const };
  const hold = ({ edit }: Market, id: string, review: TaskDocument['review'] = NEVER_PUBLIC) => {
    edit('tasks', id, { review });
    edit('places', id, { paused: true, inReview: true });
  };
  testCases([
    ['that was public before, with its work', (market) => hold(market, 'open', WAS_PUBLIC), []],
    [
      'that was never public, but has work or holds',
      (market) => hold(market, 'booked'),
      ['a task that was never public has no work and no holds: booked'],
    ],
    [
      'whose places take work',
      ({ edit }) => edit('tasks', 'open', { review: WAS_PUBLIC }),
      [],
      ['a task is paused where its places are: open'],
    ],
    [
      'that was approved without a row in the trail',
      ({ edit }) => edit('tasks', 'open', { approvals: 1 }),
      ['each admin act has one row in the trail: task open'],
    ],
    [
      'that was rejected without a review, and without a row',
      ({ edit }) => edit('tasks', 'ended', { rejection: { by: 'admin', reason: '' } }),
      ['each admin act has one row in the trail: task ended', 'a rejected task had waited for review: ended'],
    ],
  ]);
});

describe('payments', () => {
  testCases([
    [
      'a credited payment without a top-up',
      ({ edit }) => edit('payments', 'card-recorded', { state: 'credited' }),
      ['a credited payment has a top-up: card-recorded'],
    ],
    [
      'a top-up of a payment that is not credited',
      ({ post }) => post('topup', 'topup:card-recorded', 'world:payments', 'user:buyer', 10),
      ['a payment that is not credited has no top-up: card-recorded'],
    ],
    [
      'a top-up whose amount differs from the payment',
      ({ edit }) => edit('payments', 'card-credited', { coins: 150 }),
      ['a top-up is of the coins bought: card-credited'],
    ],
    [
      'a reversed payment without a reversal',
      ({ edit }) => edit('payments', 'card-credited', { state: 'reversed' }),
      ['a reversed payment is reversed once: card-credited'],
    ],
    [
      'a credited payment with a reversal',
      ({ edit }) => edit('payments', 'card-reversed', { state: 'credited' }),
      ['a reversed payment is reversed once: card-reversed'],
    ],
    [
      'a top-up without a payment',
      ({ post }) => post('topup', 'topup:ghost', 'world:payments', 'user:buyer', 10),
      ['a top-up belongs to a payment: topup:ghost'],
    ],
    [
      'a reversal without a payment',
      ({ post }) => post('reverse', 'reverse:ghost', 'user:buyer', 'world:payments', 1),
      ['a top-up belongs to a payment: reverse:ghost'],
    ],
  ]);

  test('a payment that was reversed before its credit needs no coins', () => {
    const breaks: Break = ({ edit, post }) => {
      edit('payments', 'card-recorded', { state: 'reversed' });
      post('reverse', 'reverse:card-recorded', 'user:buyer', 'world:payments', 0);
    };
    expect(violationsAfter(breaks, true)).toEqual([]);
  });
});

describe('the admin trail', () => {
  const ONE_ROW = 'each admin act has one row in the trail';
  const dropped =
    (subject: string): Break =>
    ({ tables }) => {
      for (const [key, row] of tables.adminActs) if (row.subject.id === subject) tables.adminActs.delete(key);
    };
  const repeated =
    (subject: string): Break =>
    ({ tables, act }) => {
      const row = [...tables.adminActs.values()].find((one) => one.subject.id === subject);
      if (row) act(row.service, row.action, row.subject);
    };
  const subjects = [
    ['user', 'left'],
    ['task', 'gone'],
    ['withdrawal', 'asked-approved'],
    ['withdrawal', 'asked-canceled'],
    ['payment', 'card-credited'],
  ] as const;

  testCases([
    ...subjects.flatMap(([type, id]): Case[] => [
      [`no row about ${id}`, dropped(id), [`${ONE_ROW}: ${type} ${id}`]],
      [`two rows about ${id}`, repeated(id), [`${ONE_ROW}: ${type} ${id}`]],
    ]),
    [
      'a row about a pending withdrawal',
      ({ act }) => act('wallet', 'withdrawal-canceled', { type: 'withdrawal', id: 'asked-pending' }),
      [`${ONE_ROW}: withdrawal asked-pending`],
    ],
    [
      'a row with the other outcome',
      (market) => {
        dropped('asked-canceled')(market);
        market.act('wallet', 'withdrawal-approved', { type: 'withdrawal', id: 'asked-canceled' });
      },
      [`${ONE_ROW}: withdrawal asked-canceled`],
    ],
    [
      'a row about nothing',
      ({ act }) => act('task', 'task-deleted', { type: 'task', id: 'ghost' }),
      ['a row of the trail is about something that exists: act-22'],
    ],
  ]);
});

describe('projections', () => {
  testCases([
    [
      'a balance newer than the account’s',
      ({ edit, tables }) => edit('users', 'worker', { coinVersion: existing(tables.users, 'worker').coinVersion + 1 }),
      ['a shown balance is not newer than the account: worker'],
      ['a shown balance is up to date: worker'],
    ],
    [
      'a balance that differs from the account’s',
      ({ edit, tables }) => edit('users', 'worker', { coins: existing(tables.users, 'worker').coins + 1 }),
      ['a shown balance is the account’s: worker'],
    ],
    [
      'an outdated balance',
      ({ edit, tables }) =>
        edit('users', 'worker', { coins: 1, coinVersion: existing(tables.users, 'worker').coinVersion - 1 }),
      [],
      ['a shown balance is up to date: worker'],
    ],
    [
      'places newer than the submission service’s',
      ({ edit, tables }) => edit('tasks', 'open', { places: { ...existing(tables.tasks, 'open').places, version: 8 } }),
      ['shown places are not newer than the places: open'],
      ['shown places are up to date: open'],
    ],
    ...(['open', 'pending', 'approved'] as const).map(
      (kind): Case => [
        `a different number of ${kind} places`,
        ({ edit, tables }) =>
          edit('tasks', 'open', { places: { ...existing(tables.tasks, 'open').places, [kind]: 3 } }),
        ['shown places are the places: open'],
      ],
    ),
    [
      'outdated places',
      ({ edit, tables }) =>
        edit('tasks', 'open', { places: { ...existing(tables.tasks, 'open').places, version: 6, open: 4 } }),
      [],
      ['shown places are up to date: open'],
    ],
  ]);
});

describe('without pending events', () => {
  testCases([
    [
      'an event that is not published',
      ({ tables }) => tables.outbox.set('task:e1', { _id: 'e1', service: 'task', topic: 'task', key: 'k', value: '' }),
      [],
      ['outboxes are empty: task:e1'],
    ],
    [
      'a parked event',
      ({ tables }) =>
        tables.parked.set('wallet:task:e1', {
          _id: 'task:e1',
          service: 'wallet',
          topic: 'task',
          key: 'k',
          value: '',
          position: '1',
          type: 'task.published',
          reason: 'poison',
          attempts: 5,
          parkedAt: '',
          order: 0,
          waitingFor: null,
        }),
      [],
      ['nothing is parked: wallet:task:e1'],
    ],
    [
      'an approved submission without a settle',
      (market) => {
        market.edit('submissions', 'waiting', { status: 'approved' });
        market.count('open', { pending: 0, approved: 3 });
        outOfEscrow(market, 'open', 5);
      },
      [],
      ['an approved submission is settled: waiting'],
    ],
    ...(['funding', 'deleting'] as const).map(
      (state): Case => [
        `a task that is still ${state}`,
        ({ edit }) => edit('tasks', 'open', { state }),
        [],
        ['no task is in a transient state: open'],
      ],
    ),
    [
      'a funded task without places',
      (market) => {
        market.task('without-places', { places: 1, payable: 4 });
        market.tables.places.delete('without-places');
      },
      [],
      ['a funded task has places: without-places'],
    ],
    [
      'a deleted task with open places',
      ({ edit }) => edit('tasks', 'open', { state: 'deleted' }),
      [],
      ['a task is closed or deleted when its places are closed: open'],
    ],
    [
      'a visible task with closed places',
      ({ edit }) => edit('tasks', 'gone', { state: 'open' }),
      [],
      ['a task is closed or deleted when its places are closed: gone'],
    ],
    [
      'an unfinished role change',
      ({ edit }) => edit('users', 'worker', { changing: 1 }),
      [],
      ['no role change is in progress: worker'],
    ],
    [
      'a closing that no service was asked about, and one without an answer',
      ({ edit }) => {
        edit('users', 'worker', { closing: { requestedAt: 1, closesAt: 2, coins: 0 } });
        edit('users', 'buyer', { closing: { requestedAt: 1, closesAt: 2, coins: 0, check: 1 }, closingCheckAt: 3 });
      },
      [],
      ['a closing is checked: worker', 'each service has answered what is due: buyer'],
    ],
    [
      'an account that stays open although nothing is due',
      ({ edit }) => {
        const closing = { requestedAt: 1, closesAt: 2, coins: 0, check: 1, due: { submission: 0, wallet: 0 } };
        edit('users', 'worker', { closing, closingCheckAt: 3 });
        edit('users', 'buyer', { closing: { ...closing, due: { submission: 0, wallet: 1 } }, closingCheckAt: 3 });
      },
      [],
      ['an account closes once nothing is due: worker'],
    ],
    [
      'a user without the initial grant',
      (market) => {
        const { tables, add } = market;
        add('users', { ...existing(tables.users, 'worker'), _id: 'poor', coins: 0, coinVersion: -1 });
        add('accounts', { ...existing(tables.accounts, 'user:worker'), _id: 'user:poor', balance: 0, version: 0 });
      },
      [],
      ['every user has a grant, or waits for it: poor'],
    ],
    [
      'a user whose grant waits, but was posted',
      ({ edit }) => edit('users', 'worker', { waitingGrant: { for: 'email', network: 'n', at: 0 } }),
      [],
      ['every user has a grant, or waits for it: worker'],
    ],
    [
      'a user without a wallet account',
      ({ tables, add }) =>
        add('users', { ...existing(tables.users, 'worker'), _id: 'unknown', coins: 0, coinVersion: -1 }),
      [],
      ['a shown balance is up to date: unknown', 'every user has a grant, or waits for it: unknown'],
    ],
    [
      'a closed account with coins',
      ({ post }) => post('role', 'gift', 'world:adjust', 'user:left', 5),
      [],
      ['a closed account is empty: left'],
    ],
  ]);
});

test('a violation contains the difference', () => {
  const market = soundMarket();
  market.edit('withdrawals', 'asked-approved', { coins: 4 });
  expect(checkInvariants(market.snapshot, { quiet: true })).toEqual([
    { invariant: 'a payout is of the coins asked for', subject: 'asked-approved', detail: '{"coins":4,"paid":3}' },
  ]);
});

test('a grant that waits is no violation', () => {
  const market = soundMarket();
  const { tables, add } = market;
  const waitingGrant = { for: 'admin', check: 'network', network: 'n', at: 0 } as const;
  const none = { coins: 0, coinVersion: -1, waitingGrant };
  add('users', { ...existing(tables.users, 'worker'), _id: 'waits', ...none });
  add('accounts', { ...existing(tables.accounts, 'user:worker'), _id: 'user:waits', balance: 0, version: 0 });
  expect(checkInvariants(market.snapshot, { quiet: true })).toEqual([]);
});

test('an account number that is kept past its time', () => {
  const market = soundMarket();
  const { eraseAt = 0 } = existing(market.tables.withdrawals, 'asked-paid');
  expect(checkInvariants(market.snapshot, { quiet: true, now: eraseAt - 1 })).toEqual([]);
  expect(checkInvariants(market.snapshot, { quiet: true, now: eraseAt })).toMatchObject([
    { invariant: 'no deadline has passed', subject: 'asked-paid' },
  ]);
});

test('a hold that is kept past its time', () => {
  const market = soundMarket();
  market.edit('withdrawals', 'asked-held', { holdUntil: 1000 });
  expect(checkInvariants(market.snapshot, { quiet: true, now: 999 })).toEqual([]);
  expect(checkInvariants(market.snapshot, { quiet: true, now: 1000 })).toMatchObject([
    { invariant: 'no deadline has passed', subject: 'asked-held' },
  ]);
});

test('a notification that is kept past its time', () => {
  const market = soundMarket();
  const { at } = existing(market.tables.notifications, 'told-1');
  market.edit('withdrawals', 'asked-paid', { eraseAt: at * 2 });
  market.edit('reservations', 'kept', { expiresAt: at * 2 });
  const due = at + NOTIFICATION_DAYS * DAY_MS;
  expect(checkInvariants(market.snapshot, { quiet: true, now: due - 1 })).toEqual([]);
  expect(checkInvariants(market.snapshot, { quiet: true, now: due })).toMatchObject(
    ['told-1', 'told-2'].map((subject) => ({ invariant: 'no deadline has passed', subject })),
  );
});

describe('inboxes', () => {
  const COUNTED = 'an inbox counts its notifications: worker';

  testCases([
    ['an unread counter that has drifted', ({ edit }) => edit('inboxes', 'worker', { unread: 2 }), [COUNTED]],
    ['a read notification that still counts', ({ edit }) => edit('notifications', 'told-2', { read: true }), [COUNTED]],
    ['a notification that is not counted', ({ tables }) => tables.notifications.delete('told-1'), [COUNTED]],
    ['notifications without an inbox', ({ tables }) => tables.inboxes.delete('worker'), [COUNTED]],
    [
      'a closed account that is told something',
      ({ edit }) => {
        edit('notifications', 'told-1', { userId: 'left' });
        edit('inboxes', 'worker', { kept: 1 });
        edit('inboxes', 'left', { kept: 1 });
      },
      ['a closed account has no notification: left'],
    ],
    [
      'more notifications than are kept',
      ({ add, edit, tables }) => {
        for (let nth = 0; nth < MAX_NOTIFICATIONS - 1; nth++)
          add('notifications', { ...existing(tables.notifications, 'told-1'), _id: `more-${nth}` });
        edit('inboxes', 'worker', { kept: MAX_NOTIFICATIONS + 1 });
      },
      ['an inbox has a limit: worker'],
    ],
  ]);
});

describe('a counter', () => {
  const violationsOf = (breaks: Break) => {
    const market = soundMarket();
    market.setCounters();
    breaks(market);
    return named(checkInvariants(market.snapshot, { quiet: false }));
  };
  const drift =
    (key: string, tally: string, field: string): Break =>
    ({ tables }) => {
      const row = existing(tables.counters, key);
      const sums = { ...row.amounts?.[tally] };
      addAmounts(sums, { [field]: 1 });
      tables.counters.set(key, { ...row, amounts: { ...row.amounts, [tally]: sums } });
    };
  const all = (service: AuditedService) => `${service}:${shardId(0)}`;

  it('equals its recount in a sound marketplace', () => {
    expect(violationsOf(() => {})).toEqual([]);
  });

  test.each(
    Object.entries(TALLIES).flatMap(([service, tallies]) =>
      tallies.flatMap(({ name, fields }) =>
        fields.map((field) => ({ service: service as AuditedService, name, field })),
      ),
    ),
  )('of all $name that has drifted in $field is detected', ({ service, name, field }) => {
    expect(violationsOf(drift(all(service), name, field))).toContain(
      `a counter equals its recount: ${service} ${name} all`,
    );
  });

  test.each([
    ['submission', 'submissions', 'worker:worker', 'earned'],
    ['submission', 'submissions', 'buyer:buyer', 'pending'],
    ['task', 'listedTasks', 'buyer:buyer', 'openPlaces'],
    ['submission', 'pendingPay', 'worker:worker', 'coins'],
    ['wallet', 'withdrawals', 'worker:worker', 'paid'],
    ['wallet', 'asked', 'worker:worker', 'coins'],
    ['wallet', 'payments', 'user:buyer', 'credited'],
  ] as const)('of the %s service over %s of %s that has drifted is detected', (service, name, owner, field) => {
    expect(violationsOf(drift(`${service}:${owner}`, name, field))).toEqual([
      `a counter equals its recount: ${service} ${name} ${owner}`,
    ]);
  });

  it('that is missing is detected', () => {
    expect(violationsOf(({ tables }) => tables.counters.delete('submission:worker:worker'))).toEqual([
      'a counter equals its recount: submission submissions worker:worker',
    ]);
  });

  it.each(['flow', 'paidIn'])('of all %s of a day that has drifted is detected', (name) => {
    const market = soundMarket();
    market.setCounters();
    const row = [...market.tables.counters.values()].find(({ _id, amounts }) => _id.startsWith('@') && amounts?.[name]);
    if (!row) throw new Error(`no day of ${name}`);
    const [field] = Object.keys(row.amounts?.[name] ?? {});
    drift(`wallet:${row._id}`, name, field as string)(market);
    expect(named(checkInvariants(market.snapshot, { quiet: false }))).toContain(
      `a counter equals its recount: wallet ${name} ${row._id.split('#')[0]}`,
    );
  });

  it('of the flow that equals its recount but not the transfers is detected', () => {
    const market = soundMarket();
    const [paid] = market.tables.transfers.values();
    if (!paid) throw new Error('no transfer');
    const later = paid.at + DAY_MS;
    for (const side of ['#0', '#1']) market.edit('entries', `${paid._id}${side}`, { at: later });
    market.setCounters();
    expect(named(checkInvariants(market.snapshot, { quiet: false }))).toEqual(
      [paid.at, later].map(
        (at) => `the coins of users and their payouts are the transfers: @${new Date(at).toISOString().slice(0, 10)}`,
      ),
    );
  });

  it('of earnings that equals its recount but not the transfers is detected', () => {
    const market = soundMarket();
    const paid = [...market.tables.transfers.values()].find(({ kind }) => kind === 'settle');
    if (!paid) throw new Error('no settle');
    const dayOf = (at: number) => `day:${paid.to}@${new Date(at).toISOString().slice(0, 10)}`;
    const later = paid.at + DAY_MS;
    market.edit('entries', `${paid._id}#1`, { at: later });
    market.setCounters();
    expect(named(checkInvariants(market.snapshot, { quiet: false }))).toEqual(
      expect.arrayContaining(
        [dayOf(paid.at), dayOf(later)].map((day) => `the earnings of a day are the transfers of that day: ${day}`),
      ),
    );
  });

  it('of withdrawn coins that equals its recount but not the payouts is detected', () => {
    expect(
      violationsOf((market) => {
        market.edit('withdrawals', 'asked-approved', { coins: 4 });
        market.tables.counters.clear();
        market.setCounters();
      }),
    ).toContain('withdrawn coins are the payouts of the ledger: worker:worker');
  });

  it('is not compared while it is incomplete, or was written during the reading', () => {
    expect(
      violationsOf((market) => {
        drift(all('task'), 'listedTasks', 'shown')(market);
        existing(market.tables.counters, all('task')).counted = { listedTasks: 'open' };
      }),
    ).toEqual([]);
    expect(
      violationsOf((market) => {
        drift(all('task'), 'listedTasks', 'shown')(market);
        existing(market.tables.counters, all('task')).isStable = false;
      }),
    ).toEqual([]);
  });
});

describe('the notes of the task service', () => {
  const NOTE = 'a note of the task service is about a submission, and never ahead of it';
  const edit =
    (id: string, changes: Parameters<Market['edit']>[2]): Break =>
    (market) => {
      market.note(id);
      market.edit('work', id, changes);
    };

  testCases([
    [
      'about no submission',
      ({ add, note, tables }) => {
        note('paid');
        add('work', { ...existing(tables.work, 'paid'), _id: 'x' });
      },
      [`${NOTE}: x`],
    ],
    ['of another worker', edit('paid', { workerId: 'other' }), [`${NOTE}: paid`]],
    ['of another task', edit('paid', { taskId: 'gone' }), [`${NOTE}: paid`]],
    ['of another buyer', edit('paid', { buyerId: 'other' }), [`${NOTE}: paid`]],
    ['whose live is wrong', edit('free-again', { live: true }), [`${NOTE}: free-again`]],
    ['decided before the submission is', edit('waiting', { decided: { approved: true } }), [`${NOTE}: waiting`]],
    [
      'approved instead of rejected',
      edit('contested', { live: true, decided: { approved: true } }),
      [`${NOTE}: contested`],
    ],
    [
      'overturned without an upheld appeal',
      edit('contested', { live: true, overturned: true }),
      [`${NOTE}: contested`],
    ],
    [
      'unexplained beside a reason',
      ({ edit: change, note }) => {
        note('free-again');
        change('submissions', 'free-again', { reason: { code: 'wrong', text: '' } });
      },
      [`${NOTE}: free-again`],
    ],
    ['that lags', edit('reversed', { live: false, overturned: undefined }), []],
  ]);

  test('are complete when each submission has one as it is', () => {
    const market = soundMarket();
    for (const id of ['paid', 'waiting', 'free-again', 'reversed', 'contested']) market.note(id);
    const incomplete = () => named(checkWorkIsComplete(market.snapshot));
    const fault = 'the task service has noted each submission as it is';
    expect(incomplete()).toEqual([`${fault}: appealable`, `${fault}: late`, `${fault}: passed-on`]);
    for (const id of ['appealable', 'late', 'passed-on']) market.note(id);
    expect(incomplete()).toEqual([]);
    market.edit('submissions', 'paid', { decidedBy: 'departure' });
    expect(incomplete()).toEqual([`${fault}: paid`]);
    market.note('paid');
    market.edit('work', 'reversed', { overturned: undefined });
    expect(incomplete()).toEqual([`${fault}: reversed`]);
  });
});
