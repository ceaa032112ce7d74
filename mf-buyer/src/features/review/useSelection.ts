import type { Submission } from '@piecework/contracts';
import { useState } from 'react';

const NONE: ReadonlySet<string> = new Set();

/** The rows that the buyer has selected. Rows that leave the list leave the selection. */
export const useSelection = (rows: readonly Submission[]) => {
  const [ids, setIds] = useState(NONE);
  const chosen = rows.filter(({ _id }) => ids.has(_id));
  return {
    ids,
    chosen,
    toggle: (id: string) =>
      setIds((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    toggleAll: () => setIds(chosen.length === rows.length ? NONE : new Set(rows.map(({ _id }) => _id))),
    clear: () => setIds(NONE),
  };
};
