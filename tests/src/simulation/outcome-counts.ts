import type { PlainResponse } from '@piecework/http';

export type Outcome = 'done' | 'absorbed' | 'refused' | 'unanswered';

export interface Count {
  tried: number;
  done: number;
  absorbed: number;
  refused: number;
  unanswered: number;
}

/** Outcome of a call. `absorbed`: a success that changed nothing, such as a repeated call. */
export const outcomeOf = (response: PlainResponse | undefined): Outcome => {
  if (!response) return 'unanswered';
  if (response.status >= 400) return 'refused';
  const body = response.body as Record<string, unknown> | null;
  // A withdrawal that is canceled for lack of coins has modifiedCount 0 and a message.
  const isExplained = typeof body?.message === 'string';
  if (body && ((body.modifiedCount === 0 && !isExplained) || body.deletedCount === 0)) return 'absorbed';
  if (body && typeof body.message === 'string' && body.modifiedCount === undefined && body.insertedId === undefined)
    return 'refused';
  return 'done';
};

/** Outcomes by kind of operation. */
export interface OutcomeCounts {
  count(kind: string, response: PlainResponse | undefined): void;
  add(other: Readonly<Record<string, Count>>): void;
  readonly counts: Readonly<Record<string, Count>>;
}

export const createOutcomeCounts = (): OutcomeCounts => {
  const counts: Record<string, Count> = {};
  const of = (kind: string) => {
    counts[kind] ??= { tried: 0, done: 0, absorbed: 0, refused: 0, unanswered: 0 };
    return counts[kind];
  };
  return {
    count: (kind, response) => {
      const count = of(kind);
      count.tried += 1;
      count[outcomeOf(response)] += 1;
    },
    add: (other) => {
      for (const [kind, more] of Object.entries(other)) {
        const count = of(kind);
        for (const key of Object.keys(more) as (keyof Count)[]) count[key] += more[key];
      }
    },
    counts,
  };
};

/** Of fewer calls the share of refused ones depends on the seeds alone. */
const MIN_TRIED = 20;

/** Kinds that never succeeded, or were refused 60 % of the time or more: the simulation hardly tests them. */
export const weakKinds = (counts: OutcomeCounts['counts'], kinds: readonly string[]): string[] =>
  kinds.flatMap((kind) => {
    const count = counts[kind];
    if (!count || count.done === 0) return [`${kind} never happened`];
    if (count.tried >= MIN_TRIED && count.refused / count.tried >= 0.6)
      return [`${kind} was refused ${Math.round((100 * count.refused) / count.tried)} % of the time`];
    return [];
  });

export const printTally = (counts: OutcomeCounts['counts']): string => {
  const head = ['operation', 'tried', 'done', 'absorbed', 'refused', 'unanswered', 'refused %'];
  const rows = Object.entries(counts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, c]) =>
      [kind, c.tried, c.done, c.absorbed, c.refused, c.unanswered, Math.round((100 * c.refused) / c.tried)].map(String),
    );
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ');
  return [head, ...rows].map(line).join('\n');
};
