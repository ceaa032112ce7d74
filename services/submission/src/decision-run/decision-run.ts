import type { RunDecision } from '@piecework/contracts';
import { handedInAt } from '../revision/revision';
import type { Decision, Reason, Submission } from '../submission/submission';
import type { Outcome } from '../submission/submission.decisions';

/** Of a submission after the decision that a buyer names. */
export const STATUS_OF = { approve: 'approved', reject: 'reject' } as const satisfies Record<RunDecision, Decision>;

export const decisionOf = (status: Decision): RunDecision => (status === 'approved' ? 'approve' : 'reject');

/** Each part narrows the selection; without any it is all pending answers. */
export interface Rule {
  workers?: string[] | undefined;
  pages?: number[] | undefined;
  /** Share of the compared fields in which an answer has the value that most gave. */
  agreesAtLeast?: number | undefined;
  /** Share of the checks that the worker of an answer has right. */
  accuracyAtLeast?: number | undefined;
}

/** One decision for all answers that a rule selects. */
export interface RuledDecision {
  rule: Rule;
  status: Decision;
  reason?: Reason | undefined;
}

export interface Counts {
  approved: number;
  rejected: number;
  /** Sent back, or with a version that is newer than the run. */
  leftPending: number;
  alreadyDecided: number;
}

/** Decides many answers, a chunk per transaction. Times are in milliseconds since 1970. */
export interface DecisionRun {
  taskId: string;
  buyerId: string;
  /** Absent: its marks are in `decisionMarks`. */
  ruled?: RuledDecision;
  /** The run concerns only what was handed in until then. */
  startedAt: number;
  /** Answers that were selected and pending at the start; of a file, its decisions. */
  total: number;
  counts: Counts;
  /** The last answer that a ruled run has reached. */
  reached?: { createdAt: number; id: string };
  /** When a replica continues it: the end of the lease of the one that works on it. Absent: it has ended. */
  resumeAt?: number;
  finishedAt?: number;
}

/** A chunk takes far less, also on a slow store. */
export const LEASE_MS = 15_000;

export const NO_COUNTS: Counts = { approved: 0, rejected: 0, leftPending: 0, alreadyDecided: 0 };

/** The buyer has not seen a version that came later. */
export const isOfRun = ({ startedAt }: Pick<DecisionRun, 'startedAt'>, submission: Submission): boolean =>
  handedInAt(submission) <= startedAt;

export const doneOf = ({ approved, rejected, leftPending, alreadyDecided }: Counts): number =>
  approved + rejected + leftPending + alreadyDecided;

const countOutcome = (counts: Counts, { status }: { status: Decision }, { modifiedCount, code }: Outcome): Counts => {
  if (code === 'awaiting-revision') return { ...counts, leftPending: counts.leftPending + 1 };
  if (modifiedCount === 0) return { ...counts, alreadyDecided: counts.alreadyDecided + 1 };
  return status === 'approved'
    ? { ...counts, approved: counts.approved + 1 }
    : { ...counts, rejected: counts.rejected + 1 };
};

interface DecidedChunk {
  decided: readonly { status: Decision }[];
  /** In the order of `decided`. */
  outcomes: readonly Outcome[];
  /** With a version that is newer than the run. */
  renewed: number;
  reached?: DecisionRun['reached'];
  isLast: boolean;
}

/** The run after a chunk. A rule does not see what others have decided since the start: at the end it is what is missing of the total. */
export const advance = (
  run: DecisionRun,
  { decided, outcomes, renewed, reached, isLast }: DecidedChunk,
  { now, leaseMs }: { now: number; leaseMs: number },
): Pick<DecisionRun, 'counts' | 'reached' | 'resumeAt' | 'finishedAt'> => {
  const before = { ...run.counts, leftPending: run.counts.leftPending + renewed };
  const counts = outcomes.reduce(
    (sum, outcome, at) => countOutcome(sum, decided[at] ?? { status: 'reject' }, outcome),
    before,
  );
  if (!isLast) return { counts, ...(reached && { reached }), resumeAt: now + leaseMs };
  const missing = Math.max(0, run.total - doneOf(counts));
  return { counts: { ...counts, alreadyDecided: counts.alreadyDecided + missing }, finishedAt: now };
};
