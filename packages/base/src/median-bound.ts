/** The first bound that at least half do not exceed, of how many are within each bound and above the one before. Undefined: there are none. */
export const medianBound = <B extends number>(bounds: readonly B[], counts: readonly number[]): B | undefined => {
  const all = counts.reduce((sum, count) => sum + count, 0);
  let passed = 0;
  return bounds.find((_, at) => {
    passed += counts[at] ?? 0;
    return passed > 0 && 2 * passed >= all;
  });
};
