import { writeFileSync } from 'node:fs';
import createClient from 'openapi-fetch';
import type { paths } from './api.gen';

const { PIECEWORK = '', KEY = '', TASK = '' } = process.env;
const api = createClient<paths>({ baseUrl: PIECEWORK, headers: { authorization: `Bearer ${KEY}` } });

/** The data of an answer. @throws the problem of a failure */
const dataOf = <T>({ data, error }: { data?: T; error?: { code: string; message: string } }): T => {
  if (error || data === undefined) throw new Error(`${error?.code}: ${error?.message}`);
  return data;
};

const listOf = async (status: 'pending' | 'approved') =>
  dataOf(await api.GET('/submissions', { params: { query: { taskId: TASK, status, limit: 100 } } }));

/** Your own check of an answer. */
const isGood = (answer: string) => answer.includes(',');

const review = async () => {
  const pending = await listOf('pending');
  if (pending.length === 0) return;
  const decisions = pending.map(({ _id: id, submissionDetails }) =>
    isGood(submissionDetails)
      ? { id, status: 'approved' as const }
      : { id, status: 'reject' as const, reasonCode: 'incomplete' as const },
  );
  // Up to 100; each succeeds or fails by itself, and a repeat changes nothing.
  const { results } = dataOf(await api.POST('/submissions/decisions', { body: { decisions } }));
  for (const { id, code } of results) console.log(id, code ?? 'decided');
};

const main = async () => {
  await review();
  const rows = (await listOf('approved')).map(({ workerName, submissionDetails }) => [workerName, submissionDetails]);
  writeFileSync('reviewed.json', JSON.stringify(rows, null, 2));
};

void main();
