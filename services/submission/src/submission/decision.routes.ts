import { groupBy } from '@piecework/base';
import type { OperationOutput } from '@piecework/contracts';
import { actAs } from '@piecework/domain';
import { type Failure, isFailure, ok } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import { actorOf, answer, answerInTransaction, type ServiceDeps, type Unit } from '@piecework/service-runtime';
import { type Decision, decide, type Reason } from './submission';
import { decidePending } from './submission.decisions';
import { submissions } from './submission.store';

type Deps = Pick<ServiceDeps, 'store' | 'clock'>;

export const createDecisionOperations = (deps: Deps) => ({ ...decideSubmission(deps), ...decideSubmissions(deps) });

const DECIDED = ['submission.approved', 'submission.rejected'] as const;
type DecisionUnit = Unit<(typeof DECIDED)[number]>;

interface Asked {
  status: Decision;
  reasonCode?: Reason['code'] | undefined;
  reasonText?: string | undefined;
}

/** Clients of the first contract give no reason. */
const reasonOf = ({ status, reasonCode: code, reasonText: text = '' }: Asked): Reason | undefined =>
  status === 'reject' && code !== undefined ? { code, text } : undefined;

const decideSubmission = ({ clock }: Deps) =>
  answerInTransaction('decideSubmission', DECIDED, async (unit, { params, body }, call) => {
    const buyer = actorOf(call);
    const refused = await actAs(unit, buyer, 'buyer');
    if (refused) return refused;
    const submission = await unit.collection(submissions).findOne({ _id: params.id });
    const decision = decide(submission, buyer, body.status);
    if (isFailure(decision)) return decision;
    if (decision === 'repeat') return ok({ modifiedCount: 0 });
    const verdict = { by: 'buyer', now: clock.now(), reason: reasonOf(body) } as const;
    await decidePending(unit, { _id: params.id }, body.status, verdict);
    return ok({ modifiedCount: 1 });
  });

type Result = OperationOutput<'decideSubmissions'>['results'][number];
type Row = Asked & { id: string; index: number };

/** One transaction per task: all its decisions contend for its places anyway. */
const decideSubmissions = ({ store, clock }: Deps) =>
  answer('decideSubmissions', DECIDED, async ({ body: { decisions } }, call) => {
    const buyer = actorOf(call);
    const stored = await store.collection(submissions).find({ _id: { $in: decisions.map(({ id }) => id) } });
    const taskOf = new Map(stored.map(({ _id, taskId }) => [_id, taskId]));
    const results: Result[] = decisions.map(({ id }) => ({ id, modifiedCount: 0, code: 'not-found' }));
    const rows = decisions.map((decision, index): Row => ({ ...decision, index }));
    for (const [taskId, ofTask] of groupBy(rows, ({ id }) => taskOf.get(id))) {
      if (taskId === undefined) continue;
      const outcomes = await call.transact((unit) => decideTogether(unit, buyer, ofTask, clock.now()));
      if (isFailure(outcomes)) return outcomes;
      ofTask.forEach(({ index }, nth) => {
        results[index] = outcomes[nth] as Result;
      });
    }
    return ok({ results });
  });

const decideTogether = async (
  unit: DecisionUnit,
  buyer: Actor,
  rows: readonly Row[],
  now: number,
): Promise<Result[] | Failure<'forbidden'>> => {
  const refused = await actAs(unit, buyer, 'buyer');
  if (refused) return refused;
  const stored = await unit.collection(submissions).find({ _id: { $in: rows.map(({ id }) => id) } });
  const states = new Map(stored.map((submission) => [submission._id, submission]));
  const chosen: Row[] = [];
  const results = rows.map((row): Result => {
    const { id, status } = row;
    const submission = states.get(id) ?? null;
    const decision = decide(submission, buyer, status);
    if (isFailure(decision)) {
      const code = decision.failure === 'forbidden' ? 'not-found' : decision.failure;
      return { id, modifiedCount: 0, code };
    }
    if (decision === 'repeat' || !submission) return { id, modifiedCount: 0 };
    // A later row about the same submission is a repeat or too late.
    states.set(id, { ...submission, status });
    chosen.push(row);
    return { id, modifiedCount: 1 };
  });
  for (const alike of groupBy(chosen, (row) => JSON.stringify([row.status, reasonOf(row)])).values()) {
    const [first] = alike;
    if (!first) continue;
    const whose = { _id: { $in: alike.map(({ id }) => id) } };
    await decidePending(unit, whose, first.status, { by: 'buyer', now, reason: reasonOf(first) });
  }
  return results;
};
