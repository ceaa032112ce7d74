import { IMAGE_FORMAT_NAMES, IMAGE_FORMATS, IMAGE_LIMITS, IMAGE_MEGABYTES } from '@piecework/contracts/constants';
import { localDigits, t, translated } from '@piecework/i18n';
import { shrinkPicture } from '@piecework/web-kit';

const IMAGE_TYPES = IMAGE_FORMATS.map((format) => `image/${format}`);

const megabytesOf = (bytes: number) => localDigits((bytes / 1024 / 1024).toFixed(1));

/** In the reader's language, as in `{formats}` of a sentence. */
export const formatNames = (): string => translated(IMAGE_FORMAT_NAMES);

/** Limits of a file before it is shrunk; decoded, 100 megapixels take 400 MB. */
export const SOURCE_IMAGE = { megabytes: 60, megapixels: 100 } as const;

/** Safari decodes it, other browsers do not. */
const isHeic = ({ type, name }: File) => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);

/** Without HEIC, Apple's file choosers convert it to JPEG; others would hide it, and nothing would say why. */
export const acceptedTypes = (): string =>
  (navigator.vendor.startsWith('Apple') ? IMAGE_TYPES : [...IMAGE_TYPES, '.heic', '.heif']).join(',');

export const faultOf = (file: File): string | undefined => {
  if (!IMAGE_TYPES.includes(file.type) && !isHeic(file))
    return t('Choose a {formats} picture.', { formats: formatNames() });
  if (file.size === 0) return t('This file is empty. Choose another one.');
  if (file.size > SOURCE_IMAGE.megabytes * 1024 * 1024)
    return t('This picture is {megabytes} MB. Choose one that’s {most} MB or smaller.', {
      megabytes: megabytesOf(file.size),
      most: SOURCE_IMAGE.megabytes,
    });
  return undefined;
};

/** The file to upload. */
export const prepare = async (file: File, signal: AbortSignal): Promise<File | { fault: string }> => {
  const isConverted = isHeic(file);
  const outcome = await shrinkPicture({ file, isConverted, maxMegapixels: SOURCE_IMAGE.megapixels }, signal);
  if (outcome.kind === 'shrunk') return new File([outcome.blob], file.name, { type: outcome.blob.type });
  if (outcome.kind === 'too-many-pixels')
    return {
      fault: t('This picture has {count} megapixels. Choose one with {most} or fewer.', {
        count: Math.ceil(outcome.megapixels),
        most: SOURCE_IMAGE.megapixels,
      }),
    };
  if (isConverted)
    return {
      fault: t(
        'This is a HEIC photo, which this browser can’t open. Share it as JPEG; on an iPhone, choose Settings > Camera > Formats > Most Compatible.',
      ),
    };
  if (file.size > IMAGE_LIMITS.maxBytes)
    return {
      fault: t('This browser can’t make the picture smaller. Choose one that’s {most} MB or smaller.', {
        most: IMAGE_MEGABYTES,
      }),
    };
  return file;
};
