import { IMAGE_LIMITS } from '@piecework/contracts/constants';

/** What the media service takes; SVG is left out on purpose, it can hold scripts. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'];

const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1);

/** Why a file is no picture that can be sent, before a byte of it is; undefined if it can. */
export const faultOf = (file: File): string | undefined => {
  if (!IMAGE_TYPES.includes(file.type)) return 'Choose a picture: JPEG, PNG, WebP, GIF or AVIF.';
  if (file.size === 0) return 'This file is empty. Choose another one.';
  if (file.size > IMAGE_LIMITS.maxBytes)
    return `This picture has ${megabytes(file.size)} MB. Choose one of at most ${IMAGE_LIMITS.maxBytes / 1024 / 1024} MB.`;
  return undefined;
};
