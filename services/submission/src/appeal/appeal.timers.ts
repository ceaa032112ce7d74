import { timer } from '@piecework/service-runtime';
import { submissions } from '../submission/submission.store';
import { makeFinal } from './appeal.decisions';

/** P-4.22. */
export const appealWindow = timer({
  name: 'appeal-window',
  emits: ['appeal.place-returned'],
  of: submissions,
  deadline: 'appealableUntil',
  where: { 'appeal.state': { $ne: 'open' } },
  fire: makeFinal,
});
