import { actAs, type Refused } from '@piecework/domain';
import { type Failure, fail, isFailure, ok } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import { actorOf, answer, type ServiceDeps } from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import { placesOf } from '../batch/batch';
import { withChecksApart } from '../batch/batch.checks';
import { attachRowPictures } from '../batch/batch.pictures';
import { type BatchDocument, batches, discardFile, knownBatch, rowFiles } from '../batch/batch.store';
import { faulty, keepFile, openFile, storeRows } from '../batch/batch.upload';
import { fieldsOf } from '../form/form.store';
import type { BatchPlaces } from '../places/places';
import { type PlacesDocument, placesSignal, taskPlaces } from '../places/places.store';
import { growthFaults } from './growth';
import { addedRowFaults } from './growth.checks';
import { STAGED_MS } from './growth.store';

/** Milliseconds that a call waits for the wallet and the task service. */
const OUTCOME_WAIT_MS = 5_000;

export const createGrowthOperations = (deps: ServiceDeps) => ({ ...stageRows(deps), ...addRows(deps) });

interface OwnBatch {
  task: PlacesDocument & { batch: BatchPlaces };
  batch: BatchDocument & { file: NonNullable<BatchDocument['file']> };
}

const ownBatch = async (
  tx: Transaction,
  buyer: Actor,
  taskId: string,
): Promise<OwnBatch | Refused | Failure<'not-found'>> => {
  const refused = await actAs(tx, buyer, 'buyer');
  if (refused) return refused;
  const task = await tx.collection(taskPlaces).findOne({ _id: taskId });
  if (!task?.batch || task.buyerId !== buyer.userId) return fail('not-found');
  const batch = await knownBatch(tx, taskId);
  if (!batch.file) throw new Error(`Batch ${batch._id} was published without rows`);
  return { task: { ...task, batch: task.batch }, batch: { ...batch, file: batch.file } };
};

/** One to which rows can be uploaded. */
const growingBatch = async (
  tx: Transaction,
  buyer: Actor,
  taskId: string,
): Promise<OwnBatch | Refused | Failure<'not-found' | 'task-closed' | 'addition-underway'>> => {
  const own = await ownBatch(tx, buyer, taskId);
  if (isFailure(own)) return own;
  if (own.task.state === 'closed') return fail('task-closed');
  return own.batch.growth?.additionId === undefined ? own : fail('addition-underway');
};

const stageRows = ({ ids, clock }: Pick<ServiceDeps, 'ids' | 'clock'>) =>
  answer('stageRows', ['rows.pictures-attached'], async ({ params: { id: taskId } }, call) => {
    const buyer = actorOf(call);
    const { userId: buyerId } = buyer;
    const fileId = ids.next();
    const opened = await call.transact(async (unit) => {
      const own = await growingBatch(unit, buyer, taskId);
      if (!isFailure(own)) await openFile(unit, { fileId, buyerId }, clock.now());
      return own;
    });
    if (isFailure(opened)) return opened;
    const { columns } = opened.batch.file;
    const read = await storeRows(call, { fileId, clock, known: columns });
    if (isFailure(read)) return read;
    const staged = await call.transact(async (unit) => {
      const own = await growingBatch(unit, buyer, taskId);
      if (isFailure(own)) return own;
      const { task, batch } = own;
      if (!(await keepFile(unit, fileId, clock.now() + STAGED_MS))) return fail('unavailable');
      const file = await withChecksApart(unit, { id: fileId, rows: read.rows, columns: [] }, columns);
      const { rows, checks } = file;
      const added = { rows, ...(checks && { checks }) };
      const tooMany = growthFaults(batch.file, batch.fields, added, task.batch.checks !== undefined);
      const fields = (await fieldsOf(unit, task)) ?? [];
      const errors = tooMany.length > 0 ? tooMany : await addedRowFaults(unit, batch.file, file, fields);
      if (errors.length > 0) return faulty(errors);
      if (batch.growth) await discardFile(unit, batch.growth.fileId, clock.now());
      await unit.collection(batches).updateOne({ _id: batch._id }, { $set: { growth: { fileId, ...added } } });
      await attachRowPictures(unit, buyerId, fileId, columns);
      const pages = Math.ceil(rows / task.batch.rowsPerPage);
      const places = placesOf({ ...task.batch, pages });
      return { ...added, pages, places, cost: places * task.payable };
    });
    if (isFailure(staged)) {
      await call.transact((unit) => discardFile(unit, fileId, clock.now()));
      return staged;
    }
    const { notes } = read;
    return ok({ upload: fileId, ...staged, ...(notes.length > 0 && { notes }) });
  });

/** Asks the task service for the places. The rows change no more until it has decided. */
const addRows = (deps: ServiceDeps) =>
  answer('addRows', ['task.rows-requested'], async ({ params: { id: taskId }, body: { upload } }, call) => {
    const buyer = actorOf(call);
    const { userId: buyerId, roleVersion: buyerRoleVersion } = buyer;
    const nextId = deps.ids.next();
    // Also the one of an earlier call.
    const requested = await call.transact(async (unit) => {
      const own = await ownBatch(unit, buyer, taskId);
      if (isFailure(own)) return own;
      const { task, batch } = own;
      const { growth } = batch;
      const uploaded = await unit.collection(rowFiles).findOne({ _id: upload });
      if (uploaded?.addedTo === taskId) return { additionId: null };
      if (task.state === 'closed') return fail('task-closed');
      const gone = fail('not-found', { message: 'These rows are no longer kept. Please upload the file again.' });
      if (growth?.fileId !== upload) return gone;
      if (growth.additionId !== undefined) return { additionId: growth.additionId };
      if (!(await keepFile(unit, upload))) return gone;
      const asked = { ...growth, additionId: nextId };
      await unit.collection(batches).updateOne({ _id: batch._id }, { $set: { growth: asked } });
      const pages = Math.ceil(growth.rows / task.batch.rowsPerPage);
      const facts = { additionId: nextId, taskId, buyerId, buyerRoleVersion };
      unit.emit('task.rows-requested', taskId, { ...facts, rows: growth.rows, pages });
      return { additionId: nextId };
    });
    if (isFailure(requested)) return requested;
    return requested.additionId === null
      ? ok({ modifiedCount: 1 })
      : rowsOutcome(deps, taskId, upload, requested.additionId);
  });

const rowsOutcome = async ({ signals, store }: ServiceDeps, taskId: string, upload: string, additionId: string) => {
  const outcome = await signals.until(placesSignal(taskId), OUTCOME_WAIT_MS, async () => {
    if ((await store.collection(rowFiles).findOne({ _id: upload }))?.addedTo === taskId) return 'added';
    const { growth } = await knownBatch(store, taskId);
    // Another call may have asked again, or replaced them.
    return growth?.additionId === additionId ? undefined : (growth?.refused?.reason ?? 'not-found');
  });
  if (!outcome) return fail('still-underway');
  if (outcome === 'added') return ok({ modifiedCount: 1 });
  return outcome === 'not-a-buyer' ? fail('forbidden', { message: 'Only buyers can add to a task.' }) : fail(outcome);
};
