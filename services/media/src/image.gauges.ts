import { cacheExpensiveGauge, type Service, type ServiceDeps } from '@piecework/service-runtime';
import { images } from './image.store';
import { references } from './image-reference.store';

export const createImageGauges = ({
  store,
  clock,
  swept,
  refusals,
}: Pick<ServiceDeps, 'store' | 'clock'> & {
  swept: () => number;
  refusals: () => number;
}): NonNullable<Service['gauges']> => ({
  piecework_pictures_kept: {
    help: 'Pictures kept',
    value: cacheExpensiveGauge(clock, () => store.collection(images).countDocuments({})),
  },
  piecework_pictures_bytes: {
    help: 'Bytes of the pictures kept, without the smaller sizes that are made of them',
    value: cacheExpensiveGauge(clock, () => store.collection(images).sum({}, 'bytes')),
  },
  piecework_pictures_missing: {
    help: 'Tasks, people and testimonials that show a picture which is not kept',
    value: () => store.collection(references).countDocuments({ missing: true }),
  },
  piecework_pictures_swept: {
    help: 'Pictures that this process has removed because nothing showed them',
    value: async () => swept(),
  },
  piecework_picture_quota_refusals: {
    help: 'Uploads that this process has refused because the daily quota of their owner was used up',
    value: async () => refusals(),
  },
});
