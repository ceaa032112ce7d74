import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Actor, IdentityClaims } from '@piecework/identity';
import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import sharp from 'sharp';

export const WORKER = actor('worker');
export const NEWCOMER: IdentityClaims = {
  uid: 'new-1',
  email: 'new@example.com',
  name: 'New',
  picture: '',
  provider: 'password',
};

/** Random pixels: not compressible. */
export const noise = (width: number, height: number): Promise<Buffer> =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
export const plain = (width = 8, height = 8): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#3a41c6' } })
    .png()
    .toBuffer();

export const upload = async (
  harness: Harness,
  picture: Buffer,
  who: { as: Actor } | { identity: IdentityClaims } = { as: WORKER },
) => {
  const form = new FormData();
  form.append('image', new Blob([new Uint8Array(picture)]), 'picture.png');
  const request = new Request('http://x', { method: 'POST', body: form });
  return harness.call('uploadImage', {
    ...who,
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    raw: Readable.from([Buffer.from(await request.arrayBuffer())], { objectMode: false }),
  });
};
