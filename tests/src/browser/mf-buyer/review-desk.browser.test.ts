import { eventually, pause } from '@piecework/base/testing';
import type { Page } from 'playwright-core';
import { signIn, useProduct } from '../../support/browser';
import { press, type } from '../../support/keyboard';
import { expectCleanConsole, pictureOf } from '../steps';

const { journey } = useProduct({ translated: true });

const WORKERS = 20;
const LONG_BRIEF = 'Write one sentence about each chair, and link the sheet. '.repeat(80);
const nameOf = (at: number) => `Worker ${String(at).padStart(2, '0')}`;

/** Waits until the answer of the open submission counts as read, and returns its worker. */
const untilRead = async (page: Page): Promise<string> => {
  const article = page.locator('article[data-read]');
  await article.waitFor();
  return ((await article.getAttribute('aria-label')) ?? '').replace('Submission by ', '');
};
const untilPosition = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();
const statusesOf = (rows: readonly { workerName: string; status: string; reason?: { code: string } }[]) =>
  Object.fromEntries(rows.map(({ workerName, status, reason }) => [workerName, reason?.code ?? status]));

journey('by keyboard: review 20 submissions with two reasons, a revision and an undo', async (product) => {
  const { people, client, newPage, newPerson } = product;
  const buyer = await newPerson('buyer');
  const taskImageURL = await pictureOf(product, buyer);
  const task = await people.post(buyer, {
    taskImageURL,
    taskDetail: LONG_BRIEF,
    requiredWorkers: WORKERS,
    payableAmount: 2,
  });
  for (let at = 1; at <= WORKERS; at++)
    await people.submit(await newPerson('worker', nameOf(at)), task, `Sheet: https://example.com/${at}`);

  const opened = await newPage({ viewport: { width: 1280, height: 800 } });
  const { page } = opened;
  await signIn(page, buyer);
  await page.goto('/dashboard/buyerReview');
  await untilPosition(page, `1 of ${WORKERS}`);
  const answer = page.getByRole('link', { name: /^https:\/\/example\.com\/\d+$/ });
  const box = await answer.boundingBox();
  expect((box?.y ?? 800) + (box?.height ?? 0)).toBeLessThan(800);

  const wrong = await untilRead(page);
  await press(page, 'r', '2');
  await untilPosition(page, `2 of ${WORKERS}`);
  const other = await untilRead(page);
  await press(page, 'r', '7');
  await type(page, 'Only half of the chairs are here.');
  await press(page, 'Control+Enter');
  await untilPosition(page, `3 of ${WORKERS}`);
  const sentBack = await untilRead(page);
  await press(page, 's');
  await type(page, 'Please add the last chair.');
  await press(page, 'Control+Enter');
  await page.getByText(`Sent back to ${sentBack}`).waitFor();
  await untilPosition(page, `4 of ${WORKERS}`);
  const undone = await untilRead(page);
  await press(page, 'a');
  await untilPosition(page, `5 of ${WORKERS}`);
  await press(page, 'u');
  await untilPosition(page, `4 of ${WORKERS}`);
  expect(await untilRead(page)).toBe(undone);
  for (let left = WORKERS - 3; left > 0; left--) {
    const name = await untilRead(page);
    expect(name).not.toBe(sentBack);
    await press(page, 'a');
    await page.getByRole('article', { name: `Submission by ${name}` }).waitFor({ state: 'detached' });
  }
  await page.goto('/dashboard/buyerTask');

  const approved = Object.fromEntries(Array.from({ length: WORKERS }, (_, at) => [nameOf(at + 1), 'approved']));
  const statuses = async () => statusesOf(await client.get('listSubmissions', { as: buyer }));
  // Sent as the page was left.
  await eventually(async () => {
    await pause(200);
    return Object.values(await statuses()).filter((status) => status === 'approved').length === WORKERS - 3;
  });
  expect(await statuses()).toEqual({ ...approved, [wrong]: 'wrong', [other]: 'other', [sentBack]: 'pending' });
  expectCleanConsole([opened]);
});
