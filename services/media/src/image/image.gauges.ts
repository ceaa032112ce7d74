import type { Service, ServiceDeps } from '@piecework/service-runtime';
import { imageTally, referenceTally } from './image.tally';

export const createImageGauges = ({
  counters,
  swept,
  refusals,
}: Pick<ServiceDeps, 'counters'> & { swept: () => number; refusals: () => number }): NonNullable<
  Service['gauges']
> => ({
  piecework_pictures_kept: {
    help: 'Stored pictures',
    value: async () => (await counters.readCounted(imageTally)).kept,
  },
  piecework_pictures_bytes: {
    help: 'Bytes of the stored pictures, without resized copies',
    value: async () => (await counters.readCounted(imageTally)).bytes,
  },
  piecework_pictures_missing: {
    help: 'Tasks, users, testimonials and submissions whose picture is not stored',
    value: async () => (await counters.readCounted(referenceTally)).missing,
  },
  piecework_pictures_swept: { help: 'Unreferenced pictures removed by this process', value: async () => swept() },
  piecework_picture_quota_refusals: {
    help: 'Uploads refused by this process because of the daily quota',
    value: async () => refusals(),
  },
});
