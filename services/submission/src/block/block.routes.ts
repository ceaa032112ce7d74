import { isoTime } from '@piecework/base';
import { type Block, type EmittedData, MAX_BLOCKS, type OperationInput } from '@piecework/contracts';
import { actAs, people } from '@piecework/domain';
import { created, type Failure, fail, failField, isFailure, ok } from '@piecework/http';
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
import { taskPlaces } from '../places/places.store';
import { submissions } from '../submission/submission.store';
import { batchWorkerId, batchWorkers } from '../worker/worker.store';
import { type BlockDocument, blocks } from './block.store';

export const createBlockOperations = (deps: ServiceDeps) => ({
  ...createBlock(deps),
  ...listBlocks(deps),
  ...deleteBlock(),
});

/** The gateway admits no other role. */
const sideOf = ({ role }: Actor): BlockDocument['by'] => (role === 'buyer' ? 'buyer' : 'worker');

const createBlock = ({ ids, clock }: Pick<ServiceDeps, 'ids' | 'clock'>) =>
  answerInTransaction('createBlock', ['block.added'], async (unit, { body }, call) => {
    const blocker = actorOf(call);
    const by = sideOf(blocker);
    const refused = await actAs(unit, blocker, by);
    if (refused) return refused;
    const met = await personMet(unit, blocker, body);
    if (isFailure(met)) return met;
    // Conflicts with a reservation, a submission, a new name and the closing of this person.
    const one = { _id: met.userId };
    const person = await unit.collection(people).findOneAndUpdate(one, { $inc: { conflictCounter: 1 } });
    if (person?.closed) return fail('not-found');
    const pair = { blockerId: blocker.userId, by, blockedId: met.userId };
    const rows = unit.collection(blocks);
    const known = await rows.findOne(pair);
    if (known) return created(known._id);
    const count = await rows.countDocuments({ blockerId: blocker.userId }, { limit: MAX_BLOCKS });
    if (count >= MAX_BLOCKS) return fail('too-many-blocks');
    const { taskTitle } = met;
    const name = person?.name ?? met.name;
    const block: BlockDocument = { _id: ids.next(), ...pair, name, taskTitle, createdAt: clock.now() };
    await rows.insertOne(block);
    unit.emit('block.added', block._id, factsOf(block));
    return created(block._id);
  });

interface Met {
  userId: string;
  name: string;
  taskTitle: string;
}

/** Only a person whom the caller has met: otherwise the answers would tell which ids exist. */
const personMet = async (
  tx: Transaction,
  { userId, role }: Actor,
  { submissionId, taskId, workerId }: OperationInput<'createBlock'>['body'],
): Promise<Met | Failure<'not-found' | 'validation'>> => {
  if (role !== 'buyer') {
    if (taskId === undefined) return failField('taskId', 'Task is required');
    const task = await tx.collection(taskPlaces).findOne({ _id: taskId });
    if (!task || task.buyerId === userId) return fail('not-found');
    return { userId: task.buyerId, name: task.buyerName, taskTitle: task.title };
  }
  if (submissionId !== undefined) {
    const work = await tx.collection(submissions).findOne({ _id: submissionId, buyerId: userId });
    return work ? { userId: work.workerId, name: work.workerName, taskTitle: work.taskTitle } : fail('not-found');
  }
  if (taskId === undefined || workerId === undefined) return failField('submissionId', 'Submission is required');
  const batch = await tx.collection(taskPlaces).findOne({ _id: taskId, buyerId: userId });
  const answered = { _id: batchWorkerId(taskId, workerId), answers: { $gt: 0 } };
  const worker = batch && (await tx.collection(batchWorkers).findOne(answered));
  return worker ? { userId: workerId, name: worker.workerName, taskTitle: batch.title } : fail('not-found');
};

const factsOf = ({ _id: blockId, by, blockerId, blockedId }: BlockDocument): EmittedData<'block.added'> =>
  by === 'buyer'
    ? { blockId, by, buyerId: blockerId, workerId: blockedId }
    : { blockId, by, buyerId: blockedId, workerId: blockerId };

export const toView = ({ _id, name, taskTitle, createdAt }: BlockDocument): Block => ({
  _id,
  name,
  taskTitle,
  blockedAt: isoTime(createdAt),
});

const listBlocks = ({ store, settings }: Pick<ServiceDeps, 'store' | 'settings'>) =>
  answer('listBlocks', [], async ({ query: { offset, limit } }, call) => {
    const caller = actorOf(call);
    const mine = { blockerId: caller.userId, by: sideOf(caller) };
    const range = { sort: { createdAt: -1 }, settings, offset, limit } as const;
    return listRows(store.collection(blocks), mine, range, (found) => found.map(toView));
  });

const deleteBlock = () =>
  answerInTransaction('deleteBlock', ['block.removed'], async (unit, { params: { id: _id } }, call) => {
    const blocker = actorOf(call);
    const refused = await actAs(unit, blocker, sideOf(blocker));
    if (refused) return refused;
    const block = await unit.collection(blocks).findOne({ _id, blockerId: blocker.userId });
    if (block) await removeBlock(unit, block);
    return ok({ deletedCount: block ? 1 : 0 });
  });

const removeBlock = async (unit: Unit<'block.removed'>, block: BlockDocument) => {
  await unit.collection(blocks).deleteOne({ _id: block._id });
  unit.emit('block.removed', block._id, factsOf(block));
};

/** Of a closed account: its blocks, and those of it. */
export const removeBlocksOf = async (unit: Unit<'block.removed'>, userId: string): Promise<void> => {
  const rows = unit.collection(blocks);
  for (const block of await rows.find({ blockerId: userId })) await removeBlock(unit, block);
  for (const block of await rows.find({ blockedId: userId })) await removeBlock(unit, block);
};
