import { isoTime } from '@piecework/base';
import type { Service, ServiceDeps } from '@piecework/service-runtime';
import { placesPayTally } from '../places/places.tally';
import { submissions } from './submission.store';
import { submissionTally } from './submission.tally';

export const createSubmissionIntegrity =
  ({ store, counters }: Pick<ServiceDeps, 'store' | 'counters'>): NonNullable<Service['integrity']> =>
  async () => {
    const together = await counters.readTogether(placesPayTally, submissionTally);
    if (!together) return {};
    const [{ coins }, { openAppeals }] = together;
    const longest = { sort: { 'appeal.filedAt': 1 } } as const;
    const oldest = await store.collection(submissions).findOne({ 'appeal.state': 'open' }, longest);
    return {
      coins: { places: coins },
      appeals: { open: openAppeals, ...(oldest?.appeal && { oldest: isoTime(oldest.appeal.filedAt) }) },
    };
  };
