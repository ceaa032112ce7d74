/**
 * Minimizes a failing list by delta debugging (Zeller & Hildebrandt 2002): removes halves first, then ever smaller parts.
 *
 * @param fails whether the list still fails
 * @param within milliseconds after which the smallest list so far is returned
 */
export const shrink = async <T>(
  items: readonly T[],
  fails: (items: readonly T[]) => Promise<boolean>,
  within: number,
): Promise<readonly T[]> => {
  const deadline = Date.now() + within;
  let smallest = items;
  for (let parts = 2; smallest.length > 1 && Date.now() < deadline; ) {
    const size = Math.ceil(smallest.length / parts);
    let reduced: readonly T[] | undefined;
    for (let at = 0; at < smallest.length && Date.now() < deadline; at += size) {
      const rest = [...smallest.slice(0, at), ...smallest.slice(at + size)];
      if (rest.length > 0 && (await fails(rest))) {
        reduced = rest;
        break;
      }
    }
    if (reduced) {
      smallest = reduced;
      parts = Math.max(2, parts - 1);
    } else if (size === 1) break;
    else parts = Math.min(smallest.length, parts * 2);
  }
  return smallest;
};
