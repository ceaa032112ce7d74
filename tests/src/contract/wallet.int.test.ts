import { DAY_MS } from '@piecework/base';
import {
  COIN_PACKAGES,
  type Entry,
  formatDay,
  type Payment,
  type Suspect,
  TEST_CARDS,
  type Withdrawal,
  XLSX_TYPE,
} from '@piecework/contracts';
import { faultyFields, outcome } from '../support/client';
import { contract, type InvalidValues, useContractFixture } from '../support/contract';
import type { Person } from '../support/people';

const fixture = useContractFixture();

const coins = (person: Person) => fixture().stack.balance(person);
/** A worker who has earned so many coins beside the starting ten. */
const earner = async (earned: number): Promise<Person> => {
  const { stack, admin } = fixture();
  const [worker, patron] = await Promise.all([stack.newcomer('worker'), stack.newcomer('buyer')]);
  await stack.enrich(patron, admin, earned);
  await stack.earn(worker, patron, earned);
  return worker;
};
const withdraw = (as: Person, withdrawalCoin: number, paymentSystem = 'bkash') =>
  fixture().stack.insert('createWithdrawal', { as, body: { withdrawalCoin, paymentSystem } });
const decide = (as: Person, id: string, status: string) =>
  fixture().stack.ask('decideWithdrawal', { as, params: { id }, body: { status } });
const decidePayout = (as: Person, id: string, body: object) =>
  fixture().stack.ask('decidePayout', { as, params: { id }, body });
const hold = (as: Person, id: string, body: object = { reasonCode: 'one-buyer' }) =>
  fixture().stack.ask('holdWithdrawal', { as, params: { id }, body });
const release = (as: Person, id: string) => fixture().stack.ask('releaseWithdrawal', { as, params: { id } });
/** With the mask of the number of `due`. */
const PAID = { outcome: 'paid', reference: 'TRX1', accountMask: '678' };
const reveal = (as: Person, id: string) => fixture().stack.ask('revealAccount', { as, params: { id } });
const correct = (as: Person, id: string, accountNumber: string) =>
  fixture().stack.ask('correctAccount', { as, params: { id }, body: { accountNumber } });
const own = async (as: Person, id: string): Promise<Withdrawal | undefined> =>
  (await fixture().stack.get('listWithdrawals', { as })).find(({ _id }) => _id === id);
/** An approved withdrawal of a new worker. */
const due = async (account: object = { accountNumber: '01712-345678' }) => {
  const worker = await earner(200);
  const body = { withdrawalCoin: 200, paymentSystem: 'bkash', ...account };
  const id = await fixture().stack.insert('createWithdrawal', { as: worker, body });
  await decide(fixture().admin, id, 'approved');
  return { worker, id };
};
const intent = async (as: Person, price: number) =>
  (await fixture().stack.get('createPaymentIntent', { as, body: { price } })).clientSecret;
const confirm = (as: Person, clientSecret: string, more: object = {}) =>
  fixture().stack.ask('confirmSimulatedPayment', {
    as,
    body: { clientSecret, cardNumber: TEST_CARDS.succeeds, ...more },
  });
const store = (as: Person, amount: number) => fixture().stack.ask('storePayment', { as, body: { amount } });
const credit = (as: Person, payment: string) =>
  fixture().stack.ask('creditPayment', { as, params: { intent: payment } });

const accountNumber: InvalidValues = [
  ['', 'Account Number is required'],
  [null, 'Account Number is required'],
  [1712345678, 'Account Number must be text'],
  ['123', 'Account Number must be at least 4 characters'],
  ['1'.repeat(35), 'Account Number must be at most 34 characters'],
  ['0171/2345', expect.stringContaining('can only have letters, digits')],
  [
    '+8801712',
    'Account Number for this payment system can only have digits, spaces and dashes, with at least four digits',
  ],
  ['- - - -', expect.stringContaining('at least four')],
  [
    '01712 abc',
    'Account Number for this payment system can only have digits, spaces and dashes, with at least four digits',
  ],
];

const PACKAGES = 'Price must be one of the packages: $1, $10, $20, $35';
const price: InvalidValues = [
  [undefined, 'Price is required'],
  ['', 'Price is required'],
  [2, PACKAGES],
  [0, 'Price must be at least 1'],
  [-35, 'Price must be at least 1'],
  [9.99, 'Price must be a whole number'],
  ['ten', 'Price must be a whole number'],
  [1e21, 'Price must be a whole number'],
];

contract('wallet', fixture, {
  listWithdrawals: {
    tests: () => {
      let worker: Person;
      let small: string;
      let large: string;
      beforeAll(async () => {
        const { stack, admin } = fixture();
        worker = await stack.newcomer('worker', 'Wanda Withdrawer');
        const patron = await stack.newcomer('buyer');
        await stack.enrich(patron, admin, 1190);
        await stack.earn(worker, patron, 1190);
        large = await withdraw(worker, 999, 'rocket');
        small = await withdraw(worker, 200, 'nagad');
      });
      const list = async (as: Person, query: Record<string, string | number> = {}) => {
        const answer = await fixture().stack.ask('listWithdrawals', { as, query });
        return { total: answer.headers['x-total-count'], rows: answer.body as Withdrawal[] };
      };

      test('shows one’s own withdrawals, newest first or by coins, with computed dollars', async () => {
        const { rows, total } = await list(worker);
        expect(total).toBe('2');
        expect(rows).toEqual([
          {
            _id: small,
            workerId: worker.userId,
            workerEmail: worker.email,
            workerName: 'Wanda Withdrawer',
            withdrawalCoin: 200,
            withdrawalAmount: 10,
            withdrawalDate: formatDay(Date.now()),
            paymentSystem: 'nagad',
            status: 'pending',
            timeline: [{ state: 'requested', at: expect.any(String) }],
          },
          expect.objectContaining({ _id: large, withdrawalAmount: 49.95 }),
        ]);
        expect((await list(worker, { sort: 'coins' })).rows.map(({ _id }) => _id)).toEqual([large, small]);
        expect((await list(worker, { limit: 1, offset: 1 })).rows.map(({ _id }) => _id)).toEqual([large]);
      });

      test('shows no withdrawals of others to workers, and all to admins, with unearned coins', async () => {
        const { otherWorker, admin } = fixture();
        expect(await list(otherWorker)).toEqual({ total: '0', rows: [] });
        const { rows } = await list(admin, { q: 'wanda', status: 'pending' });
        // The older one takes the earned coins.
        expect(rows.map(({ _id, unearnedCoin }) => [_id, unearnedCoin])).toEqual([
          [small, 9],
          [large, 0],
        ]);
        expect((await list(admin, { q: 'wanda', status: 'approved' })).rows).toEqual([]);
      });
    },
  },

  createWithdrawal: {
    invalidValues: {
      withdrawalCoin: [
        [undefined, 'Coin is required'],
        ['', 'Coin is required'],
        [199, 'Coin must be at least 200'],
        [-200, 'Coin must be at least 200'],
        [200.5, 'Coin must be a whole number'],
        ['many', 'Coin must be a whole number'],
        [1e300, 'Coin must be a whole number'],
        [null, 'Coin is required'],
      ],
      paymentSystem: [
        [undefined, 'Payment System is required'],
        ['', 'Payment System is required'],
        ['paypal', 'Payment System must be one of bkash, rocket, nagad, other'],
        [['bkash'], 'Payment System must be one of bkash, rocket, nagad, other'],
      ],
      accountNumber,
      accountFrom: [
        ['', 'Account is required'],
        ['nothing', 'Send an account number or a withdrawal that has one, but not both'],
      ],
    },
    differentRequest: ({ body }) => ({ body: { ...(body as object), withdrawalCoin: 201 } }),
    tests: () => {
      test('creates a pending withdrawal of the caller, whatever the balance, and moves no coins', async () => {
        const { stack, worker, otherWorker } = fixture();
        const before = await coins(worker);
        const id = await stack.insert('createWithdrawal', {
          as: worker,
          body: {
            withdrawalCoin: '5000',
            paymentSystem: 'other',
            workerId: otherWorker.userId,
            workerEmail: otherWorker.email,
            withdrawalAmount: 1_000_000,
            status: 'approved',
          },
        });
        const [row] = await stack.get('listWithdrawals', { as: worker, query: { limit: 1 } });
        expect(row).toMatchObject({
          _id: id,
          workerId: worker.userId,
          workerEmail: worker.email,
          withdrawalCoin: 5000,
          withdrawalAmount: 250,
          status: 'pending',
        });
        expect(await coins(worker)).toBe(before);
      });
    },
  },

  decideWithdrawal: {
    invalidValues: {
      status: [
        [undefined, 'Status must be approved or canceled'],
        ['pending', 'Status must be approved or canceled'],
        ['cancelled', 'Status must be approved or canceled'],
        [true, 'Status must be approved or canceled'],
      ],
      reason: [
        [' ', 'Reason is required'],
        [7, 'Reason must be text'],
        ['x'.repeat(501), 'Reason must be at most 500 characters'],
      ],
    },
    tests: () => {
      test('an approval takes the coins once; a repeat modifies nothing, the opposite answers 409', async () => {
        const { admin, otherAdmin } = fixture();
        const worker = await earner(300);
        const id = await withdraw(worker, 250);
        expect((await decide(admin, id, 'approved')).body).toEqual({ modifiedCount: 1, status: 'approved' });
        expect((await decide(otherAdmin, id, 'approved')).body).toMatchObject({ modifiedCount: 0 });
        expect(outcome(await decide(admin, id, 'canceled'))).toBe('409 already-decided');
        expect(await coins(worker)).toBe(60);
      });
    },
  },

  listSignals: {
    tests: () => {
      test('lists the withdrawals with an account number that two workers have given', async () => {
        const { stack, admin } = fixture();
        const body = { withdrawalCoin: 200, paymentSystem: 'rocket', accountNumber: '01555-444333' };
        const workers = await Promise.all([earner(200), earner(200)]);
        const ids = await Promise.all(workers.map((as) => stack.insert('createWithdrawal', { as, body })));
        const { body: rows, headers } = await stack.ask('listSignals', { as: admin });
        const found = (rows as Suspect[]).filter(({ _id }) => ids.includes(_id));
        expect(found.map(({ signals }) => signals.includes('shared-account'))).toEqual([true, true]);
        expect(found[0]).toMatchObject({ status: 'pending', funding: { covered: true } });
        expect(Number(headers['x-total-count'])).toBe((rows as Suspect[]).length);
        await decide(admin, ids[0] ?? '', 'canceled');
        const left = await stack.get('listSignals', { as: admin });
        expect(left.find(({ _id }) => _id === ids[0])).toBeUndefined();
        // Also that of a canceled one: its number is erased, the fingerprint stays.
        expect(left.find(({ _id }) => _id === ids[1])?.signals).toContain('shared-account');
      });
    },
  },

  holdWithdrawal: {
    invalidValues: {
      reasonCode: [
        [undefined, 'Reason is required'],
        ['mood', expect.stringMatching(/^Reason must be one of unearned-coins, /)],
      ],
      note: [
        [7, 'Note must be text'],
        [' ', 'Note is required'],
        ['x'.repeat(501), 'Note must be at most 500 characters'],
      ],
    },
    tests: () => {
      test('a held withdrawal is not approved, and its worker reads why and until when', async () => {
        const { stack, admin, otherAdmin } = fixture();
        const worker = await earner(300);
        const id = await withdraw(worker, 250);
        const note = 'Ask for an example of the work.';
        expect((await hold(admin, id, { reasonCode: 'one-buyer', note })).body).toEqual({ modifiedCount: 1 });
        expect((await hold(otherAdmin, id, { reasonCode: 'new-account' })).body).toEqual({ modifiedCount: 0 });
        expect(outcome(await decide(admin, id, 'approved'))).toBe('409 on-hold');
        const seen = await own(worker, id);
        expect(seen).toMatchObject({ status: 'pending', hold: { reasonCode: 'one-buyer' } });
        expect(JSON.stringify(seen)).not.toContain(note);
        const { at = '', until = '' } = seen?.hold ?? {};
        expect(Date.parse(until) - Date.parse(at)).toBe(10 * DAY_MS);
        const rows = await stack.get('listWithdrawals', { as: admin, query: { status: 'pending' } });
        expect(rows.find(({ _id }) => _id === id)?.hold).toMatchObject({ note });
        expect(await coins(worker)).toBe(310);
      });

      test('another reason needs a note', async () => {
        const { admin, stack } = fixture();
        const worker = await stack.newcomer('worker');
        const id = await withdraw(worker, 200);
        for (const note of [undefined, 'too short'])
          expect(faultyFields(await hold(admin, id, { reasonCode: 'other', note }))).toEqual(['note']);
        const body = { reasonCode: 'other', note: 'The worker wrote to us.' };
        expect((await hold(admin, id, body)).body).toEqual({ modifiedCount: 1 });
      });
    },
  },

  releaseWithdrawal: {
    tests: () => {
      test('a released withdrawal is decided as before; a repeat modifies nothing', async () => {
        const { admin, otherAdmin } = fixture();
        const worker = await earner(300);
        const id = await withdraw(worker, 250);
        expect((await release(admin, id)).body).toEqual({ modifiedCount: 0 });
        await hold(admin, id);
        expect((await release(otherAdmin, id)).body).toEqual({ modifiedCount: 1 });
        expect((await release(admin, id)).body).toEqual({ modifiedCount: 0 });
        expect((await decide(admin, id, 'approved')).body).toEqual({ modifiedCount: 1, status: 'approved' });
        expect((await own(worker, id))?.timeline?.map(({ state }) => state)).toEqual([
          ...['requested', 'held', 'released', 'approved'],
        ]);
        expect(outcome(await release(admin, id))).toBe('409 already-decided');
        expect(outcome(await release(admin, 'nothing'))).toBe('404 not-found');
      });
    },
  },

  correctAccount: {
    invalidValues: { accountNumber: [[undefined, 'Account Number is required'], ...accountNumber] },
    tests: () => {
      test('gives the number of one’s own withdrawal only, until it is paid', async () => {
        const { admin, otherWorker } = fixture();
        const { worker, id } = await due({});
        expect(outcome(await reveal(admin, id))).toBe('409 no-account');
        expect(outcome(await correct(otherWorker, id, '01999 888777'))).toBe('404 not-found');
        expect(outcome(await correct(admin, id, '01999 888777'))).toBe('404 not-found');
        expect((await correct(worker, id, '+880 1999 888777')).body).toEqual({ modifiedCount: 1 });
        expect((await correct(worker, id, '01999-888777')).body).toEqual({ modifiedCount: 0 });
        expect((await reveal(admin, id)).body).toEqual({ accountNumber: '01999888777' });
        expect(await own(worker, id)).toMatchObject({ accountMask: '777', payout: 'due' });
        const paid = { ...PAID, accountMask: '777' };
        expect(outcome(await decidePayout(admin, id, paid))).toBe('409 number-just-changed');
        const earlyReason = 'The worker has called';
        expect((await decidePayout(admin, id, { ...paid, earlyReason })).body).toEqual({ modifiedCount: 1 });
        expect(outcome(await correct(worker, id, '01999 888778'))).toBe('409 closed-payout');
      });
    },
  },

  revealAccount: {
    tests: () => {
      test('answers the number while the payout is due', async () => {
        const { stack, admin } = fixture();
        const { worker, id } = await due();
        const answer = await reveal(admin, id);
        expect(answer.body).toEqual({ accountNumber: '01712-345678' });
        expect(answer.headers['cache-control']).toBe('no-store');
        const body = { withdrawalCoin: 200, paymentSystem: 'bkash', accountNumber: '01712' };
        const pending = await stack.insert('createWithdrawal', { as: worker, body });
        expect(outcome(await reveal(admin, pending))).toBe('409 not-approved');
        await decidePayout(admin, id, PAID);
        expect(outcome(await reveal(admin, id))).toBe('409 closed-payout');
        expect(outcome(await reveal(admin, 'nothing'))).toBe('404 not-found');
      });
    },
  },

  decidePayout: {
    invalidValues: {
      outcome: [
        [undefined, 'Outcome must be paid or failed'],
        ['due', 'Outcome must be paid or failed'],
      ],
      reference: [
        [undefined, 'Reference is required'],
        ['  a ', 'Reference must be at least 3 characters'],
        ['x'.repeat(65), 'Reference must be at most 64 characters'],
      ],
      reason: [
        ['', 'Reason is required'],
        ['x'.repeat(501), 'Reason must be at most 500 characters'],
      ],
      accountMask: [
        [undefined, 'Account Mask is required'],
        [678, 'Account Mask must be text'],
        ['6'.repeat(35), 'Account Mask must be at most 34 characters'],
      ],
      earlyReason: [
        ['', 'Reason to pay now is required'],
        ['x'.repeat(501), 'Reason to pay now must be at most 500 characters'],
      ],
    },
    tests: () => {
      test('a failed payout needs a reason, moves no coins, and is due again with another number', async () => {
        const { stack, admin } = fixture();
        const { worker, id } = await due();
        const before = await coins(worker);
        const withoutReason = await decidePayout(admin, id, { outcome: 'failed', reference: 'TRX1' });
        expect(faultyFields(withoutReason)).toEqual(['reason']);
        const reason = 'bKash does not know this number';
        expect((await decidePayout(admin, id, { outcome: 'failed', reason })).body).toEqual({ modifiedCount: 1 });
        expect((await decidePayout(admin, id, { outcome: 'failed', reason })).body).toEqual({ modifiedCount: 0 });
        expect(outcome(await reveal(admin, id))).toBe('409 closed-payout');
        const paid = { outcome: 'paid', reference: 'TRX 2', accountMask: '666', earlyReason: 'The worker has called' };
        expect(outcome(await decidePayout(admin, id, paid))).toBe('409 closed-payout');
        expect(await own(worker, id)).toMatchObject({ status: 'approved', payout: 'failed' });

        await correct(worker, id, '01888 777666');
        expect((await decidePayout(admin, id, paid)).body).toEqual({ modifiedCount: 1 });
        expect((await decidePayout(admin, id, paid)).body).toEqual({ modifiedCount: 0 });
        expect(outcome(await decidePayout(admin, id, { ...paid, reference: 'TRX 3' }))).toBe('409 closed-payout');
        const row = await own(worker, id);
        expect(row).toMatchObject({ status: 'approved', payout: 'paid', payoutReference: 'TRX 2' });
        expect(row?.timeline?.map(({ state, note }) => [state, note])).toEqual([
          ['requested', undefined],
          ['approved', undefined],
          ['failed', reason],
          ['corrected', undefined],
          ['paid', 'TRX 2'],
        ]);
        expect(row?.timeline?.at(-2)).toMatchObject({ mask: '666', before: '678' });
        expect(await coins(worker)).toBe(before);
        const query = { payout: 'paid' as const };
        const rows = await stack.get('listWithdrawals', { as: admin, query });
        expect(rows.map(({ _id }) => _id)).toContain(id);
      });
    },
  },

  exportDuePayoutsXlsx: {
    tests: () => {
      test('has the due payouts as a spreadsheet', async () => {
        const { stack, admin } = fixture();
        await due();
        const { headers, text } = await stack.ask('exportDuePayoutsXlsx', { as: admin });
        expect(headers).toMatchObject({
          'content-type': XLSX_TYPE,
          'content-disposition': 'attachment; filename="due-payouts.xlsx"',
          'cache-control': 'no-store',
        });
        expect(text).toMatch(/^PK/);
      });
    },
  },

  exportDuePayouts: {
    tests: () => {
      test('lists the due payouts with their numbers, as text of a spreadsheet', async () => {
        const { stack, admin } = fixture();
        const { worker, id } = await due({ accountNumber: '01712 000111' });
        const { id: other } = await due();
        await decidePayout(admin, other, PAID);
        const { headers, text } = await stack.ask('exportDuePayouts', { as: admin });
        expect(headers).toMatchObject({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="due-payouts.csv"',
          'cache-control': 'no-store',
        });
        const [head, ...rows] = text.split('\r\n').filter(Boolean);
        expect(head).toBe(
          'withdrawal,requested,worker,email,payment system,account number,coins,dollars,number changed,pay from',
        );
        expect(headers['x-total-count']).toBe(String(rows.length));
        expect(rows.some((row) => row.startsWith(other))).toBe(false);
        expect(rows.find((row) => row.startsWith(id))).toMatch(
          new RegExp(`^${id},20[^,]+Z,[^,]+,${worker.email},bkash,01712000111,200,10.00,,$`),
        );
      });
    },
  },

  createPaymentIntent: {
    invalidValues: { price },
    differentRequest: () => ({ body: { price: 35 } }),
    tests: () => {
      test('the price determines the coins, and other fields of the body are ignored', async () => {
        const { stack, otherBuyer } = fixture();
        const { clientSecret } = await stack.get('createPaymentIntent', {
          as: otherBuyer,
          body: { price: '10', coins: 1_000_000, amount: 1 },
        });
        await confirm(otherBuyer, clientSecret);
        await stack.insert('storePayment', { as: otherBuyer, body: { amount: 10 } });
        const [payment] = await stack.get('listPayments', { as: otherBuyer, query: { limit: 1 } });
        expect(payment).toMatchObject({ amount: 10, coins: 150 });
      });
    },
  },

  confirmSimulatedPayment: {
    invalidValues: {
      clientSecret: [
        [undefined, 'Client secret is required'],
        ['', 'Client secret is required'],
        [{ $ne: null }, 'Client secret must be text'],
        ['x'.repeat(201), 'Client secret must be at most 200 characters'],
      ],
      cardNumber: [
        [undefined, 'Card number is required'],
        [4242424242424242, 'Card number must be text'],
        ['4242424242424241', 'Your card number is invalid.'],
        ['card', 'Your card number is invalid.'],
        ['4'.repeat(41), 'Card number must be at most 40 characters'],
      ],
      expiry: [
        ['13/30', "Your card's expiration date is invalid. Write it as MM/YY."],
        ['01/20', "Your card's expiration date is in the past."],
        [1230, 'Expiry must be text'],
      ],
      cvc: [
        ['12', "Your card's security code is invalid."],
        ['12345', 'CVC must be at most 4 characters'],
      ],
      authenticate: [['yes', 'Invalid option: expected one of "complete"|"fail"']],
    },
  },

  storePayment: {
    invalidValues: { amount: price },
    differentRequest: () => ({ body: { amount: 35 } }),
    tests: () => {
      test('records a confirmed payment once, and does not credit it', async () => {
        const buyer = await fixture().stack.newcomer('buyer');
        expect(outcome(await store(buyer, 20))).toBe('409 no-payment');
        const secret = await intent(buyer, 20);
        expect(outcome(await store(buyer, 20))).toBe('409 no-payment');
        await confirm(buyer, secret);
        expect(outcome(await store(buyer, 35))).toBe('409 no-payment');
        expect((await store(buyer, 20)).status).toBe(201);
        expect(outcome(await store(buyer, 20))).toBe('409 no-payment');
        expect(await coins(buyer)).toBe(50);
      });
    },
  },

  // Always 404 with the simulated processor, which sends no webhooks.
  stripeWebhook: {},

  listPayments: {
    tests: () => {
      test('shows buyers their own payments, newest first with the last digits of the card, and admins all', async () => {
        const { stack, otherBuyer, admin } = fixture();
        const buyer = await stack.newcomer('buyer', 'Paula');
        const first = await stack.pay(buyer, 1);
        const second = await stack.pay(buyer, 10);
        await credit(admin, first);
        const answer = await stack.ask('listPayments', { as: buyer });
        expect(answer.headers['x-total-count']).toBe('2');
        const rows = answer.body as Payment[];
        expect(
          rows.map(({ _id, amount, coins: bought, card, state, shortfall, email }) => [
            _id,
            amount,
            bought,
            card,
            state,
            shortfall,
            email,
          ]),
        ).toEqual([
          [second, 10, 150, '4242', 'recorded', 0, buyer.email],
          [first, 1, 10, '4242', 'credited', 0, buyer.email],
        ]);
        expect(Math.abs(Date.parse(rows[0]?.time ?? '') - Date.now())).toBeLessThan(60_000);
        const states = await stack.get('listPayments', { as: buyer, query: { state: 'credited' } });
        expect(states.map(({ _id }) => _id)).toEqual([first]);
        const theirs = await stack.get('listPayments', { as: otherBuyer });
        expect(theirs.map(({ _id }) => _id)).not.toContain(first);
        const all = await stack.get('listPayments', { as: admin, query: { q: buyer.email } });
        expect(all.map(({ _id }) => _id)).toEqual([second, first]);
      });
    },
  },

  creditPayment: {
    differentRequest: async (_sample, { stack, buyer }) => ({ params: { intent: await stack.pay(buyer, 1) } }),
    tests: () => {
      test.each(COIN_PACKAGES.map(({ price: paid, coins: bought }) => [paid, bought]))(
        'credits the coins of a $%i payment once: %i',
        async (paid, bought) => {
          const { stack, admin, otherAdmin } = fixture();
          const buyer = await stack.newcomer('buyer');
          const payment = await stack.pay(buyer, paid);
          const twins = await Promise.all([admin, otherAdmin, admin].map((as) => credit(as, payment)));
          const counts = twins.map(({ body }) => (body as { modifiedCount: number }).modifiedCount);
          expect(counts.sort()).toEqual([0, 0, 1]);
          expect((await credit(admin, payment)).body).toEqual({ modifiedCount: 0 });
          expect(await coins(buyer)).toBe(50 + bought);
        },
      );
    },
  },

  statement: {
    tests: () => {
      test('lists the caller’s entries newest first with running balances, in pages', async () => {
        const { stack, buyer } = fixture();
        const worker = await earner(30);
        const answer = await stack.ask('statement', { as: worker });
        expect(answer.headers['x-total-count']).toBe('2');
        const rows = answer.body as Entry[];
        expect(rows.map(({ kind, amount, balance }) => [kind, amount, balance])).toEqual([
          ['settle', 30, 40],
          ['grant', 10, 10],
        ]);
        expect(rows[1]?.transfer).toBe(`grant:${worker.userId}`);
        const page = await stack.get('statement', { as: worker, query: { limit: 1, offset: 1 } });
        expect(page).toEqual([rows[1]]);
        const searched = await stack.get('statement', { as: buyer, query: { q: 'grant:' } });
        expect(searched.map(({ kind }) => kind)).toEqual(['grant']);
        const settled = await stack.ask('statement', { as: worker, query: { kind: 'settle' } });
        expect([settled.body, settled.headers['x-total-count']]).toEqual([[rows[0]], '1']);
      });
    },
  },

  exportStatementXlsx: {
    tests: () => {
      test('has the statement as a spreadsheet', async () => {
        const { stack } = fixture();
        const worker = await earner(30);
        const { headers, text } = await stack.ask('exportStatementXlsx', { as: worker });
        expect(headers).toMatchObject({
          'content-type': XLSX_TYPE,
          'content-disposition': 'attachment; filename="statement.xlsx"',
          'cache-control': 'no-store',
          'x-total-count': '2',
        });
        expect(text).toMatch(/^PK/);
      });
    },
  },

  exportStatement: {
    tests: () => {
      test('lists the rows of the statement, or those of one kind, as text of a spreadsheet', async () => {
        const { stack } = fixture();
        const worker = await earner(30);
        const { headers, text } = await stack.ask('exportStatement', { as: worker });
        expect(headers).toMatchObject({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="statement.csv"',
          'cache-control': 'no-store',
          'x-total-count': '2',
        });
        const [head, settle, grant] = text.split('\r\n');
        expect(head).toBe('time,kind,amount,balance,about,id,title,transfer,payout');
        expect(settle).toMatch(/^20[^,]+Z,settle,30,40,submission,/);
        expect(grant).toMatch(new RegExp(`Z,grant,10,10,account,${worker.userId},,grant:${worker.userId},$`));
        const grants = await stack.ask('exportStatement', { as: worker, query: { kind: 'grant' } });
        expect(grants.text.split('\r\n').filter(Boolean)).toEqual([head, grant]);
      });
    },
  },

  dollarFlow: {
    tests: () => {
      test('has the dollars of each of the last days', async () => {
        const { stack, admin } = fixture();
        const today = async () => (await stack.get('dollarFlow', { as: admin, query: { days: '30' } })).at(-1);
        const before = await today();
        const buyer = await stack.newcomer('buyer');
        await credit(admin, await stack.pay(buyer, 10));
        const after = await today();
        const gained = (of: 'dollarsIn' | 'dollarsOwed') =>
          Math.round(100 * ((after?.[of] ?? 0) - (before?.[of] ?? 0))) / 100;
        // 50 starting coins and 150 bought ones pay out 10 dollars.
        expect([gained('dollarsIn'), gained('dollarsOwed')]).toEqual([10, 10]);
        expect(after?.day).toBe(new Date().toISOString().slice(0, 10));
        expect(await stack.get('dollarFlow', { as: admin })).toHaveLength(90);
      });

      test('names a number of days that it does not have', async () => {
        const { stack, admin } = fixture();
        const answer = await stack.ask('dollarFlow', { as: admin, query: { days: '31' } });
        expect([answer.status, faultyFields(answer)]).toEqual([400, ['days']]);
      });
    },
  },

  earnings: {
    tests: () => {
      test('has the earnings and withdrawals of each of the last days', async () => {
        const { stack } = fixture();
        const worker = await earner(30);
        const days = await stack.get('earnings', { as: worker });
        expect(days).toHaveLength(30);
        expect(days.at(-1)).toEqual({ day: new Date().toISOString().slice(0, 10), earned: 30, withdrawn: 0 });
        for (const count of ['90', '365'] as const)
          expect(await stack.get('earnings', { as: worker, query: { days: count } })).toHaveLength(Number(count));
      });

      test('names a number of days that it does not have', async () => {
        const { stack, worker } = fixture();
        const { status, body } = await stack.ask('earnings', { as: worker, query: { days: '31' } });
        expect([status, body]).toEqual([
          400,
          expect.objectContaining({ errors: [{ field: 'days', message: 'days must be one of 30, 90, 365' }] }),
        ]);
      });
    },
  },
});
