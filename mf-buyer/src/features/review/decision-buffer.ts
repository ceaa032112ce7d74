import type { Submission } from '@piecework/contracts';
import { MAX_DECISIONS } from '@piecework/contracts/constants';
import { ApiError } from '@piecework/web-kit';
import { STALE_CODES, type Verdict } from '../submissions/useDecisions';

/** Milliseconds during which a decision can be undone; each new one restarts them for all. */
export const HOLD_MS = 10_000;
/** Milliseconds after the first decision, at which all that are older than HOLD_MS are sent at the latest. */
const LONGEST_MS = 60_000;
/** Browsers refuse bodies beyond 64 KiB with `keepalive`. */
const MOST_BYTES = 60_000;

export type Row = Verdict & { id: string };
export interface Result {
  id: string;
  code?: string | undefined;
}
/** Sends at most 100 rows and 60 KB. `isLeaving`: the page closes. */
export type SendRows = (rows: readonly Row[], isLeaving: boolean) => Promise<readonly Result[]>;

export interface Returned {
  verdict: Verdict;
  message: string;
}

export interface BufferState {
  /** Not sent yet; one action is one group. */
  held: readonly { group: number; at: number; submission: Submission; verdict: Verdict }[];
  sending: ReadonlyMap<string, Verdict['status']>;
  /** Sent: how it was decided, or that it was decided elsewhere. */
  done: ReadonlyMap<string, Verdict['status'] | 'elsewhere'>;
  /** Refused by the server: back in the queue, with reason and text. */
  returned: ReadonlyMap<string, Returned>;
}

const MESSAGES: Readonly<Record<string, string>> = {
  'awaiting-revision': 'You sent this submission back. You can reject it once the revision arrives.',
};
const UNKNOWN = 'Your decision wasn’t saved. Please try again.';

const bytesOf = (row: Row): number => new TextEncoder().encode(JSON.stringify(row)).length + 1;

const batchesOf = (rows: readonly Row[]): Row[][] => {
  const batches: Row[][] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = bytesOf(row);
    const last = batches.at(-1);
    if (!last || last.length === MAX_DECISIONS || bytes + size > MOST_BYTES) {
      batches.push([row]);
      bytes = size;
    } else {
      last.push(row);
      bytes += size;
    }
  }
  return batches;
};

const without = <T>(map: ReadonlyMap<string, T>, ids: readonly string[]): Map<string, T> => {
  const next = new Map(map);
  for (const id of ids) next.delete(id);
  return next;
};

/**
 * Buffers decisions in the browser, where they can be undone, and sends them in batches. A killed tab loses the buffered ones (P-12.10).
 *
 * @param onSettled called after each answer with the refused rows
 */
export const createDecisionBuffer = (send: SendRows, onSettled: (failed: readonly Returned[]) => void) => {
  let state: BufferState = { held: [], sending: new Map(), done: new Map(), returned: new Map() };
  let groups = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const set = (changes: Partial<BufferState>) => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };

  const schedule = () => {
    clearTimeout(timer);
    const [first, last] = [state.held[0], state.held.at(-1)];
    if (!first || !last) return;
    timer = setTimeout(sendRipe, Math.min(first.at + LONGEST_MS, last.at + HOLD_MS) - Date.now());
  };

  const settle = (rows: readonly Row[], results: readonly Result[] | string) => {
    const done = new Map(state.done);
    const returned = new Map(state.returned);
    const failed: Returned[] = [];
    const sending = new Map(state.sending);
    for (const { id, ...verdict } of rows) {
      sending.delete(id);
      const result = typeof results === 'string' ? undefined : results.find((one) => one.id === id);
      if (result && !result.code) done.set(id, verdict.status);
      else {
        const isGone = STALE_CODES.has(result?.code ?? '');
        const message =
          typeof results === 'string' ? results : (MESSAGES[result?.code ?? ''] ?? (isGone ? '' : UNKNOWN));
        failed.push({ verdict, message });
        if (isGone) done.set(id, 'elsewhere');
        else returned.set(id, { verdict, message });
      }
    }
    set({ done, returned, sending });
    onSettled(failed);
  };

  const sendWhere = (isDue: (held: BufferState['held'][number]) => boolean, isLeaving = false) => {
    const rows = state.held.filter(isDue).map(({ submission: { _id }, verdict }) => ({ id: _id, ...verdict }));
    set({
      held: state.held.filter((one) => !isDue(one)),
      sending: new Map([...state.sending, ...rows.map(({ id, status }) => [id, status] as const)]),
    });
    schedule();
    for (const batch of batchesOf(rows))
      void send(batch, isLeaving).then(
        (results) => settle(batch, results),
        (error: unknown) => {
          settle(batch, error instanceof ApiError ? error.message : UNKNOWN);
          if (!(error instanceof ApiError)) throw error;
        },
      );
  };

  // Timers may fire a few milliseconds early.
  const sendRipe = () => sendWhere(({ at }) => at + HOLD_MS <= Date.now() + 50);

  return {
    read: (): BufferState => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Ignores submissions whose decision is held, being sent or made. */
    hold: (submissions: readonly Submission[], verdict: Verdict) => {
      const isTaken = (id: string) =>
        state.sending.has(id) || state.done.has(id) || state.held.some(({ submission }) => submission._id === id);
      const taken = submissions.filter(({ _id }) => !isTaken(_id));
      if (taken.length === 0) return;
      groups++;
      const added = taken.map((submission) => ({ group: groups, at: Date.now(), submission, verdict }));
      const ids = taken.map(({ _id }) => _id);
      set({ held: [...state.held, ...added], returned: without(state.returned, ids) });
      schedule();
    },
    /** Removes the last group; returns its submissions. */
    undo: (): readonly Submission[] => {
      const last = state.held.at(-1)?.group;
      const undone = state.held.filter(({ group }) => group === last);
      set({ held: state.held.filter(({ group }) => group !== last) });
      schedule();
      return undone.map(({ submission }) => submission);
    },
    /** `isLeaving`: the page closes. */
    flush: ({ isLeaving = false } = {}) => sendWhere(() => true, isLeaving),
  };
};

export type DecisionBuffer = ReturnType<typeof createDecisionBuffer>;
