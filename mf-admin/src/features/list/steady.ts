/**
 * Lists that people act on must not move under the pointer: a row that has left the answer (somebody else decided or deleted it) stays
 * where it was, and rows that would push others down wait to be asked for. Rows that come last are added at once; they move nobody.
 */
export interface Steady<T> {
  rows: readonly T[];
  /** How many rows wait to be shown. */
  waiting: number;
}

interface Options<T> {
  idOf: (row: T) => string;
  /** Rows that this person ended: they just go. */
  finished: ReadonlySet<string>;
}

/** What is shown and what the server answers now → what to show. */
export const steady = <T>(
  shown: readonly T[],
  answer: readonly T[],
  { idOf, finished }: Options<T>,
): Steady<T> => {
  const answered = new Map(answer.map((row) => [idOf(row), row]));
  const kept = shown.flatMap((row) => {
    const now = answered.get(idOf(row));
    if (now) return [now];
    return finished.has(idOf(row)) ? [] : [row];
  });
  const known = new Set(kept.map(idOf));
  const lastKnown = answer.findLastIndex((row) => known.has(idOf(row)));
  const isNew = (row: T) => !known.has(idOf(row));
  return {
    rows: [...kept, ...answer.slice(lastKnown + 1)],
    waiting: answer.slice(0, Math.max(lastKnown, 0)).filter(isNew).length,
  };
};
