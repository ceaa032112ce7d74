/** Random bytes in hexadecimal. `crypto.randomUUID` exists on https pages only. */
export const randomId = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Short, because users read it out: see `problemOf`. */
export const newCorrelationId = (): string => randomId(8);
