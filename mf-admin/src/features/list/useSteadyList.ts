import { useCallback, useState } from 'react';
import { type Steady, steady } from './steady';

interface Answer<T> {
  data: { rows: readonly T[] } | undefined;
  /** The rows are still those of the page or search before. */
  isPlaceholderData: boolean;
}

interface Memory<T> extends Steady<T> {
  /** The answer that the rows were made from. */
  answer: readonly T[];
  scope: string;
  /** Whoever asked for what is new gets the next answer as it is. */
  takesNext?: boolean;
}

const NOBODY: ReadonlySet<string> = new Set();

/**
 * The rows to show of a list that follows the server (see steady.ts).
 * @param scope says which list it is (page, search, filter): another one begins anew
 */
export function useSteadyList<T>(
  { data, isPlaceholderData }: Answer<T>,
  scope: string,
  idOf: (row: T) => string,
) {
  const [memory, setMemory] = useState<Memory<T>>();
  const [finished, setFinished] = useState(NOBODY);

  // Adjusted while rendering, as React advises for state that follows other state: an effect would show the moved rows for a frame.
  if (data && !isPlaceholderData && (memory?.answer !== data.rows || memory.scope !== scope)) {
    const shown = memory?.scope === scope && !memory.takesNext ? memory.rows : [];
    setMemory({ ...steady(shown, data.rows, { idOf, finished }), answer: data.rows, scope });
  }

  /** Shows what waits, and forgets what has left; with `takesNext` also what an answer on its way brings. */
  const show = useCallback(
    ({ takesNext = false } = {}) =>
      setMemory((now) => now && { ...now, rows: now.answer, waiting: 0, takesNext }),
    [],
  );
  /** This person ended the row: it goes as soon as the answer has no such row. */
  const finish = useCallback(
    (id: string) => {
      setFinished((ids) => new Set(ids).add(id));
      setMemory(
        (now) =>
          now && {
            ...now,
            rows: now.rows.filter((row) => idOf(row) !== id || now.answer.includes(row)),
          },
      );
    },
    [idOf],
  );
  return { rows: memory?.rows ?? [], waiting: memory?.waiting ?? 0, show, finish };
}
