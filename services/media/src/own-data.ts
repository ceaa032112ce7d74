import { isoTime } from '@piecework/base';
import { type DataOwner, exported, type OwnData, withheld } from '@piecework/service-runtime';
import { hostedImages, type ImageRecord, images } from './image/image.store';
import { references } from './image/image-reference.store';
import { uploadedBytes } from './upload/upload-quota.store';

/** Also before the registration. */
const uploadedBy = ({ userId, uid }: DataOwner) => ({ owner: { $in: [`user:${userId}`, `identity:${uid}`] } });

const shown = ({ bytes, width, height, at, url }: ImageRecord) => ({
  ...(url !== undefined && { url }),
  bytes,
  width,
  height,
  uploadedAt: isoTime(at),
});

export const mediaOwnData: readonly OwnData[] = [
  exported({
    of: images,
    file: 'pictures',
    where: uploadedBy,
    by: 'at',
    // The gateway adds the file of each `picture`. One with an address is on another host.
    view: (found) =>
      found.map((image) => ({ ...(image.url === undefined && { picture: image._id }), ...shown(image) })),
  }),
  exported({
    of: hostedImages,
    file: 'hosted-pictures',
    where: uploadedBy,
    by: 'at',
    view: (found) => found.map(shown),
  }),
  withheld('it counts where a picture is used', references),
  withheld('it counts the uploads of a day', uploadedBytes),
];
