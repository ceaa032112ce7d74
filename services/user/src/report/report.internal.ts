import { DAY_MS } from '@piecework/base';
import { MAX_REPORTERS, MAX_REPORTS_PER_DAY, REPORT_REASONS, REPORT_SUBJECTS } from '@piecework/contracts';
import { type Failure, fail, isFailure } from '@piecework/http';
import { internally, type Service, type ServiceDeps, type Unit } from '@piecework/service-runtime';
import { z } from 'zod';
import { users } from '../user/user.store';
import { reportCases, reports } from './report.store';

const filedArgs = z.object({
  reporterId: z.string(),
  subject: z.object({ type: z.enum(REPORT_SUBJECTS), id: z.string() }),
  ownerId: z.string(),
  taskId: z.string().optional(),
  title: z.string().optional(),
  reasonCode: z.enum(REPORT_REASONS),
  text: z.string().optional(),
});
type Filed = z.infer<typeof filedArgs>;

type Refusal = Failure<'unauthenticated' | 'not-found' | 'account-suspended' | 'too-many-requests'>;

/** The gateway has asked the service that has the subject whether the reporter sees it. */
export const createReportInternal = ({ ids, clock }: ServiceDeps) => {
  /** P-1.30. */
  const file = async (unit: Unit<'report.filed'>, filed: Filed): Promise<{ reportId: string } | Refusal> => {
    const { reporterId, subject, ownerId, taskId, title, reasonCode, text } = filed;
    const userRows = unit.collection(users);
    // Both writes conflict: with a suspension of the reporter and a further report of theirs, and with the first report of the subject by another.
    const reporter = await userRows.findOneAndUpdate({ _id: reporterId }, { $inc: { conflictCounter: 1 } });
    if (!reporter || reporter.closed) return fail('unauthenticated');
    if (reporter.suspension) return fail('account-suspended');
    if (ownerId === reporterId) return fail('not-found');
    const owner = await userRows.findOneAndUpdate({ _id: ownerId }, { $inc: { conflictCounter: 1 } });
    if (!owner) return fail('not-found');
    const [cases, rows, now] = [unit.collection(reportCases), unit.collection(reports), clock.now()];
    const known = await cases.findOne({ 'subject.id': subject.id, 'subject.type': subject.type, state: 'open' });
    const before = known && (await rows.findOne({ caseId: known._id, reporterId }));
    const written = { reasonCode, ...(text !== undefined && { text }) };
    if (before) {
      const $unset = text === undefined && { $unset: { text: true as const } };
      await rows.updateOne({ _id: before._id }, { $set: written, ...$unset });
      return { reportId: before._id };
    }
    if (known && known.reporters >= MAX_REPORTERS) return fail('too-many-requests');
    const recent = await rows.countDocuments({ reporterId, at: { $gt: now - DAY_MS } });
    if (recent >= MAX_REPORTS_PER_DAY) return fail('too-many-requests');
    const caseId = known?._id ?? ids.next();
    if (known) await cases.updateOne({ _id: caseId }, { $inc: { reporters: 1 } });
    else {
      const about = {
        subject,
        ownerId,
        ...(taskId !== undefined && { taskId }),
        ...(title !== undefined && { title }),
      };
      await cases.insertOne({ _id: caseId, ...about, state: 'open', openedAt: now, reporters: 1 });
      unit.emit('report.filed', caseId, { caseId, subjectType: subject.type, subjectId: subject.id, ownerId });
    }
    const reportId = ids.next();
    await rows.insertOne({ _id: reportId, caseId, reporterId, reporterRole: reporter.role, ...written, at: now });
    return { reportId };
  };

  return {
    fileReport: internally(['report.filed'], async (args, { transact }) => {
      const filed = await transact((unit) => file(unit, filedArgs.parse(args)));
      return isFailure(filed) ? { refused: filed.failure } : filed;
    }),
  } satisfies Service['internal'];
};
