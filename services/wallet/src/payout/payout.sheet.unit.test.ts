import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { DAY_MS } from '@piecework/base';
import { sheetReply } from '@piecework/service-runtime';
import type { WithdrawalDocument } from '../withdrawal/withdrawal.store';
import { payoutSheet } from './payout.sheet';

const row = (changes: Partial<WithdrawalDocument> = {}, accountNumber: string | null = '01712345678') => ({
  _id: 'w1',
  workerId: 'u1',
  workerEmail: 'wilma@example.com',
  workerName: 'Wilma',
  coins: 250,
  paymentSystem: 'bkash' as const,
  status: 'approved' as const,
  roleVersion: 0,
  requestedAt: Date.UTC(2026, 10, 22, 10),
  unearned: 0,
  timeline: [],
  search: '',
  ...changes,
  accountNumber,
});
const cells = (...rows: ReturnType<typeof row>[]) =>
  rows.map((one) => {
    const found = payoutSheet.cellsOf(one);
    return payoutSheet.columns.map((column) => found[column]);
  });
const csv = async (accountNumber: string) => {
  const batches = async function* () {
    yield [row({}, accountNumber)];
  };
  const { body } = sheetReply('csv', payoutSheet, batches(), { name: 'due-payouts', total: 1 });
  return text(body as Readable);
};

describe('the due payouts', () => {
  it('leave the place of a missing number empty, and have coins as numbers', () => {
    const person = ['2026-11-22T10:00:00.000Z', 'Wilma', 'wilma@example.com', 'bkash'];
    expect(cells(row(), row({ _id: 'w2' }, null))).toEqual([
      ['w1', ...person, '01712345678', 250, '12.50', '', '', '', '', ''],
      ['w2', ...person, '', 250, '12.50', '', '', '', '', ''],
    ]);
  });

  it('are marked whose number was changed', () => {
    const at = Date.UTC(2026, 10, 23);
    const timeline = [{ state: 'corrected', at, mask: '678', before: '222' } as const];
    expect(cells(row({ timeline, payFrom: at + DAY_MS }))[0]?.slice(8, 10)).toEqual([
      '2026-11-23T00:00:00.000Z',
      '2026-11-24T00:00:00.000Z',
    ]);
  });

  it.each(['01712345678', '+8801712345678', '0010203040506070809010', '1E10'])(
    'have the account number %s as it is',
    async (number) => {
      expect(cells(row({}, number))[0]?.[5]).toBe(number);
      expect(await csv(number)).toContain(`,bkash,${number},`);
    },
  );
});
