import type { Submission } from '@piecework/contracts';
import type { DemoApi } from './api';
import { ADMIN } from './people';
import { readTaskPicture } from './pictures';
import { isRejected, type PlannedSubmission } from './plan';
import { REVIEWS } from './reviews';
import { type Session, type Sessions, sessionOf } from './sessions';

/** Submissions and what follows them: decisions, new versions, appeals. */

interface Work {
  id: string;
  planned: PlannedSubmission;
  /** As an earlier, interrupted seed left it. */
  known: Submission | undefined;
  worker: Session;
  buyer: Session;
  admin: Session;
}

const handIn = async (
  api: DemoApi,
  { token }: Session,
  taskId: string,
  { task, details, pictures }: PlannedSubmission,
): Promise<string> => {
  const attachments: string[] = [];
  for (const name of pictures) attachments.push(await api.upload(token, await readTaskPicture(name)));
  const answer = await api.call<{ insertedId?: string; message?: string }>('POST', '/submissions', {
    token,
    key: `demo-${task.key}`,
    body: { taskId, submissionDetails: details, ...(attachments.length > 0 && { attachments }) },
  });
  if (answer.body.insertedId === undefined)
    throw new Error(`'${details}' was refused: ${answer.body.message}`);
  return answer.body.insertedId;
};

const decide = async (api: DemoApi, { id, planned: { task, outcome }, known, buyer }: Work) => {
  if (known && known.status !== 'pending') return;
  if (outcome !== 'A' && !isRejected(outcome)) return;
  const reason = REVIEWS[task.key]?.reason;
  const body = isRejected(outcome)
    ? {
        status: 'reject',
        ...(reason && { reasonCode: reason.code }),
        ...(reason?.text && { reasonText: reason.text }),
      }
    : { status: 'approved' };
  await api.call('PATCH', `/submissions/${id}`, { token: buyer.token, body });
};

const revise = async (api: DemoApi, { id, planned: { task, outcome }, known, worker, buyer }: Work) => {
  const revision = REVIEWS[task.key]?.revision;
  if ((outcome !== 'S' && outcome !== 'N') || !revision || (known && known.status !== 'pending')) return;
  const path = `/submissions/${id}`;
  if (!known?.revision)
    await api.call('POST', `${path}/revision`, { token: buyer.token, body: { note: revision.note } });
  if (outcome === 'N' && !known?.revision?.resubmittedAt)
    await api.call('POST', `${path}/resubmission`, {
      token: worker.token,
      body: { submissionDetails: revision.answer },
    });
};

const OUTCOMES: Readonly<Record<string, string>> = { U: 'upheld', D: 'dismissed' };

const appeal = async (api: DemoApi, { id, planned: { task, outcome }, known, worker, admin }: Work) => {
  const planned = REVIEWS[task.key]?.appeal;
  if (!planned || !['O', 'U', 'D'].includes(outcome)) return;
  if (!known?.appeal) {
    // An interrupted seed may continue after the time of appeals.
    const expect = known ? [409] : [];
    const filed = await api.call('POST', `/submissions/${id}/appeal`, {
      token: worker.token,
      body: { text: planned.text },
      expect,
    });
    if (filed.status === 409) return;
  }
  const verdict = OUTCOMES[outcome];
  if (verdict && (known?.appeal?.state ?? 'open') === 'open')
    await api.call('PATCH', `/appeals/${id}`, {
      token: admin.token,
      body: { outcome: verdict, note: planned.note },
    });
};

/**
 * Does the planned work of one task in sequence: a rejected place is reused by the next submission. The appeals come last: Piecework pays
 * the upheld one of a task without an open place.
 */
export const workOn = async (
  api: DemoApi,
  sessions: Sessions,
  taskId: string,
  submissions: readonly PlannedSubmission[],
): Promise<void> => {
  const [first] = submissions;
  if (!first) return;
  const buyer = sessionOf(sessions, first.task.buyer);
  const admin = sessionOf(sessions, ADMIN.key);
  const there = (await api.call<Submission[]>('GET', `/submissions?taskId=${taskId}`, { token: buyer.token }))
    .body;
  const done: Work[] = [];
  for (const planned of submissions) {
    const worker = sessionOf(sessions, planned.worker);
    const known = there.find(({ workerEmail }) => workerEmail === worker.person.email);
    const id = known?._id ?? (await handIn(api, worker, taskId, planned));
    const work = { id, planned, known, worker, buyer, admin };
    await decide(api, work);
    await revise(api, work);
    done.push(work);
  }
  for (const work of done) await appeal(api, work);
};
