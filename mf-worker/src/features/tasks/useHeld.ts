import type { Task } from '@piecework/contracts';
import { useRef } from 'react';

/**
 * What is shown of a list that tasks are taken out of: those that were closed stay where they are until the list is read anew, so that
 * no card moves under a finger.
 */
export const useHeld = (rows: readonly Task[], gone: ReadonlySet<string>): readonly Task[] => {
  const shown = useRef(rows);
  shown.current = hold(shown.current, rows, gone);
  return shown.current;
};

const hold = (before: readonly Task[], now: readonly Task[], gone: ReadonlySet<string>): readonly Task[] => {
  const byId = new Map(now.map((task) => [task._id, task]));
  const stayed = before.filter(({ _id }) => byId.has(_id));
  const isSameList =
    stayed.length === now.length && stayed.every(({ _id }, index) => _id === now[index]?._id);
  if (!isSameList) return now;
  return before.flatMap((task) => byId.get(task._id) ?? (gone.has(task._id) ? task : []));
};
