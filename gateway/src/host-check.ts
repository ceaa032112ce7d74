/** Ignores the port: a proxy may change it. */
export const createHostCheck = (names: readonly string[]) => {
  const known = new Set(names);
  return (host: string | undefined): boolean =>
    host !== undefined && known.has(host.replace(/:\d*$/, '').toLowerCase());
};
