/** Ignores the port: a proxy may change it. */
export const createHostCheck = (names: readonly string[]) => {
  const allowed = new Set(names);
  return (host: string | undefined): boolean =>
    host !== undefined && allowed.has(host.replace(/:\d*$/, '').toLowerCase());
};
