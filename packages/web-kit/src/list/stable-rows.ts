export type StableRowsPolicy<T> =
  /** Rows that would push others down wait for `show`; rows that left the answer stay until then. */
  | { hold: 'until-shown' }
  /** Nothing moves while the pointer, the keyboard or the focus is in the list. */
  | { hold: 'while-touched' }
  /** Rows that left the answer stay as long as `keeps` names them and the rest of the list is the same. */
  | { hold: 'departed'; keeps: (row: T) => boolean };

export interface StableRows<T> {
  rows: readonly T[];
  waiting: number;
}

interface Options<T> {
  policy: StableRowsPolicy<T>;
  idOf: (row: T) => string;
  /** Rows that the user removed themselves: they disappear with the next answer. */
  finished: ReadonlySet<string>;
  isTouched: boolean;
}

const holdUntilShown = <T>(
  shown: readonly T[],
  answer: readonly T[],
  { idOf, finished }: Pick<Options<T>, 'idOf' | 'finished'>,
): StableRows<T> => {
  const answered = new Map(answer.map((row) => [idOf(row), row]));
  const kept = shown.flatMap((row) => answered.get(idOf(row)) ?? (finished.has(idOf(row)) ? [] : [row]));
  const keptIds = new Set(kept.map(idOf));
  const lastKnown = answer.findLastIndex((row) => keptIds.has(idOf(row)));
  const isNew = (row: T) => !keptIds.has(idOf(row));
  return {
    // Rows after the last known one push nothing down.
    rows: [...kept, ...answer.slice(lastKnown + 1)],
    waiting: answer.slice(0, Math.max(lastKnown, 0)).filter(isNew).length,
  };
};

const updateInPlace = <T>(shown: readonly T[], answer: readonly T[], idOf: (row: T) => string) => {
  const answered = new Map(answer.map((row) => [idOf(row), row]));
  return shown.map((row) => answered.get(idOf(row)) ?? row);
};

const keepDeparted = <T>(
  shown: readonly T[],
  answer: readonly T[],
  idOf: (row: T) => string,
  keeps: (row: T) => boolean,
): readonly T[] => {
  const answered = new Map(answer.map((row) => [idOf(row), row]));
  const stayed = shown.map(idOf).filter((id) => answered.has(id));
  const isSameList = stayed.length === answer.length && answer.every((row, at) => idOf(row) === stayed[at]);
  if (!isSameList) return answer;
  return shown.flatMap((row) => answered.get(idOf(row)) ?? (keeps(row) ? [row] : []));
};

export const stableRows = <T>(
  shown: readonly T[],
  answer: readonly T[],
  { policy, idOf, finished, isTouched }: Options<T>,
): StableRows<T> => {
  if (policy.hold === 'until-shown') return holdUntilShown(shown, answer, { idOf, finished });
  if (policy.hold === 'departed') return { rows: keepDeparted(shown, answer, idOf, policy.keeps), waiting: 0 };
  const isHeld = isTouched && shown.length > 0;
  return { rows: isHeld ? updateInPlace(shown, answer, idOf) : answer, waiting: 0 };
};
