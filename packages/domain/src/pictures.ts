import { createHash } from 'node:crypto';
import { encodeBase32 } from '@piecework/base';

// Browsers load all pictures from the gateway: a foreign host would see the viewer's address and could replace the picture.

const OWN_PATH = /^(?:https?:\/\/[^/]+)?\/images\/([0-9a-z]{26})(?:\.webp)?$/;
const LOCAL = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$)/;

/** 130 bits of SHA-256: collision-resistant, so one URL cannot claim the id of another picture. */
const remoteIdOf = (url: string): string => {
  const hash = createHash('sha256').update(url).digest('hex');
  return encodeBase32(BigInt(`0x${hash}`) >> 126n, 26);
};

export interface PictureAddress {
  id: string;
  /** Fetched by the media service from another host. */
  isRemote: boolean;
}

/** `/images/…` matches on any host: a stored address keeps the host of an earlier installation. */
export const pictureAddressOf = (url: string): PictureAddress => {
  const ownId = OWN_PATH.exec(url)?.[1];
  return ownId ? { id: ownId, isRemote: false } : { id: remoteIdOf(url), isRemote: true };
};

export const pictureUrl = (id: string, { gatewayOrigin }: { gatewayOrigin: string }): string =>
  new URL(`/images/${id}.webp`, gatewayOrigin).href;

/** Gateway address of a stored picture. Keeps `''`, relative paths and, on a local gateway, addresses of the loopback. */
export const shownPicture = (url: string, { gatewayOrigin }: { gatewayOrigin: string }): string => {
  const isHere = LOCAL.test(url) && LOCAL.test(gatewayOrigin);
  return url === '' || url.startsWith('/') || isHere ? url : pictureUrl(pictureAddressOf(url).id, { gatewayOrigin });
};
