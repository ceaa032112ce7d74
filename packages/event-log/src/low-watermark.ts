/** The position up to which records, handled out of order, are complete. Positions are added in ascending order. */
export const createLowWatermark = (start: number) => {
  /** Insertion order is ascending, so the first entry is the lowest. */
  const open = new Set<number>();
  let highest = start;

  return {
    add: (position: number) => {
      open.add(position);
      highest = position;
    },
    done: (position: number) => {
      open.delete(position);
    },
    mark: (): number => {
      const [lowest] = open;
      return lowest === undefined ? highest : lowest - 1;
    },
  };
};
