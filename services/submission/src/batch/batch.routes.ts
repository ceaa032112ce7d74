import { MAX_DRAFTS } from '@piecework/contracts';
import { actAs, type Refused } from '@piecework/domain';
import { created, type Failure, fail, isFailure, ok } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import {
  actorOf,
  answer,
  answerInTransaction,
  listRows,
  type ServiceDeps,
  type Unit,
} from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import { viewOfPage } from '../page/page.views';
import { type Column, type DraftFields, figuresOf, placesOf, publishingOf } from './batch';
import { withChecksApart } from './batch.checks';
import { addressFaults, attachRowPictures, referToPicture } from './batch.pictures';
import { type BatchDocument, batches, discardFile } from './batch.store';
import { keepFile, openFile, storeRows } from './batch.upload';
import { costOf, toView } from './batch.views';
import { isOfAddresses } from './row-file.columns';
import { errorsOf } from './row-file.faults';

export const createBatchOperations = (deps: ServiceDeps) => ({
  ...createBatch(deps),
  ...listBatches(deps),
  ...getBatch(deps),
  ...changeBatch(deps),
  ...deleteBatch(deps),
  ...uploadRows(deps),
  ...previewBatch(deps),
});

type Given = { [K in keyof DraftFields]?: DraftFields[K] | null };

/** Null takes a value away. */
const withGiven = (fields: DraftFields, given: Given): DraftFields =>
  Object.fromEntries(
    Object.entries({ ...fields, ...given }).filter(([, value]) => value !== null && value !== undefined),
  );

const ownBatch = async (tx: Transaction, { userId }: Actor, batchId: string): Promise<BatchDocument | null> => {
  const batch = await tx.collection(batches).findOne({ _id: batchId });
  return batch?.buyerId === userId ? batch : null;
};

/** Of a draft that can be read, or changed. */
const ownDraft = async (
  tx: Transaction,
  buyer: Actor,
  batchId: string,
): Promise<BatchDocument | Failure<'not-found' | 'already-published'>> => {
  const batch = await ownBatch(tx, buyer, batchId);
  if (!batch) return fail('not-found');
  return publishingOf(batch) === 'published' ? fail('already-published') : batch;
};

const openDraft = async (
  tx: Transaction,
  buyer: Actor,
  batchId: string,
): Promise<BatchDocument | Refused | Failure<'not-found' | 'already-published' | 'still-underway'>> => {
  const refused = await actAs(tx, buyer, 'buyer');
  if (refused) return refused;
  const batch = await ownDraft(tx, buyer, batchId);
  return !isFailure(batch) && publishingOf(batch) === 'publishing' ? fail('still-underway') : batch;
};

const createBatch = ({ ids, clock }: Pick<ServiceDeps, 'ids' | 'clock'>) =>
  answer('createBatch', ['batch.picture-changed'], async ({ body }, call) => {
    const buyer = actorOf(call);
    const batchId = ids.next();
    const result = await call.transact(async (unit) => {
      const refused = await actAs(unit, buyer, 'buyer');
      if (refused) return refused;
      const { userId: buyerId } = buyer;
      const drafts = { buyerId, changedAt: { $gt: 0 } } as const;
      if ((await unit.collection(batches).countDocuments(drafts, { limit: MAX_DRAFTS })) >= MAX_DRAFTS)
        return fail('too-many-drafts');
      const fields = withGiven({}, body);
      await unit.collection(batches).insertOne({ _id: batchId, buyerId, fields, changedAt: clock.now() });
      referToPicture(unit, { _id: batchId, buyerId, fields: {} }, fields.taskImageURL);
      return { batchId };
    });
    return isFailure(result) ? result : created(result.batchId);
  });

const listBatches = ({ store, settings }: Pick<ServiceDeps, 'store' | 'settings'>) =>
  answer('listBatches', [], async (_input, call) => {
    const drafts = { buyerId: actorOf(call).userId, changedAt: { $gt: 0 } } as const;
    return listRows(store.collection(batches), drafts, { sort: { changedAt: -1 }, settings }, (found) =>
      Promise.all(found.map((batch) => toView(store, settings, batch))),
    );
  });

const getBatch = ({ store, settings }: Pick<ServiceDeps, 'store' | 'settings'>) =>
  answer('getBatch', [], async ({ params: { id } }, call) => {
    const batch = await ownDraft(store, actorOf(call), id);
    return isFailure(batch) ? batch : ok(await toView(store, settings, batch));
  });

const DRAFT_EVENTS = ['rows.pictures-attached', 'batch.picture-changed'] as const;

const changeBatch = ({ clock }: Pick<ServiceDeps, 'clock'>) =>
  answerInTransaction('changeBatch', DRAFT_EVENTS, async (unit, { params: { id }, body }, call) => {
    const batch = await openDraft(unit, actorOf(call), id);
    if (isFailure(batch)) return batch;
    const { columns: kinds = [], ...given } = body;
    const fields = withGiven(batch.fields, given);
    const { file } = batch;
    const columns = file && withKinds(file.columns, kinds);
    const before = JSON.stringify([batch.fields, file?.columns]);
    if (JSON.stringify([fields, columns]) === before) return ok({ modifiedCount: 0 });
    const others = (columns ?? []).filter(({ name, kind }) => kindOf(file?.columns, name) !== kind);
    if (file) {
      const refused = await addressFaults(
        unit,
        file.id,
        others.filter(({ kind }) => isOfAddresses(kind)),
      );
      const [first] = refused.first;
      if (first)
        return fail('validation', { message: `Row ${first.row}: ${first.message}`, errors: errorsOf(refused) });
    }
    const changed = file && columns && { file: await withChecksApart(unit, file, columns) };
    const $set = { fields, changedAt: clock.now(), ...changed };
    await unit.collection(batches).updateOne({ _id: id }, { $set });
    referToPicture(unit, batch, fields.taskImageURL);
    const added = others.filter(({ kind }) => kind === 'picture');
    if (file && added.length > 0) await attachRowPictures(unit, batch.buyerId, file.id, added);
    return ok({ modifiedCount: 1 });
  });

type Kind = Pick<Column, 'name' | 'kind' | 'field'>;

const kindOf = (columns: readonly Kind[] = [], name: string) => columns.find((column) => column.name === name)?.kind;

/** A row has one key: the last column that is given as one. */
const withKinds = (columns: readonly Column[], kinds: readonly Kind[]): Column[] => {
  const key = kinds.filter(({ kind }) => kind === 'key').at(-1)?.name;
  return columns.map((column) => {
    const { name, label } = column;
    const { kind, field } = kinds.find((given) => given.name === name) ?? column;
    const isOtherKey = kind === 'key' && key !== undefined && name !== key;
    return { name, label, kind: isOtherKey ? 'text' : kind, ...(kind === 'expected' && { field }) };
  });
};

/** An earlier kind stays, unless it is for addresses and the column has other values now. */
const fitting =
  (read: readonly Column[]) =>
  ({ name, kind }: Column): boolean =>
    !isOfAddresses(kind) || isOfAddresses(kindOf(read, name));

const deleteBatch = ({ clock }: Pick<ServiceDeps, 'clock'>) =>
  answerInTransaction('deleteBatch', ['batch.picture-changed'], async (unit, { params: { id } }, call) => {
    const batch = await openDraft(unit, actorOf(call), id);
    if (isFailure(batch)) return batch.failure === 'not-found' ? ok({ deletedCount: 0 }) : fail(batch.failure);
    await deleteDraft(unit, batch, clock.now());
    return ok({ deletedCount: 1 });
  });

export const deleteDraft = async (
  unit: Unit<'batch.picture-changed'>,
  batch: BatchDocument,
  now: number,
): Promise<void> => {
  await unit.collection(batches).deleteOne({ _id: batch._id });
  referToPicture(unit, batch);
  if (batch.file) await discardFile(unit, batch.file.id, now);
};

/** Of a closed account. */
export const deleteDraftsOf = async (
  unit: Unit<'batch.picture-changed'>,
  buyerId: string,
  now: number,
): Promise<void> => {
  const drafts = await unit.collection(batches).find({ buyerId, changedAt: { $gt: 0 } });
  for (const draft of drafts.filter((batch) => publishingOf(batch) === 'draft')) await deleteDraft(unit, draft, now);
};

const uploadRows = ({ ids, clock }: Pick<ServiceDeps, 'ids' | 'clock'>) =>
  answer('uploadRows', ['rows.pictures-attached'], async ({ params: { id } }, call) => {
    const buyer = actorOf(call);
    const { userId: buyerId } = buyer;
    const fileId = ids.next();
    const refused = await call.transact(async (unit) => {
      const batch = await openDraft(unit, buyer, id);
      return isFailure(batch) ? batch : openFile(unit, { fileId, buyerId }, clock.now());
    });
    if (refused) return refused;
    const read = await storeRows(call, { fileId, clock });
    if (isFailure(read)) return read;
    const { notes, rows: count } = read;
    return call.transact(async (unit) => {
      const batch = await openDraft(unit, buyer, id);
      const now = clock.now();
      if (isFailure(batch)) {
        await discardFile(unit, fileId, now);
        return batch;
      }
      if (!(await keepFile(unit, fileId))) return fail('unavailable');
      const columns = withKinds(read.columns, (batch.file?.columns ?? []).filter(fitting(read.columns)));
      if (batch.file) await discardFile(unit, batch.file.id, now);
      const file = await withChecksApart(unit, { id: fileId, rows: count, columns: [] }, columns);
      await unit.collection(batches).updateOne({ _id: id }, { $set: { file, changedAt: now } });
      await attachRowPictures(unit, buyerId, fileId, columns);
      const { rows, checks } = file;
      return ok({ rows, ...(checks && { checks }), columns, ...(notes.length > 0 && { notes }) });
    });
  });

const previewBatch = ({ store, settings }: Pick<ServiceDeps, 'store' | 'settings'>) =>
  answer('previewBatch', [], async ({ params: { id }, query: { page: number = 1 } }, call) => {
    const batch = await ownDraft(store, actorOf(call), id);
    if (isFailure(batch)) return batch;
    const figures = figuresOf(batch);
    const { file, fields } = batch;
    if (!file || !figures || number > figures.pages) return fail('not-found');
    const paged = { fileId: file.id, columns: file.columns, figures, detail: fields.taskDetail ?? '', version: 1 };
    const page = await viewOfPage(store, settings, paged, { page: number });
    const places = placesOf(figures);
    return ok({ page, places, ...costOf(batch, places) });
  });
