import type { Service, ServiceDeps } from '@piecework/service-runtime';
import { userTally } from './user.tally';

export const createUserGauges = ({ counters }: Pick<ServiceDeps, 'counters'>): NonNullable<Service['gauges']> => ({
  piecework_user_changes_underway: {
    help: 'Role changes and account closings in progress',
    value: async () => (await counters.readCounted(userTally)).changing,
  },
});
