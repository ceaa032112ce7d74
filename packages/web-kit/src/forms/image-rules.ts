import {
  IMAGE_FORMAT_NAMES,
  IMAGE_FORMATS,
  IMAGE_LIMITS,
  IMAGE_MEGABYTES,
} from '@piecework/contracts/constants';

export const IMAGE_TYPES = IMAGE_FORMATS.map((format) => `image/${format}`);

const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1);

export const faultOf = (file: File): string | undefined => {
  if (!IMAGE_TYPES.includes(file.type)) return `Choose a ${IMAGE_FORMAT_NAMES} picture.`;
  if (file.size === 0) return 'This file is empty. Choose another one.';
  if (file.size > IMAGE_LIMITS.maxBytes)
    return `This picture is ${megabytes(file.size)} MB. Choose one of up to ${IMAGE_MEGABYTES} MB.`;
  return undefined;
};
