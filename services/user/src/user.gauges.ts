import type { Service, ServiceDeps } from '@piecework/service-runtime';
import { users } from './user.store';

export const createUserGauges = ({ store }: Pick<ServiceDeps, 'store'>): NonNullable<Service['gauges']> => ({
  piecework_user_changes_underway: {
    help: 'Role changes and account closings in progress',
    value: () => store.collection(users).countDocuments({ changing: { $gt: 0 } }),
  },
});
