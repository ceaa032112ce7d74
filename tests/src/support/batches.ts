import { DAY_MS, utcDayOf } from '@piecework/base';
import type { Page } from '@piecework/contracts';
import type { Ask } from './client';
import type { Person } from './people';
import type { TestStack } from './stack';

/** The contents of a draft: one page a row, answered by two workers for 1 coin each. */
export const draftFields = (changes: Record<string, unknown> = {}) => ({
  taskTitle: 'Copy the totals of receipts',
  taskDetail: 'Copy the total of {{receipt_id}}.',
  submissionInfo: 'The total with tax',
  taskImageURL: 'https://pictures.example/receipts.webp',
  completionDate: utcDayOf(Date.now() + 7 * DAY_MS),
  payableAmount: 1,
  overlap: { max: 2 },
  form: {
    fields: [
      { kind: 'number', name: 'total', label: 'Total of {{receipt_id}}', required: true, decimals: 2 },
      { kind: 'text', name: 'shop', label: 'Shop', required: false },
    ],
  },
  ...changes,
});

/** `receipt_id` is the key, `image_url` a picture. */
export const ROWS =
  'receipt_id,image_url,note\nR-1041,https://pictures.example/1041.png,=1+1\nR-1042,https://pictures.example/1042.png,Café\n';

/** For a batch of {@link ROWS}, in another order of the columns. */
export const MORE_ROWS = 'note,receipt_id,image_url\n,R-1043,https://pictures.example/1043.png\n';

export const csv = (file: string): Required<Pick<Ask, 'raw' | 'headers'>> => ({
  raw: file,
  headers: { 'content-type': 'text/csv' },
});

/** Answers to each row of a page. */
export const answersTo = ({ rows }: Page) => rows.map(({ number }) => ({ total: `${number}.50`, shop: '=Shop' }));

type Calls = Pick<TestStack, 'get' | 'insert'> & { settle(): Promise<unknown> };

/** A buyer has at most 20 drafts. */
export const makeRoomForDraft = async ({ get }: Calls, as: Person) => {
  const drafts = await get('listBatches', { as });
  for (const { _id: id } of drafts.slice(15)) await get('deleteBatch', { as, params: { id } });
};

/** @returns the id of a draft with rows */
export const draftBatch = async (stack: Calls, as: Person, changes: object = {}, file = ROWS): Promise<string> => {
  await makeRoomForDraft(stack, as);
  const id = await stack.insert('createBatch', { as, body: draftFields({ ...changes }) });
  if (file !== '') await stack.get('uploadRows', { as, params: { id }, ...csv(file) });
  return id;
};

/** @returns the id of the task */
export const publishBatch = async (stack: Calls, as: Person, changes: object = {}, file = ROWS): Promise<string> => {
  const taskId = await stack.insert('publishBatch', { as, params: { id: await draftBatch(stack, as, changes, file) } });
  await stack.settle();
  return taskId;
};

/** Takes a page and answers it. @returns the submission and the page */
export const answerPage = async ({ get, insert }: Calls, as: Person, taskId: string) => {
  const held = await get('reservePlace', { as, params: { id: taskId } });
  if (!('page' in held) || !held.page) throw new Error(`No page: ${JSON.stringify(held)}`);
  const { page } = held;
  const body = { taskId, page: page.number, answers: answersTo(page) };
  return { id: await insert('createSubmission', { as, body }), page };
};
