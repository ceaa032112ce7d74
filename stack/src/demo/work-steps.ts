import type { Message, Submission, Task } from '@piecework/contracts';
import type { DemoApi } from './api';
import { adminOf, type Made, postedTasks, workKey } from './made';
import { until } from './parallel';
import { readTaskPicture } from './pictures';
import { isRejected, type PlannedSubmission, SUBMISSIONS } from './plan';
import { REVIEWS } from './reviews';
import { type Session, sessionOf } from './sessions';
import { type DemoTask, workFields } from './tasks';

/** Tasks, their changes and reservations, submissions and what follows them: decisions, new versions, appeals. */

/** @param completionDate YYYY-MM-DD */
export const post = async (api: DemoApi, made: Made, task: DemoTask, completionDate: string): Promise<void> => {
  if (made.tasks.has(task.key)) return;
  const { token } = sessionOf(made.sessions, task.buyer);
  const taskImageURL = await api.upload(token(), await readTaskPicture(task.key));
  const body = {
    taskTitle: task.title,
    taskDetail: task.detail,
    submissionInfo: task.info,
    requiredWorkers: task.places - (task.addedPlaces ?? 0),
    payableAmount: task.pay,
    completionDate,
    taskImageURL,
    ...(task.autoApproveHours !== undefined && { autoApproveHours: task.autoApproveHours }),
    ...(task.minApprovalRate !== undefined && { minApprovalRate: task.minApprovalRate }),
    ...(task.reserveMinutes !== undefined && { reserveMinutes: task.reserveMinutes }),
    ...(task.form && { form: task.form }),
    ...(task.closeAtCompletion && { closeAtCompletion: true }),
  };
  const posted = await api.call<{ insertedId: string; code?: string }>('POST', '/tasks', {
    token: token(),
    key: `demo-${task.key}`,
    body,
    expect: [409],
  });
  if (posted.status === 409 && posted.body.code !== 'idempotency-mismatch')
    throw new Error(`'${task.title}' was refused: ${posted.body.code}`);
  // 409: posted with another picture just before an interruption, and not yet in the list.
  const id =
    posted.status === 409
      ? await until(
          `That '${task.title}' is shown`,
          async () => (await postedTasks(api, adminOf(made))).get(task.title)?._id,
        )
      : posted.body.insertedId;
  made.tasks.set(task.key, { _id: id });
};

const taskPathOf = (made: Made, task: DemoTask): string => `/tasks/${made.tasks.get(task.key)?._id}`;

export const addPlaces = async (api: DemoApi, made: Made, task: DemoTask): Promise<void> => {
  const { places, pay, addedPlaces, key, buyer } = task;
  if (made.tasks.get(key)?.totalPayableAmount === places * pay) return;
  await api.call('POST', `${taskPathOf(made, task)}/places`, {
    token: sessionOf(made.sessions, buyer).token(),
    key: `demo-${key}-places`,
    body: { places: addedPlaces },
  });
};

export const pause = async (api: DemoApi, made: Made, task: DemoTask): Promise<void> => {
  const { token } = sessionOf(made.sessions, task.buyer);
  await api.call('PATCH', taskPathOf(made, task), { token: token(), body: { paused: true } });
};

export const close = async (api: DemoApi, made: Made, task: DemoTask): Promise<void> => {
  const { token } = sessionOf(made.sessions, task.buyer);
  await api.call('POST', `${taskPathOf(made, task)}/end`, { token: token() });
};

/** Resolves when the timer has closed the task, whose completion date is over. */
export const expire = async (api: DemoApi, made: Made, task: DemoTask): Promise<void> => {
  const { token } = sessionOf(made.sessions, task.buyer);
  await until(`That '${task.title}' is closed`, async () => {
    const { body } = await api.call<Task>('GET', taskPathOf(made, task), { token: token(), expect: [404] });
    return body.closed;
  });
};

export const reserve = async (
  api: DemoApi,
  made: Made,
  { task, worker }: { task: DemoTask; worker: string },
): Promise<void> => {
  const { token } = sessionOf(made.sessions, worker);
  const { status, body } = await api.call<{ insertedId?: string; code?: string; message?: string }>(
    'POST',
    `${taskPathOf(made, task)}/reservation`,
    { token: token(), expect: [409] },
  );
  // 409: an interrupted seed may continue after the end of the reservation.
  if (status === 409 ? body.code !== 'cooling-off' : body.insertedId === undefined)
    throw new Error(`The reservation of '${task.title}' was refused: ${body.message}`);
};

export const handIn = async (api: DemoApi, made: Made, work: PlannedSubmission): Promise<void> => {
  if (made.submissions.has(workKey(work))) return;
  const { task, worker, answer, pictures } = work;
  const { token } = sessionOf(made.sessions, worker);
  const attachments: string[] = [];
  for (const name of pictures) attachments.push(await api.upload(token(), await readTaskPicture(name)));
  const { body } = await api.call<{ insertedId?: string; message?: string }>('POST', '/submissions', {
    token: token(),
    key: `demo-${task.key}`,
    body: {
      taskId: made.tasks.get(task.key)?._id,
      ...workFields(answer),
      ...(attachments.length > 0 && { attachments }),
    },
  });
  if (body.insertedId === undefined)
    throw new Error(`The work of ${worker} for '${task.title}' was refused: ${body.message}`);
  made.submissions.set(workKey(work), { _id: body.insertedId });
};

const knownOf = (made: Made, work: PlannedSubmission) => made.submissions.get(workKey(work));
const pathOf = (made: Made, work: PlannedSubmission): string => `/submissions/${knownOf(made, work)?._id}`;
const buyerOf = (made: Made, { task }: PlannedSubmission): Session => sessionOf(made.sessions, task.buyer);

export const decide = async (api: DemoApi, made: Made, work: PlannedSubmission): Promise<void> => {
  if ((knownOf(made, work)?.status ?? 'pending') !== 'pending') return;
  const reason = REVIEWS[work.task.key]?.reason;
  const body = isRejected(work.outcome)
    ? { status: 'reject', ...(reason && { reasonCode: reason.code }), ...(reason?.text && { reasonText: reason.text }) }
    : { status: 'approved' };
  await api.call('PATCH', pathOf(made, work), { token: buyerOf(made, work).token(), body });
};

export const sendBack = async (api: DemoApi, made: Made, work: PlannedSubmission): Promise<void> => {
  const known = knownOf(made, work);
  if (known?.revision || (known?.status ?? 'pending') !== 'pending') return;
  await api.call('POST', `${pathOf(made, work)}/revision`, {
    token: buyerOf(made, work).token(),
    body: { note: REVIEWS[work.task.key]?.revision },
  });
};

export const resubmit = async (api: DemoApi, made: Made, work: PlannedSubmission): Promise<void> => {
  const known = knownOf(made, work);
  if (known?.revision?.resubmittedAt || (known?.status ?? 'pending') !== 'pending') return;
  await api.call('POST', `${pathOf(made, work)}/resubmission`, {
    token: sessionOf(made.sessions, work.worker).token(),
    body: { submissionDetails: REVIEWS[work.task.key]?.answer },
  });
};

export const appeal = async (api: DemoApi, made: Made, work: PlannedSubmission): Promise<void> => {
  const known = knownOf(made, work);
  if (known?.appeal) return;
  await api.call('POST', `${pathOf(made, work)}/appeal`, {
    token: sessionOf(made.sessions, work.worker).token(),
    body: { text: REVIEWS[work.task.key]?.appeal },
    // An interrupted seed may continue after the time of appeals.
    expect: known?.status ? [409] : [],
  });
};

export const judge = async (api: DemoApi, made: Made, work: PlannedSubmission): Promise<void> => {
  const known = knownOf(made, work);
  if ((known?.appeal?.state ?? 'open') !== 'open') return;
  await api.call('PATCH', `/appeals/${known?._id}`, {
    token: adminOf(made).token(),
    body: { outcome: work.outcome === 'U' ? 'upheld' : 'dismissed', note: REVIEWS[work.task.key]?.verdict },
    // There is none if the time of appeals was over.
    expect: known?.status ? [404, 409] : [],
  });
};

/** Of the worker and the buyer of the sign-in page, about a revision that the buyer has requested. */
const TALK = [
  ['worker', 'Hello! My old phone is from 2018, with Android 9. Is that old enough for the revision?'],
  ['buyer', 'That’s just right. Please also write where the keyboard covered a field. Thank you for asking!'],
  ['worker', 'It covered the date of birth. I’ll test it again tonight and send you the revision.'],
] as const;

export const talk = async (api: DemoApi, made: Made): Promise<void> => {
  const work = SUBMISSIONS.find(
    ({ task, worker, outcome }) => worker === 'worker' && task.buyer === 'buyer' && outcome === 'S',
  );
  if (!work) throw new Error('The demo worker has no submission that the demo buyer sent back');
  const token = sessionOf(made.sessions, 'worker').token();
  const { body: rows } = await api.call<Submission[]>('GET', '/submissions', { token });
  const threadId = rows.find(({ _id }) => _id === knownOf(made, work)?._id)?.threadId ?? '';
  const path = `/threads/${encodeURIComponent(threadId)}/messages`;
  const { body: known } = await api.call<Message[]>('GET', path, { token });
  for (const [who, text] of TALK.slice(known.length))
    await api.call('POST', path, { token: sessionOf(made.sessions, who).token(), body: { text } });
};
