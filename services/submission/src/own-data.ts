import { isoTime } from '@piecework/base';
import { people } from '@piecework/domain';
import { exported, type OwnData, withheld } from '@piecework/service-runtime';
import { batches, type RowDocument, rowFiles, rows } from './batch/batch.store';
import { toView as toBlockView } from './block/block.routes';
import { blocks } from './block/block.store';
import { metChecks } from './check/check.store';
import { decisionMarks, decisionRuns } from './decision-run/decision-run.store';
import { forms, knownFields } from './form/form.store';
import { pageCursors, pages } from './page/page.store';
import { taskPlaces } from './places/places.store';
import { reservations } from './reservation/reservation.store';
import { toView as toReservationView } from './reservation/reservation.views';
import { submissions } from './submission/submission.store';
import { type Shown, toBuyerView, toView } from './submission/submission.views';
import { type MessageDocument, messages, threads } from './thread/thread.store';
import { toMessageView } from './thread/thread.views';
import { batchWorkers } from './worker/worker.store';

const ROWS_AT_ONCE = 100;

/** They name no owner: batch after batch. */
const batchRows: OwnData = {
  of: [rows],
  file: 'batch-rows',
  read: async ({ store }, { userId: buyerId }, after) => {
    let batch = after && (await store.collection(batches).findOne({ _id: after.id, buyerId }));
    let number = after?.value;
    for (;;) {
      if (batch?.file) {
        const behind = { fileId: batch.file.id, ...(number !== undefined && { number: { $gt: Number(number) } }) };
        const found = await store.collection(rows).find(behind, { sort: { number: 1 }, limit: ROWS_AT_ONCE });
        const last = found.at(-1);
        if (last) return { rows: found.map(rowView(batch._id)), after: { value: last.number, id: batch._id } };
      }
      const next = { buyerId, ...(batch && { _id: { $gt: batch._id } }) };
      batch = await store.collection(batches).findOne(next, { sort: { _id: 1 } });
      number = undefined;
      if (!batch) return { rows: [], after: null };
    }
  },
};

const rowView =
  (batchId: string) =>
  ({ number, values, expected }: RowDocument) => ({ batchId, number, values, ...(expected && { expected }) });

const withThread =
  (settings: Shown) =>
  (message: MessageDocument): object => {
    const { isOwn: _, ...shown } = toMessageView(message.authorId, settings)(message);
    return { threadId: message.threadId, ...shown };
  };

export const submissionOwnData: readonly OwnData[] = [
  exported({
    of: submissions,
    file: 'submissions',
    where: ({ userId }) => ({ workerId: userId }),
    by: 'createdAt',
    view: (found, { settings }) =>
      found.map((one) => ({ ...toView(one, settings), submittedAt: isoTime(one.createdAt) })),
  }),
  exported({
    of: submissions,
    file: 'submissions-received',
    where: ({ userId }) => ({ buyerId: userId }),
    by: 'createdAt',
    view: (found, { settings }) =>
      found.map((one) => ({ ...toBuyerView(one, settings), submittedAt: isoTime(one.createdAt) })),
  }),
  exported({
    of: reservations,
    file: 'held-places',
    where: ({ userId }) => ({ workerId: userId, state: 'held' as const }),
    by: 'expiresAt',
    view: (found) => found.map((one) => ({ ...toReservationView(one), reservedAt: isoTime(one.reservedAt) })),
  }),
  exported({
    of: batchWorkers,
    file: 'work-in-batches',
    where: ({ userId }) => ({ workerId: userId, toldAt: { $gt: 0 } }),
    by: 'toldAt',
    view: (found) => found.map(({ taskId, told, toldAt = 0 }) => ({ taskId, accuracy: told, toldAt: isoTime(toldAt) })),
  }),
  exported({
    of: taskPlaces,
    file: 'task-forms',
    where: ({ userId }) => ({ buyerId: userId }),
    by: 'state',
    view: async (found, { store }) => {
      const withForm = found.flatMap(({ _id, formId }) => (formId === undefined ? [] : { taskId: _id, formId }));
      return Promise.all(
        withForm.map(async ({ taskId, formId }) => ({ taskId, form: { fields: await knownFields(store, formId) } })),
      );
    },
  }),
  exported({
    of: batches,
    file: 'batches',
    where: ({ userId }) => ({ buyerId: userId }),
    by: '_id',
    view: (found) =>
      found.map(({ _id, fields, file, taskId, changedAt }) => ({
        _id,
        ...fields,
        ...(file && { file }),
        ...(taskId !== undefined && { taskId }),
        ...(changedAt !== undefined && { changedAt: isoTime(changedAt) }),
      })),
  }),
  batchRows,
  exported({
    of: messages,
    file: 'messages',
    where: ({ userId }) => ({ authorId: userId }),
    by: 'at',
    view: (found, { settings }) => found.map(withThread(settings)),
  }),
  exported({
    of: messages,
    file: 'messages-received',
    where: ({ userId }) => ({ readerId: userId }),
    by: 'at',
    view: (found, { settings }) => found.map(withThread(settings)),
  }),
  withheld('its messages are in messages and messages-received', threads),
  exported({
    of: blocks,
    file: 'blocks',
    where: ({ userId }) => ({ blockerId: userId }),
    by: 'createdAt',
    view: (found) => found.map((one) => ({ ...toBlockView(one), by: one.by })),
  }),
  withheld('its texts are in task-forms and batches', forms),
  withheld('places and pages of tasks, without texts of a person', pages, pageCursors),
  withheld('the uploads are in batches, and their rows in batch-rows', rowFiles),
  withheld('a worker who knew the checks could answer only those right', metChecks),
  withheld('the decisions are in submissions-received', decisionRuns, decisionMarks),
  withheld('it repeats account', people),
];
