import { actAs } from '@piecework/domain';
import { created, type Failure, type FieldError, fail, isFailure, ok } from '@piecework/http';
import { actorOf, answer, listRows, type ServiceDeps, type Unit } from '@piecework/service-runtime';
import { readableBatch } from '../places/places.store';
import { reasonOf } from '../submission/submission';
import type { Mark } from '../submission/submission.decisions';
import { readDecisionFile } from './decision-file';
import { type DecisionRun, NO_COUNTS, STATUS_OF } from './decision-run';
import { chunksOf, estimateMarks, estimateRule, totalOf } from './decision-run.estimate';
import { decisionMarks, decisionRuns, marksOf } from './decision-run.store';
import { toView } from './decision-run.views';
import { decideChunk, RUN_EVENTS } from './decision-run.work';

type Deps = Pick<ServiceDeps, 'store' | 'settings' | 'ids' | 'clock'>;

export const createDecisionRunOperations = (deps: Deps) => ({
  ...startDecisions(deps),
  ...decideByFile(deps),
  ...listDecisions(deps),
  ...getDecisions(deps),
});

const startDecisions = ({ store, ids, clock }: Deps) =>
  answer('startDecisions', RUN_EVENTS, async ({ params: { id: taskId }, body }, call) => {
    const buyer = actorOf(call);
    if (!(await readableBatch(store, buyer, taskId))) return fail('not-found');
    const status = STATUS_OF[body.decision];
    const ruled = { rule: body.rule ?? {}, status, reason: reasonOf({ ...body, status }) } as const;
    const run = { taskId, buyerId: buyer.userId, startedAt: clock.now() };
    const estimate = await estimateRule(store, run, ruled);
    if (body.dryRun) return ok(estimate);
    const runId = ids.next();
    const started = await call.transact(async (unit) => {
      const refused = await actAs(unit, buyer, 'buyer');
      if (refused) return refused;
      await startRun(unit, runId, { ...run, ruled, total: totalOf(estimate) });
      return { runId };
    });
    return isFailure(started) ? started : created(started.runId);
  });

const decideByFile = ({ store, ids, clock }: Deps) =>
  answer('decideByFile', RUN_EVENTS, async ({ params: { id: taskId }, query: { dryRun } }, call) => {
    const buyer = actorOf(call);
    const { raw } = call;
    if (!raw) throw new Error('The upload has no body');
    if (!(await readableBatch(store, buyer, taskId))) return fail('not-found');
    const read = await readDecisionFile(raw).catch((error: unknown) => {
      if (!raw.destroyed) throw error;
      return null;
    });
    // The sender has disconnected.
    if (!read) return fail('unavailable');
    // The sender reads the answer behind its last byte.
    raw.resume();
    if ('errors' in read) return refuseFile(read.errors);
    const run = { taskId, buyerId: buyer.userId, startedAt: clock.now() };
    const estimate = await estimateMarks(store, run, read.marks);
    if ('errors' in estimate) return refuseFile(estimate.errors);
    if (dryRun) return ok(estimate);
    const runId = ids.next();
    const chunks = chunksOf(read.marks.map(({ row: _, ...mark }): Mark => mark));
    return call.transact(async (unit) => {
      const refused = await actAs(unit, buyer, 'buyer');
      if (refused) return refused;
      await unit.collection(decisionMarks).insertMany(chunks.map((marks, number) => marksOf(runId, number, marks)));
      await startRun(unit, runId, { ...run, total: read.marks.length });
      return created(runId);
    });
  });

const refuseFile = (errors: readonly FieldError[]): Failure<'validation'> => {
  const [first] = errors;
  return fail('validation', { errors, ...(errors.length === 1 && first && { message: first.message }) });
};

/** Decides the first chunk; the next sweep of the timer continues. */
const startRun = async (
  unit: Unit<(typeof RUN_EVENTS)[number]>,
  runId: string,
  run: Omit<DecisionRun, 'counts' | 'resumeAt'>,
): Promise<void> => {
  const { startedAt } = run;
  await unit.collection(decisionRuns).insertOne({ _id: runId, ...run, counts: NO_COUNTS, resumeAt: startedAt });
  await decideChunk(unit, runId, startedAt, 0);
};

const listDecisions = ({ store, settings }: Deps) =>
  answer('listDecisions', [], async ({ params: { id: taskId }, query: { offset, limit } }, call) => {
    if (!(await readableBatch(store, actorOf(call), taskId))) return fail('not-found');
    const range = { sort: { startedAt: -1 }, settings, offset, limit } as const;
    return listRows(store.collection(decisionRuns), { taskId }, range, (found) => found.map(toView));
  });

const getDecisions = ({ store }: Deps) =>
  answer('getDecisions', [], async ({ params: { id, run: runId } }, call) => {
    const run = await store.collection(decisionRuns).findOne({ _id: runId });
    return run?.taskId === id && run.buyerId === actorOf(call).userId ? ok(toView(run)) : fail('not-found');
  });
