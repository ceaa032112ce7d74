import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { eventually } from '@piecework/base/testing';
import type { Answer, Page as BatchPage } from '@piecework/contracts';
import type { Page } from 'playwright-core';
import { type OpenedPage, type Product, signIn, untilMessage, useProduct } from '../../support/browser';
import { PHONE } from '../../support/chromium';
import { press as pressKey } from '../../support/keyboard';
import type { Person } from '../../support/people';
import { expectCleanConsole, PICTURE, pictureOf, press, untilVisible } from '../steps';

const { journey } = useProduct({ translated: true });

const inAYear = () => `${new Date().getUTCFullYear() + 1}-05-17`;

/** Fills the step What, and goes on to the next. */
const describeWork = async (page: Page, template: string, texts: Record<string, string>) => {
  await page.goto('/dashboard/batches');
  await press(page, 'New batch');
  await press(page, `Start with: ${template}`);
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label).fill(text);
  await page.getByLabel('Completion Date').fill(inAYear());
  await page.getByLabel('Task Image').setInputFiles(PICTURE);
  await page.getByText('Picture uploaded.').waitFor();
  await press(page, 'Next: Form');
};

const addChoice = async (page: Page, kind: string, label: string, options: string) => {
  await page.getByRole('group', { name: 'Add a field' }).getByRole('button', { name: kind, exact: true }).click();
  await page.getByLabel('Label', { exact: true }).last().fill(label);
  await page.getByLabel('Options').last().fill(options);
};

const uploadFile = async (page: Page, name: string, bytes: Buffer, rows: number) => {
  await press(page, 'Next: Data');
  await page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: bytes });
  await untilVisible(page, `${rows} rows uploaded.`);
  await press(page, 'Next: Pay');
};

/** @returns the id of the task */
const publish = async ({ page }: OpenedPage, { client }: Product, buyer: Person): Promise<string> => {
  await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor();
  await press(page, 'Publish');
  await page.waitForURL('**/dashboard/buyerTask');
  await untilMessage(page, 'Successfully submitted');
  const [task] = await client.get('listTasks', { as: buyer, query: { mine: '1' } });
  return task?._id ?? '';
};

/** Takes and answers pages until there is none for this worker. */
const workByApi = async (
  { client }: Product,
  as: Person,
  taskId: string,
  answerOf: (row: BatchPage['rows'][number]) => Answer,
  most = Number.POSITIVE_INFINITY,
): Promise<number> => {
  for (let done = 0; done < most; done++) {
    const held = await client.get('reservePlace', { as, params: { id: taskId }, query: {} });
    if (!('page' in held) || !held.page) return done;
    const { number, rows } = held.page;
    await client.insert('createSubmission', { as, body: { taskId, page: number, answers: rows.map(answerOf) } });
  }
  return most;
};

const approveAll = async ({ client }: Product, buyer: Person, taskId: string) => {
  const pending = await client.get('listSubmissions', { as: buyer, query: { taskId, status: 'pending' } });
  for (let at = 0; at < pending.length; at += 100) {
    const decisions = pending.slice(at, at + 100).map(({ _id: id }) => ({ id, status: 'approved' as const }));
    await client.get('decideSubmissions', { as: buyer, body: { decisions } });
  }
  return pending.length;
};

/** Read by a program that is not ours. */
const tableOf = (csv: string): Record<string, string>[] => {
  const script =
    'import csv, io, json, sys; print(json.dumps(list(csv.DictReader(io.StringIO(sys.stdin.read(), newline="")))))';
  return JSON.parse(execFileSync('python3', ['-c', script], { input: csv.replace(/^\ufeff/, ''), encoding: 'utf8' }));
};

const downloadTable = async (page: Page, taskId: string, file: string) => {
  await page.goto(`/dashboard/buyerTask/${taskId}`);
  await press(page, 'Download');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: file }).click(),
  ]);
  return tableOf(await readFile(await download.path(), 'utf8'));
};

const untilPaid = ({ people }: Product, workers: readonly Person[], coins: number) =>
  eventually(async () => {
    const balances = await Promise.all(workers.map((worker) => people.balance(worker)));
    return balances.reduce((sum, balance) => sum + balance, 0) === coins;
  }, 'the approved answers to be paid');

const STALLS = 500;
const SELLS = ['fruit', 'fish', 'bread'];
const SEEN = ['awning', 'person'];

/** Deterministic, so that the download can be compared. */
const stallOf = (key: string): { sells: string; seen?: string[] } => {
  const number = Number(key.slice(2));
  const seen = SEEN.filter((_, at) => (number >> at) % 2 === 1);
  return { sells: SELLS[number % SELLS.length] ?? '', ...(seen.length > 0 && { seen }) };
};

/** A page of five rows, by its headings. */
const keysOf = async (page: Page): Promise<string[]> => {
  await page.getByRole('region', { name: /^Row 1 of 5/ }).waitFor();
  const titles = await page.getByRole('heading', { name: /^Row \d of 5/ }).allTextContents();
  return titles.map((title) => /S-\d+/.exec(title)?.[0] ?? '');
};

/** The focus has moved into the row. */
const untilRow = (page: Page, row: number) =>
  page.waitForFunction(
    (name) => document.activeElement?.closest('section')?.textContent?.includes(name),
    `Row ${row} of 5`,
  );

const answerByKeys = async ({ page }: OpenedPage) => {
  const keys = await keysOf(page);
  for (const key of keys) {
    const { sells, seen = [] } = stallOf(key);
    await pressKey(page, String(SELLS.indexOf(sells) + 1));
    for (const one of seen) await pressKey(page, String(SEEN.indexOf(one) + 1));
    await pressKey(page, 'Enter');
    // The last one submits the page.
    const at = keys.indexOf(key) + 2;
    if (at <= keys.length) await untilRow(page, at);
  }
};

const answerByTaps = async ({ page }: OpenedPage) => {
  const keys = await keysOf(page);
  for (const [at, key] of keys.entries()) {
    const row = page.getByRole('region', { name: `Row ${at + 1} of 5: ${key}` });
    const { sells, seen = [] } = stallOf(key);
    await row.getByRole('radio', { name: sells, exact: false }).check();
    for (const one of seen) await row.getByRole('checkbox', { name: one }).check();
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  await press(page, 'Submit page');
};

const untilAnswered = (page: Page, count: number) =>
  page
    .getByRole('region', { name: 'This session' })
    .filter({ hasText: new RegExp(`Pages answered${count}(?!\\d)`) })
    .waitFor();

journey(
  '500 pictures, five per page and three answers each, from the file to the paid rows in a file',
  async (product) => {
    const { people, newPage, newPerson } = product;
    const [pay, pages, overlap] = [2, STALLS / 5, 3];
    const cost = pages * overlap * pay;
    const [buyer, admin] = [await newPerson('buyer'), await newPerson('admin')];
    await people.enrich(buyer, admin, cost);
    const coins = await people.balance(buyer);
    const [byKeys, byPhone] = [await newPerson('worker'), await newPerson('worker')];
    const crowd = await people.crowd('worker', 18);
    const pictures: string[] = [];
    while (pictures.length < 10) pictures.push(await pictureOf(product, buyer));
    const keys = Array.from({ length: STALLS }, (_, at) => `S-${String(at + 1).padStart(3, '0')}`);
    // As Excel saves it where commas are decimal points.
    const lines = keys.map((key, at) => `${key};${pictures[at % pictures.length]};"Markt; Nr. ""${at}"""`);
    const file = Buffer.from(`sep=;\r\nStall ID;Picture;Note\r\n${lines.join('\r\n')}\r\n`);

    const opened = await newPage({ acceptDownloads: true });
    const { page } = opened;
    await signIn(page, buyer);
    await describeWork(page, 'Blank', {
      'Task Title': 'Label market stalls',
      'Task Detail': 'Look at stall {{stall_id}}.',
      'Submission Info': 'What it sells, and what you see',
    });
    await addChoice(page, 'One choice', 'What does {{stall_id}} sell?', SELLS.join('\n'));
    await addChoice(page, 'Several choices', 'What do you see?', SEEN.join('\n'));
    await page.getByLabel('Workers have to answer this').last().uncheck();
    await uploadFile(page, 'stalls.csv', file, STALLS);
    await page.getByLabel('Rows per page').fill('5');
    await page.getByLabel('Answers per page').fill(String(overlap));
    await page.getByLabel('Pay per page').fill(String(pay));
    const taskId = await publish(opened, product, buyer);

    const { fields } = await product.client.get('getForm', { as: buyer, params: { id: taskId } });
    const [sold = '', saw = ''] = fields.map(({ name }) => name);
    const first = await newPage();
    await signIn(first.page, byKeys);
    await first.page.goto(`/dashboard/workerTaskList/${taskId}`);
    await first.page.getByRole('link', { name: 'Start working' }).click();
    for (const done of [1, 2]) {
      await answerByKeys(first);
      await untilAnswered(first.page, done);
    }
    const phone = await newPage({ viewport: PHONE });
    await signIn(phone.page, byPhone);
    await phone.page.goto(`/dashboard/workerTaskList/${taskId}/work`);
    await answerByTaps(phone);
    await untilAnswered(phone.page, 1);
    for (const worker of [first, phone]) {
      await press(worker.page, 'Enough for today');
      await worker.page.waitForURL(`**/dashboard/workerTaskList/${taskId}`);
    }
    const answer = ({ values }: BatchPage['rows'][number]): Answer => {
      const { sells, seen } = stallOf(values.stall_id ?? '');
      return { [sold]: sells, ...(seen && { [saw]: seen }) };
    };
    const share = Math.ceil((pages * overlap) / crowd.length);
    for (let left = pages * overlap - 3; left > 0; ) {
      const done = await Promise.all(crowd.map((worker) => workByApi(product, worker, taskId, answer, share)));
      const sum = done.reduce((all, one) => all + one, 0);
      if (sum === 0) throw new Error(`${left} answers are missing, and no worker is assigned a page`);
      left -= sum;
    }
    expect(await approveAll(product, buyer, taskId)).toBe(pages * overlap);
    await untilPaid(product, [byKeys, byPhone, ...crowd], 20 * 10 + cost);
    expect(await people.balance(buyer)).toBe(coins - cost);

    const table = await downloadTable(page, taskId, 'Rows with all answers, CSV');
    expect(table.map((row) => row['Stall ID'])).toEqual(keys);
    for (const [at, row] of table.entries()) {
      const { sells, seen = [] } = stallOf(keys[at] ?? '');
      expect(row.Note).toBe(`Markt; Nr. "${at}"`);
      const answers = [1, 2, 3].map((n) => [row[`answer${n}.${sold}`], row[`answer${n}.${saw}`]]);
      expect(answers).toEqual([1, 2, 3].map(() => [sells, seen.join(' ')]));
      expect([row.state, row['answer1.status']]).toEqual(['agreed', 'approved']);
    }
    await page.getByText(`of ${pages * overlap} answers submitted`).waitFor();
    expectCleanConsole([opened, first, phone]);
  },
);

const RECEIPTS = 300;
const ADDED = ['R-1300', 'R-1301'];
const PAID_BY = ['cash', 'card'];
const receiptOf = (key: string): Answer => {
  const number = Number(key.slice(2));
  return {
    shop: `Shop ${number % 7}`,
    day_of_the_receipt: `2026-0${(number % 9) + 1}-${String((number % 27) + 1).padStart(2, '0')}`,
    total_with_tax: `${number}.50`,
    paid_by: PAID_BY[number % PAID_BY.length] ?? '',
  };
};

/** The picture of the row, as large as it is, turned. */
const inspect = async (page: Page) => {
  await page
    .getByRole('region', { name: /^Row 1/ })
    .getByRole('button', { name: /Enlarge/ })
    .first()
    .click();
  const viewer = page.getByRole('dialog');
  await viewer.waitFor();
  for (const key of ['+', 'r', 'Escape']) await pressKey(page, key);
  await viewer.waitFor({ state: 'detached' });
};

const typeReceipt = async (page: Page, { shop, day_of_the_receipt: day, total_with_tax: total }: Answer) => {
  await page.getByLabel('Shop').fill(String(shop));
  await page.getByLabel('Day of the receipt').fill(String(day));
  await page.getByLabel('Total with tax').fill(String(total));
};

/** To the only task in My Tasks, once a file has been refused: its last row has the key of another one. */
const addRows = async (page: Page, scan: string, refused: () => Promise<void>) => {
  const choose = (lines: readonly string[]) =>
    page
      .getByLabel('CSV file')
      .setInputFiles({
        name: 'more.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(['scan,receipt_id', ...lines].join('\n')),
      });
  await page.goto('/dashboard/buyerTask');
  await page.getByRole('button', { name: /^More actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Add rows' }).click();
  await choose([`${scan},${ADDED[0]}`, `${scan},R-1000`]);
  await untilVisible(page, /^1 problem found.*Nothing has been added\.$/);
  expect(await page.getByRole('dialog').getByRole('row').nth(1).textContent()).toBe(
    'Row3Columnreceipt_idReasonAnother row of the batch has this key',
  );
  await refused();
  await choose(ADDED.map((key) => `${scan},${key}`));
  await press(page, `Add ${ADDED.length} rows`);
  await untilMessage(page, `${ADDED.length} rows are now in`);
};

journey('300 receipts, one per page, from a template to values that join to the file by key', async (product) => {
  const { people, newPage, newPerson } = product;
  const [buyer, admin, reader] = [await newPerson('buyer'), await newPerson('admin'), await newPerson('worker')];
  const all = RECEIPTS + ADDED.length;
  await people.enrich(buyer, admin, all);
  const coins = await people.balance(buyer);
  const crowd = await people.crowd('worker', 10);
  const scan = await pictureOf(product, buyer);
  const keys = Array.from({ length: RECEIPTS }, (_, at) => `R-${1000 + at}`);
  const file = Buffer.from(`\ufeffreceipt_id\tscan\n${keys.map((key) => `${key}\t${scan}`).join('\n')}`, 'utf16le');

  const opened = await newPage({ acceptDownloads: true });
  const { page } = opened;
  await signIn(page, buyer);
  await describeWork(page, 'Transcribe receipts', {});
  await addChoice(page, 'One choice', 'Paid by', PAID_BY.join('\n'));
  await uploadFile(page, 'receipts.txt', file, RECEIPTS);
  await page.getByLabel('Pay per page').fill('1');
  const taskId = await publish(opened, product, buyer);

  const worker = await newPage();
  await signIn(worker.page, reader);
  await worker.page.goto(`/dashboard/workerTaskList/${taskId}/work`);
  await inspect(worker.page);
  const title = await worker.page.getByRole('heading', { name: /R-\d+/ }).first().textContent();
  const typed = receiptOf(/R-\d+/.exec(title ?? '')?.[0] ?? '');
  await typeReceipt(worker.page, { ...typed, total_with_tax: 'many' });
  await press(worker.page, 'Submit page');
  await untilVisible(worker.page, 'This answer must be a number like 41.50');
  await worker.page.reload();
  await worker.page.getByLabel('Shop').waitFor();
  expect(await worker.page.getByLabel('Shop').inputValue()).toBe(typed.shop);
  await worker.page.getByLabel('Total with tax').fill(String(typed.total_with_tax));
  await worker.page.getByRole('radio', { name: String(typed.paid_by), exact: false }).check();
  await press(worker.page, 'Submit page');
  await untilAnswered(worker.page, 1);
  await press(worker.page, 'Enough for today');
  await worker.page.waitForURL(`**/dashboard/workerTaskList/${taskId}`);

  const expectBought = async (rows: number) => {
    const { batch } = await product.client.get('getTask', { as: buyer, params: { id: taskId } });
    expect([batch?.rows, await people.balance(buyer)]).toEqual([rows, coins - rows]);
  };
  await addRows(page, scan, () => expectBought(RECEIPTS));
  await expectBought(all);
  const answer = ({ values }: BatchPage['rows'][number]) => receiptOf(values.receipt_id ?? '');
  // Those of the first file. Near its end newcomers at once may hold few pages: the last ones are for one worker.
  const share = Math.floor((RECEIPTS - 1) / crowd.length);
  const done = await Promise.all(crowd.map((one) => workByApi(product, one, taskId, answer, share)));
  const left = RECEIPTS - 1 - done.reduce((sum, one) => sum + one, 0);
  expect(await workByApi(product, crowd[0] as Person, taskId, answer, left)).toBe(left);
  await worker.page.goto(`/dashboard/workerTaskList/${taskId}/work`);
  for (const [at, key] of ADDED.entries()) {
    await worker.page.getByRole('heading', { name: new RegExp(key) }).waitFor();
    const { paid_by, ...fields } = receiptOf(key);
    await typeReceipt(worker.page, fields);
    await worker.page.getByRole('radio', { name: String(paid_by), exact: false }).check();
    await press(worker.page, 'Submit page');
    await untilAnswered(worker.page, at + 1);
  }
  expect(await approveAll(product, buyer, taskId)).toBe(all);
  await untilPaid(product, [reader, ...crowd], 11 * 10 + all);
  expect(await people.balance(buyer)).toBe(coins - all);

  const table = await downloadTable(page, taskId, 'One answer per line, CSV');
  const byKey = new Map(table.map((row) => [row.receipt_id, row]));
  expect([table.length, byKey.size]).toEqual([all, all]);
  for (const key of [...keys, ...ADDED]) {
    const row = byKey.get(key) ?? {};
    const given = Object.entries(receiptOf(key)).map(([name]) => [name, row[`answer.${name}`]]);
    expect(Object.fromEntries(given)).toEqual(receiptOf(key));
    expect([row.scan, row.status]).toEqual([scan, 'approved']);
  }
  await page.getByText(`of ${all} answers submitted`).waitFor();
  expectCleanConsole([opened, worker], /status of 400/);
});
