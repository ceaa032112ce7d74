/** So many random bytes in hexadecimal. `crypto.randomUUID` is there only for pages that came by https. */
export const randomId = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** Of one call. Short, because people read it out: see `problemOf`. */
export const newCorrelationId = (): string => randomId(8);
