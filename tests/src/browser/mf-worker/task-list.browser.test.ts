import type { Locator, Page } from 'playwright-core';
import { type Product, signIn, useProduct } from '../../support/browser';
import type { Person } from '../../support/people';
import { expectCleanConsole, heading, pictureOf } from '../steps';

const { product, journey } = useProduct({ translated: true });
let buyer: Person;
beforeAll(async () => {
  const { people, newPerson } = product();
  buyer = await newPerson('buyer', 'Bella Buyer');
  await people.enrich(buyer, await newPerson('admin'), 1000);
  const taskImageURL = await pictureOf(product(), buyer);
  const tasks = [
    { taskTitle: 'Name the birds', payableAmount: 12, minApprovalRate: 80 },
    { taskTitle: 'Sort beads', payableAmount: 3 },
  ];
  for (const task of tasks) await people.post(buyer, { taskImageURL, requiredWorkers: 2, ...task });
});

const openList = async ({ newPage, newPerson }: Product, viewport: { width: number; height: number }) => {
  const opened = await newPage({ viewport });
  await signIn(opened.page, await newPerson('worker'));
  await opened.page.goto('/dashboard/workerTaskList');
  await heading(opened.page, 'Total Available Task: 2').waitFor();
  return opened;
};

/** Whatever lies on top of it takes the press. */
const pressOn = async (element: Locator) => {
  const box = await element.boundingBox();
  if (!box) throw new Error('the element is not shown');
  await element.page().mouse.click(box.x + box.width / 2, box.y + box.height / 2);
};

journey('a worker filters the tasks and opens one by pressing its card anywhere', async (all) => {
  const opened = await openList(all, { width: 1280, height: 800 });
  const { page } = opened;
  await page.getByLabel('Minimum pay').selectOption('From 10 coins');
  await heading(page, 'Total Available Task: 1').waitFor();
  const card = page.getByRole('article', { name: 'Name the birds' });
  await card.getByText('12 coins · $0.60').waitFor();
  await card.getByText(/^New buyer · 2 tasks posted$/).waitFor();
  await pressOn(card.locator('img').first());
  await heading(page, 'Name the birds').waitFor();
  await page.getByText('80% approval rate').waitFor();
  const box = await page.getByLabel('Submission Details').boundingBox();
  expect((box?.y ?? 800) + (box?.height ?? 0)).toBeLessThanOrEqual(800);
  await page.getByLabel('Submission Details').fill('Robin');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await page.waitForURL('**/dashboard/workerTaskList');
  await page.getByRole('article', { name: 'Name the birds' }).getByText('Already submitted').waitFor();
  await page.getByRole('checkbox', { name: 'Hide submitted' }).check();
  await heading(page, 'Total Available Task: 1').waitFor();
  expect(await page.getByRole('article').count()).toBe(1);
  expectCleanConsole([opened]);
});

/** Two fingers in the middle of the page move apart. Pixels between them. */
const pinch = async (page: Page, { from, to }: { from: number; to: number }) => {
  const session = await page.context().newCDPSession(page);
  const fingers = (distance: number) => [-1, 1].map((side, id) => ({ id, x: 195 + (side * distance) / 2, y: 420 }));
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(from) });
  await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(to) });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
};

/** Pixels; a zoom renders a moment after its event. */
const widthIs = async (element: Locator, width: number) =>
  element
    .page()
    .waitForFunction(({ shown, wanted }) => Math.abs((shown?.getBoundingClientRect().width ?? 0) - wanted) < 1, {
      shown: await element.elementHandle(),
      wanted: width,
    });

journey('a phone shows the tasks as rows of 88 pixels, and a picture in full', async (all) => {
  const { page } = await openList(all, { width: 390, height: 844 });
  const row = page.getByRole('article', { name: 'Name the birds' });
  expect((await row.boundingBox())?.height).toBe(88);
  await pressOn(row.getByText('12 coins · $0.60'));
  await heading(page, 'Name the birds').waitFor();

  await page.getByRole('button', { name: 'Enlarge the picture of Name the birds' }).click();
  const viewer = page.getByRole('dialog', { name: 'Picture of Name the birds' });
  const picture = viewer.getByRole('img');
  await picture.waitFor();
  const fitted = (await picture.boundingBox())?.width ?? 0;
  await pinch(page, { from: 80, to: 240 });
  await widthIs(picture, 3 * fitted);
  await page.keyboard.press('0');
  await widthIs(picture, fitted);
  const upright = await picture.boundingBox();
  await page.keyboard.press('r');
  const rotated = await picture.boundingBox();
  const shapeOf = ({ width = 0, height = 0 } = {}) => width / height;
  expect(shapeOf(rotated ?? undefined)).toBeCloseTo(1 / shapeOf(upright ?? undefined), 1);
  await page.keyboard.press('Shift+R');
  await widthIs(picture, fitted);
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'hidden' });
  await heading(page, 'Name the birds').waitFor();
});
