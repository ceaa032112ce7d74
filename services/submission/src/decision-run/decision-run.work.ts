import { MAX_DECISIONS } from '@piecework/contracts';
import type { Unit } from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import { DECISION_EVENTS, decideTogether, type Mark, touchAndCheckLeft } from '../submission/submission.decisions';
import { type SubmissionDocument, submissions } from '../submission/submission.store';
import { advance, type DecisionRun, doneOf, isOfRun, LEASE_MS, type RuledDecision } from './decision-run';
import { selectedAmong } from './decision-run.selection';
import { type DecisionRunDocument, decisionMarks, decisionRuns, selectedBy } from './decision-run.store';

export const RUN_EVENTS = [...DECISION_EVENTS, 'decisions.advanced'] as const;

interface Chunk {
  found: readonly SubmissionDocument[];
  markOf(submission: SubmissionDocument): Mark | undefined;
  reached?: DecisionRun['reached'];
  isLast: boolean;
}

const ruledChunk = async (
  tx: Transaction,
  { taskId, startedAt, reached }: DecisionRun,
  { rule, status, reason }: RuledDecision,
): Promise<Chunk> => {
  const selected = selectedBy(taskId, rule, startedAt);
  const behind = reached && {
    createdAt: { $gte: reached.createdAt },
    $or: [{ createdAt: { $gt: reached.createdAt } }, { _id: { $gt: reached.id } }],
  };
  const found = await tx
    .collection(submissions)
    .find(behind ? { $and: [selected, behind] } : selected, { sort: { createdAt: 1 }, limit: MAX_DECISIONS });
  const last = found.at(-1);
  return {
    found: await selectedAmong(tx, taskId, rule, found),
    markOf: ({ _id: id }) => ({ id, status, reason }),
    ...(last && { reached: { createdAt: last.createdAt, id: last._id } }),
    isLast: found.length < MAX_DECISIONS,
  };
};

const markedChunk = async (tx: Transaction, { _id: runId }: DecisionRunDocument): Promise<Chunk> => {
  const [first, next] = await tx.collection(decisionMarks).find({ runId }, { sort: { number: 1 }, limit: 2 });
  if (!first) return { found: [], markOf: () => undefined, isLast: true };
  await tx.collection(decisionMarks).deleteOne({ _id: first._id });
  const marks = new Map(first.marks.map((mark) => [mark.id, mark]));
  const found = await tx.collection(submissions).find({ _id: { $in: [...marks.keys()] } });
  return { found, markOf: ({ _id }) => marks.get(_id), isLast: !next };
};

/** Its write conflicts with another replica that works on the run. @returns whether more is left */
export const decideChunk = async (
  unit: Unit<(typeof RUN_EVENTS)[number]>,
  runId: string,
  now: number,
  leaseMs = LEASE_MS,
): Promise<boolean> => {
  const run = await unit.collection(decisionRuns).findOne({ _id: runId });
  if (!run || run.finishedAt !== undefined) return false;
  const { taskId, buyerId, ruled, total } = run;
  // The departure has decided what was pending.
  const hasLeft = await touchAndCheckLeft(unit, buyerId, 'buyer');
  const { found, markOf, ...chunk } = ruled ? await ruledChunk(unit, run, ruled) : await markedChunk(unit, run);
  const present = hasLeft ? [] : found.filter((submission) => isOfRun(run, submission));
  const decided = present.flatMap((submission) => markOf(submission) ?? []);
  const outcomes = await decideTogether(unit, { userId: buyerId }, decided, now);
  const renewed = hasLeft ? 0 : found.length - present.length;
  const after = advance(
    run,
    { decided, outcomes, renewed, ...chunk, isLast: chunk.isLast || hasLeft },
    { now, leaseMs },
  );
  const isFinished = after.finishedAt !== undefined;
  const $unset = isFinished ? { $unset: { resumeAt: true, reached: true } as const } : {};
  await unit.collection(decisionRuns).updateOne({ _id: runId }, { $set: after, ...$unset });
  if (isFinished && !ruled) await unit.collection(decisionMarks).deleteMany({ runId });
  unit.emit('decisions.advanced', runId, { runId, taskId, buyerId, done: doneOf(after.counts), total, isFinished });
  return !isFinished;
};
