/** Follows records that are handled out of order, for the offset below which everything has been. Positions are added in rising order. */
export interface LowWatermark {
  add(position: number): void;
  done(position: number): void;
  /** The position up to which everything that was added is done. */
  mark(): number;
}

export const createLowWatermark = (start: number): LowWatermark => {
  /** A Set keeps the order of adding, so its first entry is the lowest. */
  const open = new Set<number>();
  let highest = start;

  return {
    add: (position) => {
      open.add(position);
      highest = position;
    },
    done: (position) => {
      open.delete(position);
    },
    mark: () => {
      const [lowest] = open;
      return lowest === undefined ? highest : lowest - 1;
    },
  };
};
