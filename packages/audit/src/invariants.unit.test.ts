import { checkInvariants, type Violation } from './invariants';
import { createMarket, type Market, soundMarket } from './testing';

/** Corrupts one thing in a way that no service can. */
type Break = (market: Market) => void;
/** `always` is detected at any moment, `quiet` in addition when nothing is in flight. */
type Case = readonly [what: string, breaks: Break, always: readonly string[], quiet?: readonly string[]];

const named = (violations: readonly Violation[]) =>
  [...new Set(violations.map(({ invariant, subject }) => `${invariant}: ${subject}`))].sort();

const notice = (breaks: Break, quiet: boolean) => {
  const market = soundMarket();
  breaks(market);
  return named(checkInvariants(market.snapshot, { quiet }));
};

const noticed = (cases: readonly Case[]) =>
  test.each(cases.map(([what, breaks, always, quiet = []]) => ({ what, breaks, always, quiet })))(
    '$what',
    ({ breaks, always, quiet }) => {
      expect(notice(breaks, false)).toEqual([...always].sort());
      expect(notice(breaks, true)).toEqual([...always, ...quiet].sort());
    },
  );

const own = <T>(map: ReadonlyMap<string, T>, id: string): T => {
  const found = map.get(id);
  if (!found) throw new Error(`No ${id}`);
  return found;
};

/** Changes a balance and its projection without a transfer. */
const tamper = (market: Market, id: string, { coins = 0, versions = 0 }) => {
  const { balance, version } = own(market.tables.accounts, `user:${id}`);
  const after = { balance: balance + coins, version: version + versions };
  market.edit('accounts', `user:${id}`, after);
  market.edit('users', id, { coins: after.balance, coinVersion: after.version });
};
const intoEscrow = (market: Market, taskId: string, coins: number) =>
  market.post('role', `into:${taskId}`, 'world:adjust', `escrow:${taskId}`, coins);
const outOfEscrow = (market: Market, taskId: string, coins: number) =>
  market.post('role', `out-of:${taskId}`, `escrow:${taskId}`, 'world:adjust', coins);

const NO_PLACES = { version: 0, open: 0, pending: 0, approved: 0 };

describe('a sound marketplace', () => {
  test.each([true, false])('has no violation (quiet: %s)', (quiet) => {
    expect(checkInvariants(soundMarket().snapshot, { quiet })).toEqual([]);
  });

  test.each([true, false])('has no violation while empty (quiet: %s)', (quiet) => {
    expect(checkInvariants(createMarket().snapshot, { quiet })).toEqual([]);
  });
});

describe('the ledger', () => {
  const BALANCED = 'every transfer has two entries that sum to zero';
  const gift: Break = ({ post }) => post('role', 'gift', 'world:adjust', 'user:worker', 5);

  noticed([
    [
      'a transfer whose coins its entries do not have',
      (market) => {
        gift(market);
        market.edit('transfers', 'gift', { amount: 6 });
      },
      [`${BALANCED}: gift`],
    ],
    [
      'a transfer to somebody else than its entries say',
      (market) => {
        gift(market);
        market.edit('transfers', 'gift', { to: 'user:buyer' });
      },
      [`${BALANCED}: gift`],
    ],
    [
      'a transfer from somewhere else than its entries say',
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
        'users + escrow = grants + top-ups ± adjustments − payouts: all accounts, by -5 coins',
      ],
    ],
    [
      'a transfer with an entry too many',
      (market) => {
        market.post('role', 'gift', 'world:adjust', 'world:promo', 0);
        const entry = own(market.tables.entries, 'gift#1');
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
      'entries that no transfer explains',
      (market) => {
        const entry = own(market.tables.entries, 'grant:worker#1');
        market.add('entries', { ...entry, _id: 'a', transfer: 'nowhere', amount: 7 });
        market.add('entries', { ...entry, _id: 'b', transfer: 'nowhere', amount: -7 });
        tamper(market, 'worker', { versions: 2 });
      },
      ['every entry belongs to a transfer: a', 'every entry belongs to a transfer: b'],
    ],
    [
      'coins that moved from one balance to another without a transfer',
      (market) => {
        tamper(market, 'worker', { coins: 1 });
        tamper(market, 'other', { coins: -1 });
      },
      ['a balance is the sum of its entries: user:other', 'a balance is the sum of its entries: user:worker'],
    ],
    [
      'coins out of nothing',
      (market) => tamper(market, 'worker', { coins: 1 }),
      [
        'a balance is the sum of its entries: user:worker',
        'users + escrow = grants + top-ups ± adjustments − payouts: all accounts, by 1 coins',
      ],
    ],
    [
      'a version that skipped one',
      (market) => tamper(market, 'worker', { versions: 1 }),
      ['a version counts the entries: user:worker'],
    ],
    [
      'a balance below zero',
      ({ post }) => post('role', 'too-much', 'user:worker', 'world:adjust', 100),
      ['no balance is negative: user:worker'],
    ],
    [
      'entries of an account that is not there',
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
  const ESCROW_LEFT = ['escrow = payable × (open + pending): open'];

  noticed([
    [
      'a place that was given twice',
      (market) => {
        market.add('tasks', {
          ...own(market.tables.tasks, 'open'),
          _id: 'none',
          cost: -5,
          places: NO_PLACES,
        });
        market.add('places', { ...own(market.tables.places, 'open'), _id: 'none', places: NO_PLACES });
        market.count('none', { open: -1 });
        market.post('fund', 'fund:none', 'user:buyer', 'escrow:none', -5);
        intoEscrow(market, 'none', 5);
      },
      ['amounts are whole and not negative: fund:none', 'open places are not negative: none'],
      ['escrow = payable × (open + pending): none'],
    ],
    [
      'a pending place that nobody took',
      (market) => {
        market.count('open', { pending: 2, open: 0 });
      },
      ['pending places are pending submissions: open'],
    ],
    [
      'an approved place that nobody took',
      (market) => {
        market.count('open', { approved: 3, open: 0 });
        outOfEscrow(market, 'open', 5);
      },
      ['approved places are approved submissions: open'],
    ],
    [
      'places of no task',
      ({ add, tables }) =>
        add('places', { ...own(tables.places, 'gone'), _id: 'ghost', places: { ...NO_PLACES, version: 1 } }),
      ['places belong to a task: ghost'],
    ],
    [
      'a place too few',
      ({ count }) => count('open', { open: 0 }),
      ['places = open + pending + approved + refunded: open'],
      ESCROW_LEFT,
    ],
    [
      'a place too many',
      (market) => {
        market.count('open', { open: 2 });
        intoEscrow(market, 'open', 5);
      },
      ['places = open + pending + approved + refunded: open'],
    ],
    [
      'a closed task with a place to take',
      (market) => {
        market.count('gone', { open: 1 });
        intoEscrow(market, 'gone', 4);
      },
      ['places = open + pending + approved + refunded: gone'],
    ],
    [
      'a closed task with more places than were posted',
      (market) => {
        for (const id of ['a', 'b', 'c']) market.submission(id, 'gone', id, 'pending');
        market.count('gone', { pending: 3 });
        intoEscrow(market, 'gone', 12);
      },
      ['places = open + pending + approved + refunded: gone'],
    ],
    [
      'a worker with two live submissions to a task',
      ({ edit }) => edit('submissions', 'waiting', { workerId: 'worker' }),
      ['at most one live submission per task and worker: open worker'],
    ],
    [
      'a rejected submission that blocks another',
      ({ edit }) => edit('submissions', 'late', { live: true }),
      ['live is pending or approved: late'],
    ],
    [
      'a pending submission that blocks no other',
      ({ edit }) => edit('submissions', 'waiting', { live: false }),
      ['live is pending or approved: waiting'],
    ],
  ]);
});

describe('transfers out of escrow', () => {
  const SETTLE = 'a settle pays an approved submission';
  const LATE = 'a refund gives back a rejected place of a closed task';
  const CLOSED = 'a refund gives back places of a closed task';

  noticed([
    [
      'a settle of nothing',
      ({ post }) => post('settle', 'settle:ghost', 'world:adjust', 'user:worker', 5),
      [`${SETTLE}: settle:ghost`],
    ],
    [
      'a settle of what is not approved',
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
      [`${SETTLE}: settle:paid`],
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
      'a late refund of what was not rejected',
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
      ({ edit }) => edit('submissions', 'late', { payable: 5 }),
      [`${LATE}: refund:late`],
    ],
    [
      'a refund of a task that is open',
      (market) => {
        market.post('refund', 'refund:open', 'escrow:open', 'user:buyer', 5);
        intoEscrow(market, 'open', 5);
      },
      [`${CLOSED}: refund:open`],
    ],
    [
      'a refund of no task',
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

describe('escrow', () => {
  noticed([
    [
      'a shown task that nobody paid for',
      ({ add, tables }) => add('tasks', { ...own(tables.tasks, 'open'), _id: 'free', places: NO_PLACES }),
      ['a visible task is funded: free'],
      ['a funded task has places: free'],
    ],
    [
      'a task that was funded with less than it costs',
      (market) => {
        market.edit('tasks', 'open', { cost: 25 });
        market.count('open', { open: 2 });
        intoEscrow(market, 'open', 5);
      },
      ['a task is funded with its cost by its buyer: open'],
    ],
    [
      'a task that somebody else paid for',
      ({ edit }) => edit('tasks', 'open', { buyerId: 'other' }),
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
      'an escrow that cannot pay what may still be approved',
      (market) => outOfEscrow(market, 'open', 5),
      ['escrow covers open and pending places: open'],
      ['escrow = payable × (open + pending): open'],
    ],
    [
      'an escrow that holds half a place',
      (market) => intoEscrow(market, 'open', 1),
      ['escrow covers open and pending places: open'],
      ['escrow = payable × (open + pending): open'],
    ],
    [
      'coins left in the escrow of a deleted task',
      (market) => intoEscrow(market, 'gone', 4),
      [],
      ['escrow = payable × (open + pending): gone'],
    ],
    [
      'escrow of no task',
      (market) => intoEscrow(market, 'ghost', 5),
      ['escrow belongs to a task: escrow:ghost'],
    ],
  ]);
});

describe('withdrawals', () => {
  noticed([
    [
      'one that is approved and not paid',
      ({ edit }) => edit('withdrawals', 'asked-pending', { status: 'approved' }),
      ['an approved withdrawal has exactly one payout: asked-pending'],
    ],
    [
      'one that is paid and pending',
      ({ post }) => post('payout', 'payout:asked-pending', 'user:worker', 'world:payout', 3),
      ['an approved withdrawal has exactly one payout: asked-pending'],
    ],
    [
      'one that is paid and canceled',
      ({ edit }) => edit('withdrawals', 'asked-approved', { status: 'canceled' }),
      ['an approved withdrawal has exactly one payout: asked-approved'],
    ],
    [
      'a payout of other coins than were asked for',
      ({ edit }) => edit('withdrawals', 'asked-approved', { coins: 4 }),
      ['a payout is of the coins asked for: asked-approved'],
    ],
    [
      'a payout that nobody asked for',
      ({ post }) => post('payout', 'payout:ghost', 'user:worker', 'world:payout', 3),
      ['a payout belongs to a withdrawal: payout:ghost'],
    ],
  ]);
});

describe('payments', () => {
  noticed([
    [
      'one that is credited without coins',
      ({ edit }) => edit('payments', 'card-recorded', { state: 'credited' }),
      ['a credited payment has a top-up: card-recorded'],
    ],
    [
      'coins of one that is not credited yet',
      ({ post }) => post('topup', 'topup:card-recorded', 'world:payments', 'user:buyer', 10),
      ['a payment that is not credited has no top-up: card-recorded'],
    ],
    [
      'other coins than were bought',
      ({ edit }) => edit('payments', 'card-credited', { coins: 150 }),
      ['a top-up is of the coins bought: card-credited'],
    ],
    [
      'one that is called reversed and was not',
      ({ edit }) => edit('payments', 'card-credited', { state: 'reversed' }),
      ['a reversed payment is reversed once: card-credited'],
    ],
    [
      'one that was reversed and is still called credited',
      ({ edit }) => edit('payments', 'card-reversed', { state: 'credited' }),
      ['a reversed payment is reversed once: card-reversed'],
    ],
    [
      'coins for no payment',
      ({ post }) => post('topup', 'topup:ghost', 'world:payments', 'user:buyer', 10),
      ['a top-up belongs to a payment: topup:ghost'],
    ],
    [
      'a reversal of no payment',
      ({ post }) => post('reverse', 'reverse:ghost', 'user:buyer', 'world:payments', 1),
      ['a top-up belongs to a payment: reverse:ghost'],
    ],
  ]);

  test('a payment that was reversed before its credit needs no coins', () => {
    const breaks: Break = ({ edit, post }) => {
      edit('payments', 'card-recorded', { state: 'reversed' });
      post('reverse', 'reverse:card-recorded', 'user:buyer', 'world:payments', 0);
    };
    expect(notice(breaks, true)).toEqual([]);
  });
});

describe('projections', () => {
  noticed([
    [
      'a balance newer than the account’s',
      ({ edit, tables }) =>
        edit('users', 'worker', { coinVersion: own(tables.users, 'worker').coinVersion + 1 }),
      ['a shown balance is not newer than the account: worker'],
      ['a shown balance is up to date: worker'],
    ],
    [
      'another balance than the account’s',
      ({ edit, tables }) => edit('users', 'worker', { coins: own(tables.users, 'worker').coins + 1 }),
      ['a shown balance is the account’s: worker'],
    ],
    [
      'a balance that is behind',
      ({ edit, tables }) =>
        edit('users', 'worker', { coins: 1, coinVersion: own(tables.users, 'worker').coinVersion - 1 }),
      [],
      ['a shown balance is up to date: worker'],
    ],
    [
      'places newer than there are',
      ({ edit, tables }) =>
        edit('tasks', 'open', { places: { ...own(tables.tasks, 'open').places, version: 8 } }),
      ['shown places are not newer than the places: open'],
      ['shown places are up to date: open'],
    ],
    ...(['open', 'pending', 'approved'] as const).map(
      (kind): Case => [
        `other ${kind} places than there are`,
        ({ edit, tables }) =>
          edit('tasks', 'open', { places: { ...own(tables.tasks, 'open').places, [kind]: 3 } }),
        ['shown places are the places: open'],
      ],
    ),
    [
      'places that are behind',
      ({ edit, tables }) =>
        edit('tasks', 'open', { places: { ...own(tables.tasks, 'open').places, version: 6, open: 4 } }),
      [],
      ['shown places are up to date: open'],
    ],
  ]);
});

describe('without pending events', () => {
  noticed([
    [
      'an event that is not published',
      ({ tables }) =>
        tables.outbox.set('task:e1', { _id: 'e1', service: 'task', topic: 'task', key: 'k', value: '' }),
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
      'an approved submission that was never paid',
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
      'a funded task that nobody can submit to',
      (market) => {
        market.task('unheard-of', { places: 1, payable: 4 });
        market.tables.places.delete('unheard-of');
      },
      [],
      ['a funded task has places: unheard-of'],
    ],
    [
      'a deleted task that takes work',
      ({ edit }) => edit('tasks', 'open', { state: 'deleted' }),
      [],
      ['a task is deleted when its places are closed: open'],
    ],
    [
      'a shown task that takes none',
      ({ edit }) => edit('tasks', 'gone', { state: 'open' }),
      [],
      ['a task is deleted when its places are closed: gone'],
    ],
    [
      'a change of role that never ended',
      ({ edit }) => edit('users', 'worker', { changing: 1 }),
      [],
      ['no role change is in progress: worker'],
    ],
    [
      'somebody who never got their first coins',
      (market) => {
        const { tables, add } = market;
        add('users', { ...own(tables.users, 'worker'), _id: 'poor', coins: 0, coinVersion: 0 });
        add('accounts', { ...own(tables.accounts, 'user:worker'), _id: 'user:poor', balance: 0, version: 0 });
      },
      [],
      ['every user has a grant: poor'],
    ],
    [
      'somebody whom the wallet has never heard of',
      ({ tables, add }) =>
        add('users', { ...own(tables.users, 'worker'), _id: 'unheard', coins: 0, coinVersion: -1 }),
      [],
      ['a shown balance is up to date: unheard', 'every user has a grant: unheard'],
    ],
    [
      'a closed account that holds coins',
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
    {
      invariant: 'a payout is of the coins asked for',
      subject: 'asked-approved',
      detail: '4 asked, 3 paid',
    },
  ]);
});
