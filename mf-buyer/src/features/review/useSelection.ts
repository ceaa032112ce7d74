import type { Submission } from '@piecework/contracts';
import { useEffect, useState } from 'react';

const NONE: ReadonlySet<string> = new Set();

/** The rows that the buyer has selected, at first `initial`. Rows that leave the list leave the selection. */
export const useSelection = (rows: readonly Submission[], initial?: string) => {
  const [ids, setIds] = useState(NONE);
  useEffect(() => {
    if (initial !== undefined) setIds(new Set([initial]));
  }, [initial]);
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
    /** Chooses it alone, or none. */
    only: (id: string) => setIds((before) => (before.has(id) && before.size === 1 ? NONE : new Set([id]))),
    toggleAll: () => setIds(chosen.length === rows.length ? NONE : new Set(rows.map(({ _id }) => _id))),
    clear: () => setIds(NONE),
  };
};
