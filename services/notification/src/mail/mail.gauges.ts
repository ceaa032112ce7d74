import type { Service, ServiceDeps } from '@piecework/service-runtime';
import { mails } from './mail.store';

export const createMailGauges = ({
  store,
  clock,
}: Pick<ServiceDeps, 'store' | 'clock'>): NonNullable<Service['gauges']> => ({
  piecework_mails_queued: {
    help: 'Mails that wait for their next attempt',
    value: () => store.collection(mails).countDocuments({ state: 'queued' }),
  },
  piecework_mails_failed: {
    help: 'Mails of the last 30 days that could not be sent',
    value: () => store.collection(mails).countDocuments({ state: 'failed' }),
  },
  piecework_mails_oldest_seconds: {
    help: 'Age of the oldest queued mail; 0 without one',
    value: async () => {
      const oldest = await store.collection(mails).findOne({ state: 'queued' }, { sort: { createdAt: 1 } });
      return oldest ? Math.max(0, clock.now() - oldest.createdAt) / 1000 : 0;
    },
  },
});
