import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLog } from '@piecework/base';
import type { Answer } from '../support/client';
import type { Person } from '../support/people';
import { useStack } from '../support/stack';

// I18: an account number is nowhere in plain but in the answers that admins ask for.
const FIRST = '01790001111';
const SECOND = '01790002222';
const THIRD = 'marker+1790003333@bank.example';
const LETTERS = 'LETTERS1790004444';

let admin: Person;
let worker: Person;
const written: string[] = [];
const stack = useStack(
  {},
  async (started) => {
    admin = await started.signUp('admin', 'Ada');
    worker = await started.signUp('worker', 'Wilma');
    const buyer = await started.signUp('buyer', 'Bella');
    await started.enrich(buyer, admin, 2000);
    await started.earn(worker, buyer, 1500);
  },
  (part) => createLog(part, 'debug', { write: (line) => void written.push(line) }),
);

const answers: Answer[] = [];
const ask: ReturnType<typeof stack>['ask'] = async (operation, asked) => {
  const answer = await stack().ask(operation, asked);
  answers.push(answer);
  return answer;
};
const request = async (body: object, key: string): Promise<string> => {
  const asked = { withdrawalCoin: 200, paymentSystem: 'bkash', ...body };
  const { body: made } = await ask('createWithdrawal', { as: worker, body: asked, key });
  return (made as { insertedId: string }).insertedId;
};
const approve = (id: string) => ask('decideWithdrawal', { as: admin, params: { id }, body: { status: 'approved' } });
const payout = (id: string, body: object) => ask('decidePayout', { as: admin, params: { id }, body });

test('an account number is in no file, log, event or answer but those that reveal it', async () => {
  const first = await request({ accountNumber: FIRST }, 'first');
  // A repeat, and the same key with another number.
  expect(await request({ accountNumber: FIRST }, 'first')).toBe(first);
  await ask('createWithdrawal', {
    as: worker,
    body: { withdrawalCoin: 200, paymentSystem: 'bkash', accountNumber: SECOND },
    key: 'first',
  });
  const copy = await request({ accountFrom: first }, 'copy');
  const other = await request({ paymentSystem: 'other', accountNumber: THIRD }, 'other');
  await ask('createWithdrawal', {
    as: worker,
    body: { withdrawalCoin: 200, paymentSystem: 'nagad', accountNumber: LETTERS },
    key: 'letters',
  });
  for (const id of [first, copy, other]) await approve(id);
  await payout(first, { outcome: 'failed', reason: 'bKash does not know this number' });
  await ask('correctAccount', { as: worker, params: { id: first }, body: { accountNumber: SECOND } });
  await ask('listWithdrawals', { as: worker });
  await ask('listWithdrawals', { as: admin, query: { q: FIRST } });

  const csv = await stack().ask('exportDuePayouts', { as: admin });
  for (const number of [FIRST, SECOND, THIRD]) expect(csv.text).toContain(number);
  const revealed = await stack().ask('revealAccount', { as: admin, params: { id: first } });
  expect(revealed.body).toEqual({ accountNumber: SECOND });
  const paid = { outcome: 'paid', reference: 'TRX 1', accountMask: SECOND.slice(-3) };
  await payout(first, { ...paid, earlyReason: 'The worker has called' });
  await stack().settle();

  // A back-up holds the documents and events of these files.
  const { dataDir } = stack().settings;
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['wallet.sqlite', 'events.sqlite']));
  for (const number of [FIRST, SECOND, THIRD, LETTERS]) {
    for (const { parentPath, name } of files)
      expect([name, readFileSync(join(parentPath, name)).includes(number)]).toEqual([name, false]);
    expect(written.filter((line) => line.includes(number))).toEqual([]);
    expect(answers.filter(({ text }) => text.includes(number))).toEqual([]);
  }
  expect(written.join('')).toContain('revealAccount');
});
