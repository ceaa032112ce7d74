import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { eventually } from '@piecework/base/testing';
import type { Answer, Form } from '@piecework/contracts';
import { type OpenedPage, type Product, signIn, untilMessage, useProduct } from '../../support/browser';
import { press as pressKey } from '../../support/keyboard';
import type { Person } from '../../support/people';
import { picture } from '../../support/samples';
import { expectCleanConsole, PICTURE, press, untilVisible } from '../steps';

const { journey } = useProduct({ translated: true });

const REVIEWS = 100;
const PAY = 3;
const REJECTED = 2;

/** From the template. */
const post = async ({ page }: OpenedPage) => {
  await page.goto('/dashboard/buyerAddTask?template=app');
  await page.getByLabel('Required Workers').fill(String(REVIEWS));
  await page.getByLabel('Payable Amount').fill(String(PAY));
  await page.getByLabel('Completion Date').fill(`${new Date().getUTCFullYear() + 1}-05-17`);
  await page.getByLabel('Task Image').setInputFiles(PICTURE);
  await page.getByText('Picture uploaded.').waitFor();
  await press(page, 'Add Task');
  await page.waitForURL('**/dashboard/buyerTask');
  await untilMessage(page, 'Successfully submitted');
};

const REVIEW = 'The search is slow;\n"filters" would help, = honestly';

const answerTo = ({ fields }: Form, at: number, screenshot: string): Answer =>
  Object.fromEntries(
    fields.map((field): [string, string | string[]] => {
      if (field.kind === 'picture') return [field.name, [screenshot]];
      if (field.kind === 'choice') return [field.name, field.options[at % field.options.length]?.value ?? ''];
      const isLink = field.kind === 'text' && field.format === 'https';
      return [field.name, isLink ? `https://example.com/reviews/${at}` : `${at}. ${REVIEW}`];
    }),
  );

/** The answers by email of the worker. */
const answerAll = async ({ client }: Product, workers: readonly Person[], taskId: string) => {
  const answers = new Map<string, Answer>();
  for (const [at, worker] of workers.entries()) {
    const form = await client.get('getForm', { as: worker, params: { id: taskId } });
    const url = (await client.get('uploadImage', { as: worker, ...picture() })).data.display_url;
    const answer = answerTo(form, at, url);
    await client.insert('createSubmission', { as: worker, body: { taskId, answers: [answer], attachments: [url] } });
    answers.set(worker.email, answer);
  }
  return answers;
};

/** The desk approves what is open with A. */
const review = async ({ page }: OpenedPage) => {
  await page.goto('/dashboard/buyerReview');
  for (let at = 1; at <= REVIEWS; at++) {
    await page.getByText(`${at} of ${REVIEWS}`, { exact: true }).waitFor();
    // Keys decide nothing before.
    await page.locator('article[data-read]').waitFor();
    if (at <= REJECTED) await pressKey(page, 'r', '1');
    else await pressKey(page, 'a');
  }
  await press(page, 'Send now');
  await untilVisible(page, 'Nothing to review');
};

/** Read by a program that is not ours. */
const rowsOf = (csv: string): Record<string, string>[] => {
  const script =
    'import csv, io, json, sys; print(json.dumps(list(csv.DictReader(io.StringIO(sys.stdin.read(), newline="")))))';
  return JSON.parse(execFileSync('python3', ['-c', script], { input: csv.replace(/^\ufeff/, ''), encoding: 'utf8' }));
};

journey('100 reviews of an app with screenshots, from the template to the paid results in a file', async (product) => {
  const { people, client, newPage, newPerson } = product;
  const [buyer, admin] = [await newPerson('buyer'), await newPerson('admin')];
  await people.enrich(buyer, admin, REVIEWS * PAY);
  const [workers, coins] = [await people.crowd('worker', REVIEWS), await people.balance(buyer)];
  const opened = await newPage({ acceptDownloads: true });
  const { page } = opened;
  await signIn(page, buyer);
  await post(opened);
  const [task] = await client.get('listTasks', { as: buyer, query: { mine: '1' } });
  const taskId = task?._id ?? '';
  const answers = await answerAll(product, workers, taskId);
  await review(opened);
  const coinsOf = () => Promise.all(workers.map((worker) => people.balance(worker)));
  const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
  const inAll = REVIEWS * 10 + (REVIEWS - REJECTED) * PAY;
  await eventually(async () => sumOf(await coinsOf()) === inAll, 'the approved reviews to be paid');

  await page.goto(`/dashboard/buyerTask/${taskId}`);
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Download CSV')]);
  const rows = rowsOf(await readFile(await download.path(), 'utf8'));
  expect(rows).toHaveLength(REVIEWS);
  for (const row of rows) {
    const values = Object.entries(answers.get(row.email ?? '') ?? {});
    expect(Object.fromEntries(values.map(([name]) => [name, row[`answer.${name}`]]))).toEqual(
      Object.fromEntries(values.map(([name, value]) => [name, [value].flat().join(' ')])),
    );
  }
  expect(rows.filter(({ status }) => status === 'approved')).toHaveLength(REVIEWS - REJECTED);

  await client.get('endTask', { as: buyer, params: { id: taskId } });
  const balances = await coinsOf();
  expect(balances.filter((balance) => balance === 10 + PAY)).toHaveLength(REVIEWS - REJECTED);
  expect(sumOf(balances)).toBe(inAll);
  // Coins of rejected places stay while their workers may appeal.
  expect(await people.balance(buyer)).toBe(coins - REVIEWS * PAY);
  expectCleanConsole([opened]);
});
