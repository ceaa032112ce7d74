import { isoTime } from '@piecework/base';
import { MAX_SHOWN_REPORTS, needsReportReason, type ReportCase as ReportCaseView } from '@piecework/contracts';
import { fail, isFailure, ok } from '@piecework/http';
import {
  actorOf,
  answer,
  answerInTransaction,
  listRows,
  noteAdminAct,
  type ServiceDeps,
} from '@piecework/service-runtime';
import type { Filter, FindOptions } from '@piecework/store';
import { actingAdmin, beginSuspensionByAdmin } from '../suspension/suspension.routes';
import type { UserRecord } from '../user/user';
import { users } from '../user/user.store';
import { caseDecided, decideCase, findingOf } from './report';
import { type ReportCaseDocument, type ReportDocument, reportCases, reporterTally, reports } from './report.store';

export const createReportOperations = (deps: ServiceDeps) => ({ ...listReports(deps), ...decideReports(deps) });

/** Cases of one reporter that are listed. */
const MOST_OF_REPORTER = 500;

const listReports = (deps: ServiceDeps) =>
  answer('listReports', [], async ({ query: { state, owner, reporter, limit, offset } }) => {
    const { store, settings } = deps;
    const newest = { sort: { at: -1 }, limit: MOST_OF_REPORTER } as const;
    const own = reporter === undefined ? [] : await store.collection(reports).find({ reporterId: reporter }, newest);
    const shownState = state ?? (owner === undefined && reporter === undefined ? 'open' : undefined);
    const filter: Filter<ReportCaseDocument> = {
      ...(shownState && { state: shownState }),
      ...(owner !== undefined && { ownerId: owner }),
      ...(reporter !== undefined && { _id: { $in: own.map(({ caseId }) => caseId) } }),
    };
    const sort: FindOptions<ReportCaseDocument>['sort'] =
      owner !== undefined || reporter !== undefined
        ? { openedAt: -1 }
        : shownState === 'decided'
          ? { decidedAt: -1 }
          : { openedAt: 1 };
    const range = { sort, settings, offset, limit };
    return listRows(store.collection(reportCases), filter, range, (found) => toViews(deps, found));
  });

const toViews = async (
  { store, counters }: Pick<ServiceDeps, 'store' | 'counters'>,
  found: readonly ReportCaseDocument[],
): Promise<ReportCaseView[]> => {
  const filed = await Promise.all(
    found.map(({ _id: caseId }) =>
      store.collection(reports).find({ caseId }, { sort: { _id: 1 }, limit: MAX_SHOWN_REPORTS }),
    ),
  );
  const reporterIds = [...new Set(filed.flat().map(({ reporterId }) => reporterId))];
  const ids = [...new Set([...found.map(({ ownerId }) => ownerId), ...reporterIds])];
  const [people, records] = await Promise.all([
    store.collection(users).find({ _id: { $in: ids } }),
    counters.readEach(reporterTally, 'reporter', reporterIds),
  ]);
  const personOf = new Map(people.map((person) => [person._id, person]));
  const reportView = ({ reporterId, reasonCode, text, at }: ReportDocument): ReportCaseView['reports'][number] => ({
    reporterId,
    reporterEmail: personOf.get(reporterId)?.email ?? '',
    reporterName: personOf.get(reporterId)?.name ?? '',
    reasonCode,
    ...(text !== undefined && { text }),
    at: isoTime(at),
    record: { upheld: 0, dismissed: 0, false: 0, ...records.get(reporterId) },
  });
  return found.flatMap((one, index) => {
    const owner = personOf.get(one.ownerId);
    return owner ? [caseView(one, owner, (filed[index] ?? []).map(reportView))] : [];
  });
};

const caseView = (
  { _id, subject, taskId, title, state, openedAt, reporters, outcome, reasonCode, ...rest }: ReportCaseDocument,
  owner: UserRecord,
  views: ReportCaseView['reports'],
): ReportCaseView => ({
  _id,
  subject,
  ...(taskId !== undefined && { taskId }),
  ...(title !== undefined && { title }),
  owner: {
    userId: owner._id,
    userName: owner.name,
    userEmail: owner.email,
    userRole: owner.role,
    isClosed: owner.closed,
    isSuspended: owner.suspension !== undefined,
  },
  state,
  openedAt: isoTime(openedAt),
  reporters,
  reports: views,
  ...(outcome && { outcome }),
  ...(reasonCode && { reasonCode }),
  ...(rest.decidedAt !== undefined && { decidedAt: isoTime(rest.decidedAt) }),
  ...(rest.decidedBy !== undefined && { decidedBy: rest.decidedBy }),
});

const decideReports = ({ ids, clock }: ServiceDeps) =>
  answerInTransaction(
    'decideReports',
    ['report.decided', 'user.suspension-changed'],
    async (unit, { params: { id: caseId }, body }, call) => {
      const { outcome, suspension } = body;
      const admin = await actingAdmin(unit, actorOf(call).userId);
      if (isFailure(admin)) return admin;
      const [cases, rows] = [unit.collection(reportCases), unit.collection(reports)];
      const known = await cases.findOne({ _id: caseId });
      const filed = await rows.find({ caseId });
      const reporterIds = filed.map(({ reporterId }) => reporterId);
      const decision = decideCase(known, reporterIds, admin._id, outcome);
      if (isFailure(decision)) return decision;
      if (decision === 'repeat' || !known) return ok({ modifiedCount: 0 });
      const owner = await unit.collection(users).findOne({ _id: known.ownerId });
      if (!owner) return fail('not-found');
      const now = clock.now();
      if (outcome === 'suspend' && suspension) {
        const suspended = await beginSuspensionByAdmin(unit, owner, admin, { _id: ids.next(), now, ...suspension });
        if (isFailure(suspended)) return suspended;
      }
      const reasonCode = needsReportReason(outcome) ? body.reasonCode : undefined;
      const $set = {
        state: 'decided' as const,
        outcome,
        ...(reasonCode && { reasonCode }),
        decidedAt: now,
        decidedBy: admin._id,
      };
      await cases.updateOne({ _id: caseId }, { $set });
      await rows.updateMany({ caseId }, { $set: { finding: findingOf(outcome) } });
      await noteAdminAct(unit, {
        action: 'report-decided',
        subject: { type: 'user', id: owner._id, title: owner.email },
        detail: `${outcome}, reports of the ${known.subject.type} ${known.subject.id}`,
      });
      unit.emit('report.decided', caseId, caseDecided({ ...known, ...$set }, owner.role, filed));
      return ok({ modifiedCount: 1 });
    },
  );
