/** The position up to which records, handled out of order, are complete. Positions are added in ascending order. */
export interface LowWatermark {
  add(position: number): void;
  done(position: number): void;
  mark(): number;
}

export const createLowWatermark = (start: number): LowWatermark => {
  /** Insertion order is ascending, so the first entry is the lowest. */
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
