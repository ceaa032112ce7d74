import type { Submission } from '@piecework/contracts';
import { ApiError, call, dialogs, MESSAGE_MS, onLive } from '@piecework/web-kit';
import { refresh } from '@piecework/web-kit/query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { GivenReason } from './rejection-reasons';

export type Decision = 'approved' | 'reject';
export type Verdict = { status: 'approved' } | ({ status: 'reject' } & GivenReason);
/** State of a submission that the list does not hold yet. `elsewhere`: decided in an unknown way. */
export type Outcome = { sending: Decision } | { made: Decision } | { made: 'elsewhere' };

const SUCCESS_TITLES = {
  approved: 'Status Update Successful',
  reject: 'Successfully Rejected The Task',
} as const satisfies Record<Decision, string>;

const ALREADY_DECIDED = {
  icon: 'error',
  title: 'Already decided',
  text: 'This submission was decided in another tab, or its task was deleted.',
  ms: MESSAGE_MS.medium,
} as const;
/** Of a submission that was decided elsewhere, or is gone. */
export const STALE_CODES: ReadonlySet<string> = new Set(['already-decided', 'not-found']);

/** Decides each submission once, and follows decisions from other tabs. */
export const useDecisions = () => {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [failure, setFailure] = useState<{ id: string; message: string } | null>(null);
  // A ref, because two clicks can come before the first render.
  const decidedIds = useRef(new Set<string>());

  const setOutcome = useCallback((id: string, outcome: Outcome | null) => {
    if (outcome) decidedIds.current.add(id);
    else decidedIds.current.delete(id);
    setOutcomes((now) => {
      const next = new Map(now);
      if (outcome) next.set(id, outcome);
      else next.delete(id);
      return next;
    });
  }, []);

  useEffect(
    () =>
      onLive('submission', ({ id, status }) => {
        if (status !== 'pending') setOutcome(id, { made: status });
      }),
    [setOutcome],
  );

  /** Resolves true when the submission is decided, by this click or by another. */
  const decide = useCallback(
    async ({ _id: id }: Submission, verdict: Verdict): Promise<boolean> => {
      if (decidedIds.current.has(id)) return false;
      const { status } = verdict;
      setOutcome(id, { sending: status });
      setFailure(null);
      try {
        await call('PATCH /submissions/{id}', { params: { id }, body: verdict });
        setOutcome(id, { made: status });
        dialogs.toast({ icon: 'success', title: SUCCESS_TITLES[status], ms: MESSAGE_MS.short });
        return true;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const isStale = STALE_CODES.has(error.code);
        setOutcome(id, isStale ? { made: 'elsewhere' } : null);
        if (isStale) dialogs.toast(ALREADY_DECIDED);
        // In the page: a dialog would lie under the open review dialog.
        else setFailure({ id, message: error.message });
        return isStale;
      } finally {
        refresh('GET /submissions', 'GET /totals', 'GET /tasks');
      }
    },
    [setOutcome],
  );

  const clearFailure = useCallback(() => setFailure(null), []);
  return { outcomes, failure, clearFailure, decide };
};
