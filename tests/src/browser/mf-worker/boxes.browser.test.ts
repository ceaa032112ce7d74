import { readFile } from 'node:fs/promises';
import { eventually } from '@piecework/base/testing';
import type { Box } from '@piecework/contracts/boxes';
import type { Locator, Page } from 'playwright-core';
import { draftBatch } from '../../support/batches';
import { type OpenedPage, type Product, signIn, useProduct } from '../../support/browser';
import { PHONE } from '../../support/chromium';
import { press as pressKey } from '../../support/keyboard';
import type { Person } from '../../support/people';
import { multipart } from '../../support/samples';
import { expectCleanConsole, press, untilVisible } from '../steps';

const { journey } = useProduct();

const FORM = {
  fields: [
    {
      kind: 'boxes',
      name: 'things',
      label: 'Mark what you see',
      required: true,
      options: [
        { value: 'person', label: 'Person' },
        { value: 'scales', label: 'Scales' },
      ],
    },
  ],
};

/** One row with a picture of 4:3 for each of three workers. @returns the id of the task */
const publishBoxes = async ({ client, people }: Product, buyer: Person, admin: Person): Promise<string> => {
  await people.enrich(buyer, admin, 10);
  const bytes = await readFile('stack/src/demo/pictures/batches/stall-06.webp');
  const upload = await client.get('uploadImage', { as: buyer, ...multipart('image', bytes) });
  const file = `stall,image_url\nS-1,${upload.data.display_url}\n`;
  const fields = { taskDetail: 'Look at {{stall}}.', form: FORM, overlap: { max: 3 } };
  const calls = { ...client, settle: async () => {} };
  const id = await draftBatch(calls, buyer, fields, file);
  return client.insert('publishBatch', { as: buyer, params: { id } });
};

/** Opens work mode, and waits for the picture. */
const openBoxes = async (opened: OpenedPage, worker: Person, taskId: string): Promise<Locator> => {
  const { page } = opened;
  await signIn(page, worker);
  await page.goto(`/dashboard/workerTaskList/${taskId}/work`);
  const picture = page.getByRole('application', { name: /Mark what you see/ }).locator('img');
  await picture.waitFor({ state: 'visible' });
  await picture.scrollIntoViewIfNeeded();
  return picture;
};

type Share = readonly [x: number, y: number];

/** From fractions of the picture to pixels of the window. */
const pixelsOn = async (picture: Locator) => {
  const { x, y, width, height } = (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return ([across, down]: Share) => ({ x: x + across * width, y: y + down * height });
};

const dragByMouse = async (page: Page, picture: Locator, from: Share, to: Share) => {
  const pixels = await pixelsOn(picture);
  const [start, end] = [pixels(from), pixels(to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
  await page.mouse.move(end.x, end.y);
  await page.mouse.up();
};

const dragByFinger = async (page: Page, picture: Locator, from: Share, to: Share) => {
  const pixels = await pixelsOn(picture);
  const between: Share = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const touch = await page.context().newCDPSession(page);
  // Sent together: a pause between them would be a long press.
  await Promise.all([
    touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [pixels(from)] }),
    touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [pixels(between)] }),
    touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [pixels(to)] }),
    touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
  ]);
  await touch.detach();
};

const boxNamed = (page: Page, name: RegExp) => page.getByRole('group', { name });

/** It has the focus and its corners. */
const untilSelected = (page: Page, name: RegExp) => boxNamed(page, name).locator('[data-corner]').first().waitFor();

const submitted = async ({ client }: Product, worker: Person, taskId: string): Promise<Box[]> => {
  const boxes = async () => {
    const [submission] = await client.get('listSubmissions', { as: worker, query: { taskId } });
    return submission?.answers?.[0]?.things as Box[] | undefined;
  };
  await eventually(async () => (await boxes()) !== undefined);
  return (await boxes()) ?? [];
};

const submit = async (page: Page) => {
  await press(page, 'Submit page');
  await untilVisible(page, 'Pages answered');
  await page.getByRole('application').waitFor({ state: 'detached' });
};

/** To a hundredth of the picture: a pixel of a phone is a third of that. */
const near = ({ x, y, width, height, label }: Box) => ({
  label,
  at: [x, y, width, height].map((share) => Math.round(share * 100)),
});

journey(
  'boxes are drawn, moved, resized and labelled by mouse, finger and keyboard, also enlarged',
  async (product) => {
    const { newPage, newPerson } = product;
    const [buyer, admin] = [await newPerson('buyer'), await newPerson('admin')];
    const workers = [await newPerson('worker'), await newPerson('worker'), await newPerson('worker')] as const;
    const [byMouse, byFinger, byKeys] = workers;
    const taskId = await publishBoxes(product, buyer, admin);

    const desk = await newPage();
    const large = await openBoxes(desk, byMouse, taskId);
    await dragByMouse(desk.page, large, [0.4, 0.3], [0.6, 0.6]);
    await untilSelected(desk.page, /Person/);
    // A corner, then the whole box.
    await dragByMouse(desk.page, large, [0.6, 0.6], [0.5, 0.5]);
    await dragByMouse(desk.page, large, [0.45, 0.4], [0.55, 0.4]);
    await pressKey(desk.page, 'Escape');
    await press(desk.page, /Scales/);
    await dragByMouse(desk.page, large, [0.7, 0.4], [0.8, 0.55]);
    await boxNamed(desk.page, /Scales/).waitFor();
    expect(await boxNamed(desk.page, /Person|Scales/).count()).toBe(2);
    await submit(desk.page);
    expect((await submitted(product, byMouse, taskId)).map(near)).toEqual([
      { label: 'person', at: [50, 30, 10, 20] },
      { label: 'scales', at: [70, 40, 10, 15] },
    ]);

    const phone = await newPage({ viewport: PHONE, hasTouch: true, isMobile: true });
    const small = await openBoxes(phone, byFinger, taskId);
    await dragByFinger(phone.page, small, [0.2, 0.2], [0.5, 0.6]);
    await untilSelected(phone.page, /Person/);
    await dragByFinger(phone.page, small, [0.35, 0.4], [0.45, 0.4]);
    await boxNamed(phone.page, /30% from the left/).waitFor();
    await press(phone.page, 'Zoom in');
    await press(phone.page, 'New box');
    await press(phone.page, /Scales/);
    await boxNamed(phone.page, /Scales/).waitFor();
    await press(phone.page, 'Zoom out');
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    await submit(phone.page);
    const [first, second] = await submitted(product, byFinger, taskId);
    expect(first && near(first)).toEqual({ label: 'person', at: [30, 20, 30, 40] });
    expect(second).toMatchObject({ label: 'scales' });
    expect(second?.width).toBeLessThan(0.2);

    const keyboard = await newPage();
    const focused = await openBoxes(keyboard, byKeys, taskId);
    await focused.locator('xpath=ancestor::*[@data-boxes]').focus();
    const keys = async (...all: string[]) => {
      for (const key of all) await pressKey(keyboard.page, key);
    };
    await keys('n', 'ArrowLeft', 'ArrowLeft', 'Shift+ArrowRight', 'Shift+ArrowUp');
    await keys('Escape', '2', 'n', 'Delete', 'Control+z');
    await keys('Escape', 'Tab', 'ArrowUp');
    const spoken = await boxNamed(keyboard.page, /Person/).getAttribute('aria-label');
    expect(spoken).toBe('Box 1 of 2: Person, 38% from the left, 38.8% from the top, 21% wide, 19% high');
    await keys('Escape', '+', 'n');
    expect(await boxNamed(keyboard.page, /Person|Scales/).count()).toBe(3);
    await submit(keyboard.page);
    const made = await submitted(product, byKeys, taskId);
    expect(made.map(near)).toEqual([
      { label: 'person', at: [38, 39, 21, 19] },
      { label: 'scales', at: [40, 40, 20, 20] },
      { label: 'scales', at: [expect.any(Number), expect.any(Number), expect.any(Number), expect.any(Number)] },
    ]);
    expect(made[2]?.width).toBeLessThan(0.2);
    expectCleanConsole([desk, phone, keyboard]);
  },
);
