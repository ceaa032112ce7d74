import type {
  EmittedData,
  ReportOutcome,
  ReportReason,
  ReportState,
  ReportSubjectType,
  Role,
} from '@piecework/contracts';
import { type Failure, fail, failField } from '@piecework/http';

/** What one person has reported. Times are in milliseconds since 1970. */
export interface Report {
  caseId: string;
  reporterId: string;
  /** At the time of the report. */
  reporterRole: Role;
  reasonCode: ReportReason;
  text?: string;
  at: number;
  /** Absent while its case is open. */
  finding?: ReportFinding;
}

/** `false` counts against the reporter. */
export type ReportFinding = 'upheld' | 'dismissed' | 'false';

export interface ReportSubject {
  type: ReportSubjectType;
  id: string;
}

/** All reports of one subject, from the first one to their decision. A later report opens another case. */
export interface ReportCase {
  subject: ReportSubject;
  /** The person who is responsible for it; of a person the person. */
  ownerId: string;
  /** Of the task that it is, or belongs to. */
  taskId?: string;
  title?: string;
  state: ReportState;
  openedAt: number;
  reporters: number;
  outcome?: ReportOutcome;
  /** Read by the owner, as a sentence. */
  reasonCode?: ReportReason;
  decidedAt?: number;
  /** The admin. */
  decidedBy?: string;
}

const FINDINGS: Readonly<Partial<Record<ReportOutcome, ReportFinding>>> = { nothing: 'dismissed', unfounded: 'false' };
export const findingOf = (outcome: ReportOutcome): ReportFinding => FINDINGS[outcome] ?? 'upheld';

const isAboutTasks = (outcome: ReportOutcome) => outcome === 'pause-task' || outcome === 'close-task';

/** P-13.17. @param reporterIds of its reports @param adminId who may act as an admin */
export const decideCase = (
  known: ReportCase | null,
  reporterIds: readonly string[],
  adminId: string,
  outcome: ReportOutcome,
): 'decide' | 'repeat' | Failure<'not-found' | 'own-report' | 'already-decided' | 'validation'> => {
  if (!known) return fail('not-found');
  if (known.ownerId === adminId || reporterIds.includes(adminId)) return fail('own-report');
  if (known.state === 'decided')
    return known.outcome === outcome ? 'repeat' : fail('already-decided', { message: ALREADY_DECIDED });
  if (isAboutTasks(outcome) && known.subject.type !== 'task')
    return failField('outcome', 'Only a reported task can be paused or closed');
  return 'decide';
};
const ALREADY_DECIDED = 'Another admin has already decided this. Reload to see the decision.';

/** Of a decided case. */
export const caseDecided = (
  { _id: caseId, subject, ownerId, taskId, title, outcome, reasonCode }: ReportCase & { _id: string },
  ownerRole: Role,
  reports: readonly Report[],
): EmittedData<'report.decided'> => {
  if (!outcome) throw new Error(`The case ${caseId} has no outcome`);
  return {
    caseId,
    subjectType: subject.type,
    subjectId: subject.id,
    ownerId,
    ownerRole,
    outcome,
    ...(reasonCode !== undefined && { reasonCode }),
    ...(taskId !== undefined && { taskId }),
    ...(title !== undefined && { title }),
    reporters: reports.map(({ reporterId: userId, reporterRole: role }) => ({ userId, role })),
  };
};
