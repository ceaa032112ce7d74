import { createHash } from 'node:crypto';
import { encodeBase32 } from '@piecework/base';

/*
 * Addresses of pictures. Browsers load every picture from the gateway: our own, and those of other hosts as the media service keeps them,
 * because the host of a picture would otherwise learn who looks at it, and could show something else later.
 */

const OWN_PATH = /^(?:https?:\/\/[^/]+)?\/images\/([0-9a-z]{26})(?:\.webp)?$/;
const LOCAL = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$)/;

/** 130 bits of the address: nobody finds one that gets the id of another picture. */
const remoteIdOf = (url: string): string => {
  const hash = createHash('sha256').update(url).digest('hex');
  return encodeBase32(BigInt(`0x${hash}`) >> 126n, 26);
};

export interface PictureAddress {
  /** What the media service keeps the picture under. */
  id: string;
  /** Whether it is on another host, from where the media service fetches it. */
  isRemote: boolean;
}

/** An address with our path is ours on whatever host: installations move, and a stored address names the host of its day. */
export const pictureAddressOf = (url: string): PictureAddress => {
  const own = OWN_PATH.exec(url)?.[1];
  return own ? { id: own, isRemote: false } : { id: remoteIdOf(url), isRemote: true };
};

export const pictureUrl = (id: string, { gatewayOrigin }: { gatewayOrigin: string }): string =>
  new URL(`/images/${id}.webp`, gatewayOrigin).href;

/**
 * The address that answers give for a stored one: `''` and a path as they are, and on one's own machine what names it by another name;
 * every other address is one at the gateway.
 */
export const shownPicture = (url: string, { gatewayOrigin }: { gatewayOrigin: string }): string => {
  const isHere = LOCAL.test(url) && LOCAL.test(gatewayOrigin);
  return url === '' || url.startsWith('/') || isHere
    ? url
    : pictureUrl(pictureAddressOf(url).id, { gatewayOrigin });
};
