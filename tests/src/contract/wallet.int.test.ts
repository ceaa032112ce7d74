import { faultyFields } from '../support/client';
import { contract, type InvalidValues, useContractFixture } from '../support/contract';

const fixture = useContractFixture();

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
  giveBonus: {
    invalidValues: {
      coins: [
        [undefined, 'Coins is required'],
        [0, 'Coins must be at least 1'],
        [1001, 'Coins must be at most 1000'],
        [1.5, 'Coins must be a whole number'],
        ['some', 'Coins must be a whole number'],
      ],
      note: [
        [undefined, 'Note is required'],
        [' ', 'Note is required'],
        [7, 'Note must be text'],
        ['x'.repeat(501), 'Note must be at most 500 characters'],
      ],
    },
    differentRequest: ({ body }) => ({ body: { ...(body as object), coins: 2 } }),
  },

  listBonuses: {},

  listWithdrawals: {},

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
  },

  listSignals: {},

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
  },

  releaseWithdrawal: {},

  cancelWithdrawal: {},

  correctAccount: { invalidValues: { accountNumber: [[undefined, 'Account Number is required'], ...accountNumber] } },

  revealAccount: {},

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
  },

  exportDuePayoutsXlsx: { file: 'due-payouts.xlsx' },

  exportDuePayouts: { file: 'due-payouts.csv' },

  createPaymentIntent: { invalidValues: { price }, differentRequest: () => ({ body: { price: 35 } }) },

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

  storePayment: { invalidValues: { amount: price }, differentRequest: () => ({ body: { amount: 35 } }) },

  // Always 404 with the simulated processor, which sends no webhooks.
  stripeWebhook: {},

  listPayments: {},

  creditPayment: {
    differentRequest: async (_sample, { stack, buyer }) => ({ params: { intent: await stack.pay(buyer, 1) } }),
  },

  requestAdjustment: {
    invalidValues: {
      coins: [
        [undefined, 'Coins is required'],
        [0, 'Coins must not be 0'],
        [1.5, 'Coins must be a whole number'],
        [-1_000_001, 'Coins must be at least -1000000'],
        [1_000_001, 'Coins must be at most 1000000'],
      ],
      kind: [
        [undefined, 'Kind must be one of refund, correction'],
        ['gift', 'Kind must be one of refund, correction'],
      ],
      reason: [
        [undefined, 'Reason is required'],
        ['too short', 'Reason must be at least 10 characters'],
        ['x'.repeat(501), 'Reason must be at most 500 characters'],
      ],
    },
    differentRequest: ({ body }) => ({ body: { ...(body as object), coins: 6 } }),
    tests: () => {
      test('answers 404 for an unknown person', async () => {
        const { stack, admin } = fixture();
        const body = { coins: 5, kind: 'refund', reason: 'For the lost submission' };
        const answer = await stack.ask('requestAdjustment', { as: admin, params: { id: 'nobody' }, body });
        expect(answer).toMatchObject({ status: 404, body: { code: 'not-found' } });
      });

      test('the person reads kind and reason in the statement, and is notified without it', async () => {
        const { stack, admin } = fixture();
        const worker = await stack.newcomer('worker');
        const body = { coins: 40, kind: 'refund', reason: 'For the lost submission' };
        const params = { id: worker.userId };
        const { state } = await stack.get('requestAdjustment', { as: admin, params, body });
        await stack.settle();
        expect(state).toBe('posted');
        const [entry] = await stack.get('statement', { as: worker });
        const about = { type: 'adjustment', adjusted: 'refund', reason: body.reason };
        expect(entry).toMatchObject({ kind: 'adjust', amount: 40, balance: 50, about });
        const [row] = await stack.get('listNotifications', { as: worker });
        expect(row).toMatchObject({ kind: 'coins-adjusted', role: 'worker', coins: 40, why: 'refund' });
        expect(JSON.stringify(row)).not.toContain(body.reason);
      });
    },
  },

  listAdjustments: {},

  decideAdjustment: {
    invalidValues: {
      status: [
        [undefined, 'Status must be approved or declined'],
        ['posted', 'Status must be approved or declined'],
      ],
    },
  },

  statement: {},

  exportStatementXlsx: { file: 'statement.xlsx' },

  exportStatement: { file: 'statement.csv' },

  dollarFlow: {
    tests: () => {
      test('is of 90 days, and names a number of days that it does not have', async () => {
        const { stack, admin } = fixture();
        expect(await stack.get('dollarFlow', { as: admin })).toHaveLength(90);
        const answer = await stack.ask('dollarFlow', { as: admin, query: { days: '31' } });
        expect([answer.status, faultyFields(answer)]).toEqual([400, ['days']]);
      });
    },
  },

  listPayoutRates: {},

  setPayoutRate: {
    invalidValues: {
      perDollar: [
        [undefined, 'Rate is required'],
        ['many', 'Rate must be a number like 122.50'],
        [0, 'Rate must be above 0'],
        ['-1', 'Rate must be above 0'],
        ['1.00001', 'Rate can have at most 4 digits behind the point'],
        ['1,000,000.1', 'Rate must be at most 1000000'],
      ],
    },
    tests: () => {
      test('is refused for a payment system that pays dollars', async () => {
        const { stack, admin } = fixture();
        const set = { as: admin, params: { system: 'other' }, body: { perDollar: '1.2' } };
        expect((await stack.ask('setPayoutRate', set)).status).toBe(404);
      });
    },
  },

  earningMonths: {
    tests: () => {
      test('names a year that is none', async () => {
        const { stack, worker } = fixture();
        const answer = await stack.ask('earningMonths', { as: worker, query: { year: 'last' } });
        expect([answer.status, faultyFields(answer)]).toEqual([400, ['year']]);
      });
    },
  },
  exportEarnings: {},
  exportEarningsXlsx: {},

  earnings: {
    tests: () => {
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
