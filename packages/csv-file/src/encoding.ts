/** UTF-16 has a zero byte beside each ASCII character, and UTF-8 has none. @param bytes the first ones of a file */
export const encodingOf = (bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' => {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, 400);
  const zeros = [...sample].flatMap((byte, at) => (byte === 0 ? at % 2 : []));
  if (zeros.length < sample.length / 4) return 'utf-8';
  return zeros.filter(Boolean).length * 2 > zeros.length ? 'utf-16le' : 'utf-16be';
};
