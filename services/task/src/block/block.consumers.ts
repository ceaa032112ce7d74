import { type Consumer, on } from '@piecework/service-runtime';
import { blocks } from './block.store';

/** Both events have the key of the block, so they arrive in order. */
export const blockConsumers: readonly Consumer[] = [
  on('block.added', [], ({ data: { blockId: _id, ...block } }, unit) =>
    unit.collection(blocks).insertOne({ _id, ...block }),
  ),
  on('block.removed', [], async ({ data: { blockId: _id } }, unit) => {
    await unit.collection(blocks).deleteOne({ _id });
  }),
];
