import { timer } from '@piecework/service-runtime';
import { makeFinal } from './appeal.decisions';
import { submissions } from './submission.store';

/** P-4.22. */
export const appealWindow = timer({
  name: 'appeal-window',
  emits: ['appeal.place-returned'],
  of: submissions,
  deadline: 'appealableUntil',
  where: { 'appeal.state': { $ne: 'open' } },
  fire: makeFinal,
});
