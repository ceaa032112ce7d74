import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { signIn, useProduct } from '../../support/browser';
import { countCalls, expectCleanConsole, press, untilCoins, untilVisible } from '../steps';

const { journey } = useProduct({ translated: true });

const HEAD = 'Task Title;Task Detail;Required Workers;Payable Amount;Completion Date;Submission Info;Task Image URL';
const taskRow = (title: string, pay: string | number) =>
  `${title};"Type the shop;\nand the total.";2;${pay};2099-12-31;A link;https://example.com/a.png`;
const fileOf = (...rows: string[]) => ({
  name: 'tasks.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['\ufeff', [HEAD, ...rows].join('\r\n')].join('')),
});
const choose = (page: Page, ...rows: string[]) => page.getByLabel('CSV file').setInputFiles(fileOf(...rows));
const textOf = async (download: Download) => readFile(await download.path(), 'utf8');

journey('import tasks from a file, once, and download the work of one', async ({ people, client, ...product }) => {
  const buyer = await product.newPerson('buyer');
  const opened = await product.newPage({ acceptDownloads: true });
  const { page } = opened;
  const posts = countCalls(page, 'POST', /^\/tasks$/);
  await signIn(page, buyer);
  await page.goto('/dashboard/buyerImport');

  await choose(page, taskRow('First', 'five'), taskRow('Second', 3));
  await untilVisible(page, 'Payable Amount must be a whole number');
  const rows = [taskRow('First', 5), taskRow('Second', 3)];
  await choose(page, ...rows);
  await press(page, 'Post 2 tasks');
  await untilVisible(page, 'All tasks in this file are posted.');
  await untilCoins(page, 34);
  await page.reload();
  await choose(page, ...rows);
  await untilVisible(page, 'All tasks in this file are posted.');
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('piecework:import:')) localStorage.removeItem(key);
  });
  await page.reload();
  await choose(page, ...rows);
  await untilVisible(page, 'Rows 2 and 3 are already posted, so we skip them.');
  await untilVisible(page, 'All tasks in this file are posted.');
  expect(posts()).toBe(2);
  const tasks = await client.get('listTasks', { as: buyer, query: { mine: '1' } });
  expect(tasks.map(({ taskTitle, taskDetail }) => [taskTitle, taskDetail])).toEqual([
    ['Second', 'Type the shop;\nand the total.'],
    ['First', 'Type the shop;\nand the total.'],
  ]);

  const id = tasks[0]?._id ?? '';
  const worker = await product.newPerson('worker', 'Will Formula');
  await people.submit(worker, id, '=HYPERLINK("http://evil.example")');
  await page.goto(`/dashboard/buyerTask/${id}`);
  const save = async (button: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, button)]);
    return download;
  };
  const sheet = await save('Download for Excel');
  expect(sheet.suggestedFilename()).toBe(`submissions-${id}.xlsx`);
  const download = await save('Download CSV');
  expect(download.suggestedFilename()).toBe(`submissions-${id}.csv`);
  expect(await textOf(sheet)).toMatch(/^PK/);
  const text = await textOf(download);
  expect(text).toMatch(/^\ufeffsubmission,worker,email,/);
  expect(text).toContain(`Will Formula,${worker.email},pending,`);
  expect(text).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
  // The picture of the imported tasks does not exist.
  expectCleanConsole([opened], /images\/\w+\.webp\?w=\d+ net::ERR_BLOCKED_BY_ORB/);
});
