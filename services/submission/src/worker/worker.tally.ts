import { tally } from '@piecework/service-runtime';
import { submissions } from '../submission/submission.store';

/** Decisions on the answers of a worker to a batch. */
export const batchWorkTally = tally({
  name: 'batchWork',
  of: submissions,
  by: { batchWorker: 'batchWorker' },
  fields: ['pending', 'approved', 'reject'],
  amounts: ({ batchWorker, status }) => (batchWorker === undefined ? {} : { [status]: 1 }),
});
