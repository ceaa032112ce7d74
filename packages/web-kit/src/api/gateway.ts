import { IMAGE_WIDTHS, type ImageWidth } from '@piecework/contracts/constants';

/** Read from `remotes.json` at run time, so that one build serves every installation. */
let gateway = '';
let resolveKnown = () => {};
/** Calls made before `setGateway` wait for it. */
export const gatewayKnown = new Promise<void>((resolve) => {
  resolveKnown = resolve;
});

export const setGateway = (url: string): void => {
  gateway = url.replace(/\/+$/, '');
  resolveKnown();
};
export const gatewayUrl = (path = ''): string => gateway + path;

const OWN_PICTURE = /^(https?:\/\/[^/]+)?(\/images\/[0-9a-z]{26}(?:\.webp)?)$/;
const LOCAL_HOST = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/;

/** Path of a picture of the media service. A stored address may name either local host (`localhost`, 127.0.0.1). */
const ownPicture = (url: string): string | undefined => {
  const [, origin = '', path] = OWN_PICTURE.exec(url) ?? [];
  const isOurs = !origin || origin === gateway || (LOCAL_HOST.test(origin) && LOCAL_HOST.test(gateway));
  return isOurs ? path : undefined;
};

export const imageSrc = (url: string, width?: ImageWidth): string => {
  const path = ownPicture(url);
  return path ? gatewayUrl(path) + (width ? `?w=${width}` : '') : url;
};

export const imageSrcSet = (url: string): string | undefined =>
  ownPicture(url) && IMAGE_WIDTHS.map((width) => `${imageSrc(url, width)} ${width}w`).join(', ');

/** Addresses of a picture for `EnlargeablePicture` and `Thumbnails`; `width` where there is no `srcSet`. */
export const pictureSources = (url: string, width: ImageWidth) => ({
  src: imageSrc(url, width),
  srcSet: imageSrcSet(url),
  whole: imageSrc(url),
});
