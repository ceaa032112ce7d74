import { type DecidedShare, type DecisionEstimate, MAX_DECISIONS, MAX_ESTIMATED_WORKERS } from '@piecework/contracts';
import { type FieldError, isFailure } from '@piecework/http';
import { inBatches } from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import { addFault, emptyFaults, errorsOf } from '../batch/row-file.faults';
import { type Decision, decide, type Submission } from '../submission/submission';
import { type SubmissionDocument, submissions } from '../submission/submission.store';
import type { FileMark } from './decision-file';
import type { DecisionRun, RuledDecision } from './decision-run';
import { selectedAmong } from './decision-run.selection';
import { selectedBy } from './decision-run.store';

const createShare = () => {
  const workers = new Map<string, DecidedShare['workers'][number]>();
  let answers = 0;
  let coins = 0;
  return {
    add: ({ workerId, workerName, payable }: Submission) => {
      const worker = workers.get(workerId);
      workers.set(workerId, {
        workerId,
        workerName,
        answers: (worker?.answers ?? 0) + 1,
        coins: (worker?.coins ?? 0) + payable,
      });
      answers += 1;
      coins += payable;
    },
    view: (): DecidedShare => ({
      answers,
      people: workers.size,
      coins,
      workers: [...workers.values()].sort((a, b) => b.coins - a.coins).slice(0, MAX_ESTIMATED_WORKERS),
    }),
  };
};

/** Adds up what decisions would do, each as a single call decides. */
const createEstimate = (buyerId: string) => {
  const shares = { approved: createShare(), reject: createShare() };
  const left = { awaitingRevision: 0, alreadyDecided: 0 };
  return {
    add: (submission: Submission, status: Decision): void => {
      const decision = decide(submission, { userId: buyerId }, status);
      if (decision === 'decide') shares[status].add(submission);
      else if (isFailure(decision) && decision.failure === 'awaiting-revision') left.awaitingRevision += 1;
      else left.alreadyDecided += 1;
    },
    view: (): DecisionEstimate => ({ approve: shares.approved.view(), reject: shares.reject.view(), ...left }),
  };
};

export const estimateRule = async (
  tx: Transaction,
  { taskId, buyerId, startedAt }: Pick<DecisionRun, 'taskId' | 'buyerId' | 'startedAt'>,
  { rule, status }: RuledDecision,
): Promise<DecisionEstimate> => {
  const estimate = createEstimate(buyerId);
  const selected = selectedBy(taskId, rule, startedAt);
  for await (const found of inBatches<SubmissionDocument>(tx.collection(submissions), selected, 'createdAt', 1))
    for (const submission of await selectedAmong(tx, taskId, rule, found)) estimate.add(submission, status);
  return estimate.view();
};

/** Also finds what is no answer of the batch. Memory does not follow the answers: few of them are read at a time. */
export const estimateMarks = async (
  tx: Transaction,
  { taskId, buyerId }: Pick<DecisionRun, 'taskId' | 'buyerId'>,
  marks: readonly FileMark[],
): Promise<DecisionEstimate | { errors: FieldError[] }> => {
  const estimate = createEstimate(buyerId);
  const faults = emptyFaults();
  for (const some of chunksOf(marks)) {
    const found = await tx.collection(submissions).find({ _id: { $in: some.map(({ id }) => id) } });
    const answers = new Map(found.map((submission) => [submission._id, submission]));
    for (const { id, row, status } of some) {
      const answer = answers.get(id);
      if (answer?.taskId === taskId) estimate.add(answer, status);
      else addFault(faults, { row, column: 'submission', message: 'This batch has no answer with this id' });
    }
  }
  return faults.count > 0 ? { errors: errorsOf(faults) } : estimate.view();
};

/** As many as one transaction decides. */
export const chunksOf = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / MAX_DECISIONS) }, (_, at) =>
    items.slice(at * MAX_DECISIONS, (at + 1) * MAX_DECISIONS),
  );

/** Answers that are pending and selected. */
export const totalOf = ({ approve, reject, awaitingRevision }: DecisionEstimate): number =>
  approve.answers + reject.answers + awaitingRevision;
