import type { FieldError } from '@piecework/http';

/** Faults that one answer names. */
export const MAX_FAULTS = 100;

export interface RowFault {
  row: number;
  /** Absent: the whole row. */
  column?: string;
  message: string;
}

/** The first faults, in the order of their rows, and the number of all. */
export interface FaultList {
  first: RowFault[];
  count: number;
}

export const emptyFaults = (): FaultList => ({ first: [], count: 0 });

/** @param fault of a row that is not before those of the list */
export const addFault = (list: FaultList, fault: RowFault): void => {
  list.count += 1;
  if (list.first.length < MAX_FAULTS) list.first.push(fault);
};

export const mergeFaults = (lists: readonly FaultList[]): FaultList => ({
  first: lists
    .flatMap(({ first }) => first)
    .sort((a, b) => a.row - b.row)
    .slice(0, MAX_FAULTS),
  count: lists.reduce((sum, { count }) => sum + count, 0),
});

export const errorsOf = ({ first, count }: FaultList): FieldError[] => {
  const named = first.map(({ row, column, message }) => ({
    field: column === undefined ? `rows.${row}` : `rows.${row}.${column}`,
    message,
  }));
  const rest = count - named.length;
  if (rest === 0) return named;
  const message = rest === 1 ? 'The file has 1 more fault' : `The file has ${rest.toLocaleString('en-US')} more faults`;
  return [...named, { field: 'rows', message }];
};
