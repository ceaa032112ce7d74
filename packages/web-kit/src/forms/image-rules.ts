import {
  IMAGE_FORMAT_NAMES,
  IMAGE_FORMATS,
  IMAGE_LIMITS,
  IMAGE_MEGABYTES,
} from '@piecework/contracts/constants';
import { localDigits, t, translated } from '@piecework/i18n';

export const IMAGE_TYPES = IMAGE_FORMATS.map((format) => `image/${format}`);

const megabytesOf = (bytes: number) => localDigits((bytes / 1024 / 1024).toFixed(1));

/** In the reader's language, as in `{formats}` of a sentence. */
export const formatNames = (): string => translated(IMAGE_FORMAT_NAMES);

export const faultOf = (file: File): string | undefined => {
  if (!IMAGE_TYPES.includes(file.type)) return t('Choose a {formats} picture.', { formats: formatNames() });
  if (file.size === 0) return t('This file is empty. Choose another one.');
  if (file.size > IMAGE_LIMITS.maxBytes)
    return t('This picture is {megabytes} MB. Choose one of up to {most} MB.', {
      megabytes: megabytesOf(file.size),
      most: IMAGE_MEGABYTES,
    });
  return undefined;
};
