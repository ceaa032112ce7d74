import { OPERATIONS } from '@piecework/contracts';
import { fieldsOfColumns } from '@piecework/contracts/forms';
import type { FieldError } from '@piecework/http';
import { internally, type Service, type ServiceDeps, type Unit } from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import { keepForm } from '../form/form.store';
import type { BatchPlaces } from '../places/places';
import { batchFaults, checksOf, figuresOf, postingOf, publishingOf } from './batch';
import { keepExpected } from './batch.checks';
import { missingPictures, referToPicture } from './batch.pictures';
import { type BatchDocument, batches, knownBatch } from './batch.store';
import { expectedColumnFaults } from './expected-values';

/** A batch changes no more from `freezeBatch` until its task is declined. */
export const createPublishingInternal = ({ ids, clock }: Pick<ServiceDeps, 'ids' | 'clock'>) =>
  ({
    /** Of a batch that the gateway is about to publish. A repeat returns the same task. */
    freezeBatch: internally([], async ({ batchId, buyerId }, { transact }) => {
      const _id = String(batchId);
      return transact(async (unit) => {
        const batch = await unit.collection(batches).findOne({ _id });
        if (!batch || batch.buyerId !== buyerId) return { outcome: 'not-found' };
        if (publishingOf(batch) === 'published') return { outcome: 'published', taskId: batch.taskId };
        const figures = figuresOf(batch);
        const { fields, file } = batch;
        const errors = faultsOf(batch);
        if (errors.length > 0 || !figures || !fields.form || !file) return { outcome: 'faulty', errors };
        const published = fieldsOfColumns(fields.form.fields, file.columns);
        const missing = await missingPictures(unit, file.id, published);
        if (missing.length > 0) return { outcome: 'faulty', errors: missing };
        const faults = await keepExpected(unit, file, published);
        if (faults.length > 0) return { outcome: 'faulty', errors: faults };
        const taskId = batch.taskId ?? ids.next();
        const formId = await keepForm(unit, published, clock.now());
        // Also renewed: it must not go while its coins are on their way to escrow.
        await unit.collection(batches).updateOne({ _id }, { $set: { taskId, changedAt: clock.now() } });
        return { outcome: 'frozen', taskId, formId, figures, posting: postingOf(batch, figures) };
      });
    }),
    /** The task was refused or declined. */
    thawBatch: internally([], async ({ taskId }, { transact }) => {
      await transact((unit) => thaw(unit, String(taskId)));
      return {};
    }),
  }) satisfies Service['internal'];

const faultsOf = (batch: BatchDocument): FieldError[] => {
  const { fields, file } = batch;
  const figures = figuresOf(batch);
  const posting = figures?.rows ? postingOf(batch, figures) : fields;
  const parsed = OPERATIONS.createTask.body.safeParse({ requiredWorkers: 1, ...posting });
  const missing = (parsed.error?.issues ?? []).map(({ path, message }) => ({ field: path.join('.'), message }));
  const expected = expectedColumnFaults(file?.columns ?? [], fields.form?.fields ?? []);
  return [...missing, ...batchFaults(batch), ...expected].filter(
    ({ field }, at, all) => all.findIndex((other) => other.field === field) === at,
  );
};

/** Of a batch that no task publishes. */
export const thaw = async (tx: Transaction, taskId: string): Promise<void> => {
  const batch = await tx.collection(batches).findOne({ taskId });
  if (batch && publishingOf(batch) === 'publishing')
    await tx.collection(batches).updateOne({ _id: batch._id }, { $unset: { taskId: true } });
};

/** Its task is published. */
export const openBatch = async (
  unit: Unit<'batch.picture-changed'>,
  taskId: string,
  ids: ServiceDeps['ids'],
): Promise<BatchPlaces> => {
  const batch = await knownBatch(unit, taskId);
  const figures = figuresOf(batch);
  if (!figures || !batch.file) throw new Error(`Batch ${batch._id} was published without rows`);
  await unit.collection(batches).updateOne({ _id: batch._id }, { $unset: { changedAt: true } });
  referToPicture(unit, batch);
  const checks = checksOf(batch);
  const { maxPagesPerWorker, minSeconds, agreement, approveOnAgreement } = batch.fields;
  return {
    ...figures,
    fileId: batch.file.id,
    offered: 0,
    ...(maxPagesPerWorker !== undefined && { maxPagesPerWorker }),
    ...(agreement !== undefined && { agreement }),
    ...(approveOnAgreement && { approveOnAgreement }),
    ...(checks && { checks: { ...checks, secret: ids.secret() } }),
    ...(minSeconds !== undefined && { minSeconds }),
  };
};
