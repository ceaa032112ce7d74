import type { Task } from '@piecework/contracts';
import { cleanLine, parseWholeNumber } from '@piecework/contracts/text';
import { callList } from '@piecework/web-kit';
import type { ImportRecord } from './import-record';
import type { FileTask } from './task-file';

/** The newest of the open and of the closed tasks each: more than two files hold. */
const LOOKED_AT = 500;

const sameness = (title: string, detail: string, info: string, pay: number, day: string) =>
  JSON.stringify([cleanLine(title).trim(), detail.trim(), info.trim(), pay, day]);
const ofTask = (task: Task) =>
  sameness(task.taskTitle, task.taskDetail, task.submissionInfo, task.payableAmount, task.completionDate);
const ofRow = ({ posting }: FileTask) =>
  sameness(
    posting.taskTitle,
    posting.taskDetail,
    posting.submissionInfo,
    parseWholeNumber(posting.payableAmount),
    posting.completionDate,
  );

/** Rows that this browser has not posted and whose task is among the caller's: another browser, or another version of the file, has posted them. */
export const findPosted = async (
  tasks: readonly FileTask[],
  { posted }: Pick<ImportRecord, 'posted'>,
): Promise<number[]> => {
  const query = { mine: '1', sort: 'newest', limit: LOOKED_AT } as const;
  const [open, closed] = await Promise.all([
    callList('GET /tasks', { query }),
    callList('GET /tasks', { query: { ...query, closed: '1' } }),
  ]);
  const left = new Map<string, number>();
  const count = (key: string, by: number) => left.set(key, (left.get(key) ?? 0) + by);
  for (const task of [...open.rows, ...closed.rows]) count(ofTask(task), 1);
  for (const task of tasks) if (posted.includes(task.row)) count(ofRow(task), -1);
  return tasks.flatMap((task) => {
    if (posted.includes(task.row) || (left.get(ofRow(task)) ?? 0) <= 0) return [];
    count(ofRow(task), -1);
    return [task.row];
  });
};
