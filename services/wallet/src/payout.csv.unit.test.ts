import { payoutCsv } from './payout.csv';
import type { WithdrawalDocument } from './withdrawal.store';

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
  search: '',
  ...changes,
  accountNumber,
});
const HEAD = 'withdrawal,requested,worker,email,payment system,account number,coins,dollars';

describe('the due payouts as CSV', () => {
  it('begin with a byte-order mark and have a head even without rows', () => {
    expect(payoutCsv([])).toBe(`\ufeff${HEAD}\r\n`);
  });

  it('keep a leading zero, and leave the place of a missing number empty', () => {
    expect(
      payoutCsv([row(), row({ _id: 'w2' }, null)])
        .split('\r\n')
        .slice(1),
    ).toEqual([
      'w1,2026-11-22T10:00:00.000Z,Wilma,wilma@example.com,bkash,01712345678,250,12.50',
      'w2,2026-11-22T10:00:00.000Z,Wilma,wilma@example.com,bkash,,250,12.50',
      '',
    ]);
  });

  it('quote separators, and disarm formulas', () => {
    const names = ['=HYPERLINK("http://evil.example")', '+1+1', '-1+1', '@SUM(A1)', '\t=x', 'Ann, "the" one'];
    const cells = names.map((workerName) => payoutCsv([row({ workerName })]).split('\r\n')[1]);
    for (const [index, cell] of cells.slice(0, -1).entries())
      expect([index, cell]).toEqual([index, expect.stringMatching(/^w1,[^,]+,"?'/)]);
    expect(cells.at(-1)).toContain(',"Ann, ""the"" one",');
  });

  it.each(['+8801712345678', '0010203040506070809010', '1E10'])('have the number %s as it is', (number) => {
    expect(payoutCsv([row({ paymentSystem: 'other' }, number)])).toContain(`,other,${number},`);
  });
});
