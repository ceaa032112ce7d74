import { groupBy } from '@piecework/base';
import { actAs } from '@piecework/domain';
import { isFailure, ok } from '@piecework/http';
import { actorOf, answer, answerInTransaction, type ServiceDeps } from '@piecework/service-runtime';
import { decide, reasonOf } from './submission';
import { DECISION_EVENTS, decidePending, decideTogether, type Mark, type Outcome } from './submission.decisions';
import { submissions } from './submission.store';

type Deps = Pick<ServiceDeps, 'store' | 'clock'>;

export const createDecisionOperations = (deps: Deps) => ({ ...decideSubmission(deps), ...decideSubmissions(deps) });

const decideSubmission = ({ clock }: Deps) =>
  answerInTransaction('decideSubmission', DECISION_EVENTS, async (unit, { params, body }, call) => {
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

type Row = Mark & { index: number };

/** One transaction per task: all its decisions contend for its places anyway. */
const decideSubmissions = ({ store, clock }: Deps) =>
  answer('decideSubmissions', DECISION_EVENTS, async ({ body: { decisions } }, call) => {
    const buyer = actorOf(call);
    const stored = await store.collection(submissions).find({ _id: { $in: decisions.map(({ id }) => id) } });
    const taskOf = new Map(stored.map(({ _id, taskId }) => [_id, taskId]));
    const results: Outcome[] = decisions.map(({ id }) => ({ id, modifiedCount: 0, code: 'not-found' }));
    const rows = decisions.map(
      (asked, index): Row => ({ id: asked.id, status: asked.status, reason: reasonOf(asked), index }),
    );
    for (const [taskId, ofTask] of groupBy(rows, ({ id }) => taskOf.get(id))) {
      if (taskId === undefined) continue;
      const outcomes = await call.transact(
        async (unit) => (await actAs(unit, buyer, 'buyer')) ?? decideTogether(unit, buyer, ofTask, clock.now()),
      );
      if (isFailure(outcomes)) return outcomes;
      ofTask.forEach(({ index }, nth) => {
        results[index] = outcomes[nth] as Outcome;
      });
    }
    return ok({ results });
  });
