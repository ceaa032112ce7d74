import { eventually } from '@piecework/base/testing';
import type { Page } from 'playwright-core';
import { csv } from '../../support/batches';
import { type Product, signIn, useProduct } from '../../support/browser';
import { press as pressKeys, tabTo } from '../../support/keyboard';
import type { Person } from '../../support/people';
import { expectCleanConsole, pictureOf } from '../steps';

const { journey } = useProduct({ translated: true });

const ROWS = 60;
const PAY = 2;
const COST = ROWS * 3 * PAY;

const FORM = {
  fields: [
    { kind: 'number', name: 'total', label: 'Total of {{receipt}}', required: true, decimals: 2 },
    {
      kind: 'choice',
      name: 'kind',
      label: 'Kind',
      required: true,
      options: ['food', 'tools'].map((value) => ({ value, label: value })),
    },
  ],
};
const FILE = ['receipt,shop', ...Array.from({ length: ROWS }, (_, at) => `R-${at + 1},Shop ${at + 1}`)].join('\n');

/** A batch whose rows are all disputed: two workers agree, and the third, Lea, gives another total. */
const disputedBatch = async (product: Product, buyer: Person, workers: readonly Person[]): Promise<string> => {
  const { client } = product;
  const body = {
    taskTitle: 'Type sixty receipts',
    taskDetail: 'Copy the total of {{receipt}}.',
    submissionInfo: 'The total with tax',
    taskImageURL: await pictureOf(product, buyer),
    completionDate: '2099-12-31',
    payableAmount: PAY,
    overlap: { max: 3 },
    form: FORM,
  };
  const id = await client.insert('createBatch', { as: buyer, body });
  await client.get('uploadRows', { as: buyer, params: { id }, ...csv(FILE) });
  const taskId = await client.insert('publishBatch', { as: buyer, params: { id } });
  for (const worker of workers)
    for (let done = 0; done < ROWS; done++) {
      const held = await client.get('reservePlace', { as: worker, params: { id: taskId }, query: {} });
      if (!('page' in held) || !held.page) throw new Error(`No page: ${JSON.stringify(held)}`);
      const { number } = held.page;
      const total = worker === workers[2] ? `${number}.05` : `${number}.50`;
      await client.insert('createSubmission', {
        as: worker,
        body: { taskId, page: number, answers: [{ total, kind: 'food' }] },
      });
    }
  return taskId;
};

/** Waits until keys decide about so many answers of the open row, and returns its heading. */
const untilReady = async (page: Page, left: number): Promise<string | null> => {
  await page.locator(`article[data-read] button[aria-pressed] >> nth=${left - 1}`).waitFor();
  await page.locator('article[data-read]').waitFor();
  return page.getByRole('article').getByRole('heading', { level: 2 }).textContent();
};

journey('by keyboard: decide sixty disputed rows, with an undo', async (product) => {
  const { client, people, newPage, newPerson } = product;
  const [buyer, admin] = [await newPerson('buyer'), await newPerson('admin')];
  await people.enrich(buyer, admin, COST);
  const names = ['Mia', 'Noa', 'Lea'];
  const workers = await Promise.all(names.map((name) => newPerson('worker', name)));
  const [before, ...earned] = await Promise.all([buyer, ...workers].map((person) => people.balance(person)));
  const taskId = await disputedBatch(product, buyer, workers);

  const opened = await newPage({ viewport: { width: 1280, height: 800 } });
  const { page } = opened;
  let pressed = 0;
  const keys = async (...all: string[]) => {
    pressed += all.length;
    await pressKeys(page, ...all);
  };
  await signIn(page, buyer);
  await page.goto(`/dashboard/buyerTask/${taskId}`);
  await tabTo(page, `Review ${ROWS * 3}`);
  await keys('Enter');

  for (let at = 1; at <= ROWS; at++) {
    await page.getByText(`${at} of ${ROWS}`, { exact: true }).waitFor();
    expect(await untilReady(page, 3)).toBe(`Row ${at}: R-${at}`);
    if (at % 20 === 0) {
      // Here Lea is right, too.
      await keys('3', 'a');
      await untilReady(page, 2);
      await keys('a');
    } else {
      await keys('a');
      await untilReady(page, 1);
      await keys('r', '3');
    }
    if (at === 1) {
      await page.getByText(`2 of ${ROWS}`, { exact: true }).waitFor();
      await keys('u');
      await untilReady(page, 1);
      await keys('r', '2');
    }
  }
  await page.getByText(`You’ve decided ${ROWS * 3} submissions in this visit.`).waitFor();
  expect(pressed).toBe(1 + 3 * ROWS + 3);
  await tabTo(page, 'View results');
  await keys('Enter');
  await page.getByRole('button', { name: 'Row 1: R-1' }).waitFor();

  const right = Math.floor(ROWS / 20);
  const statuses = async () =>
    (await client.get('listSubmissions', { as: buyer, query: { taskId, limit: 200 } })).map(
      (one) => `${one.workerName} ${one.reason?.code ?? one.status}`,
    );
  const countOf = (all: readonly string[], text: string) => all.filter((one) => one === text).length;
  await eventually(async () => countOf(await statuses(), 'Lea pending') === 0);
  const all = await statuses();
  expect(
    ['Mia approved', 'Noa approved', 'Lea approved', 'Lea wrong', 'Lea off-task'].map((one) => countOf(all, one)),
  ).toEqual([ROWS, ROWS, right, 1, ROWS - right - 1]);
  await eventually(async () => {
    const now = await Promise.all(workers.map((worker) => people.balance(worker)));
    return now.every((coins, at) => coins === (earned[at] ?? 0) + PAY * (at === 2 ? right : ROWS));
  });
  expect(await people.balance(buyer)).toBe((before ?? 0) - COST);
  expectCleanConsole([opened]);
});
