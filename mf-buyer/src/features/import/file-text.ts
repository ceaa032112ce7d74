import { encodingOf } from '@piecework/csv-file';

/** Text of a file, without a byte-order mark; null for an encoding that is neither UTF-8 nor UTF-16. */
export const textOf = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

/** 64 bits of two FNV-1a-like sums; `crypto.subtle` exists on https pages only. The server refuses a key with another body. */
export const hashOf = (bytes: Uint8Array): string => {
  let [a, b] = [0x811c9dc5, bytes.length];
  for (const byte of bytes) {
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b ^ byte, 0x85ebca6b) + (b >>> 15);
  }
  return [a, b].map((sum) => (sum >>> 0).toString(16).padStart(8, '0')).join('');
};
