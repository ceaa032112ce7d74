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
    help: 'Stored pictures',
    value: cacheExpensiveGauge(clock, () => store.collection(images).countDocuments({})),
  },
  piecework_pictures_bytes: {
    help: 'Bytes of the stored pictures, without resized copies',
    value: cacheExpensiveGauge(clock, () => store.collection(images).sum({}, 'bytes')),
  },
  piecework_pictures_missing: {
    help: 'Tasks, users, testimonials and submissions whose picture is not stored',
    value: () => store.collection(references).countDocuments({ missing: true }),
  },
  piecework_pictures_swept: {
    help: 'Unreferenced pictures removed by this process',
    value: async () => swept(),
  },
  piecework_picture_quota_refusals: {
    help: 'Uploads refused by this process because of the daily quota',
    value: async () => refusals(),
  },
});
