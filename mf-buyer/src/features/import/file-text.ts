/** Text of a file, without a byte-order mark; null for an encoding that is neither UTF-8 nor UTF-16. */
export const textOf = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

/** UTF-16 has a zero byte beside each ASCII character, and UTF-8 has none. */
const encodingOf = (bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' => {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const sample = [...bytes.subarray(0, 400)];
  const zeros = (parity: number) => sample.filter((byte, at) => byte === 0 && at % 2 === parity).length;
  const [even, odd] = [zeros(0), zeros(1)];
  if (even + odd < sample.length / 4) return 'utf-8';
  return odd > even ? 'utf-16le' : 'utf-16be';
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
