import { tally } from '@piecework/service-runtime';
import { images } from './image.store';
import { references } from './image-reference.store';

export const imageTally = tally({
  name: 'images',
  of: images,
  fields: ['kept', 'bytes'],
  amounts: ({ bytes }) => ({ kept: 1, bytes }),
});

export const referenceTally = tally({
  name: 'references',
  of: references,
  fields: ['missing'],
  amounts: ({ missing }) => ({ missing: Number(missing === true) }),
});
