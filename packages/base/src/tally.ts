/** Counts of events by name. */
export interface Tally {
  add(name: string): void;
  readonly counts: ReadonlyMap<string, number>;
}

export const createTally = (): Tally => {
  const counts = new Map<string, number>();
  return { add: (name) => void counts.set(name, (counts.get(name) ?? 0) + 1), counts };
};
