import { DAY_MS } from '@piecework/base';
import { HOLD_DAYS, type HoldReason, holdSentence } from '@piecework/contracts';
import { type Failure, fail } from '@piecework/http';
import { withEntry } from '../payout/payout';
import type { Withdrawal } from '../withdrawal/withdrawal';

type Holdable = Pick<Withdrawal, 'status' | 'hold' | 'timeline'>;

/** A repeat changes nothing: the first reason stays. */
export const decideHold = (
  { status, hold }: Holdable,
  wanted: 'held' | 'released',
): 'decided' | 'repeat' | Failure<'already-decided'> => {
  if (status !== 'pending') return fail('already-decided');
  return (hold !== undefined) === (wanted === 'held') ? 'repeat' : 'decided';
};

export const HOLD_MS = HOLD_DAYS * DAY_MS;

/** The timeline has the sentence for the worker, never the note. */
export const heldFields = (
  withdrawal: Holdable,
  { reasonCode, note }: { reasonCode: HoldReason; note?: string | undefined },
  at: number,
) => ({
  hold: { reasonCode, at, ...(note !== undefined && { note }) },
  holdUntil: at + HOLD_MS,
  timeline: withEntry(withdrawal, { state: 'held', at, note: holdSentence(reasonCode) }),
});

/** `timer`: the time of the hold has passed. */
export const releasedTimeline = (withdrawal: Holdable, by: 'admin' | 'timer', at: number) =>
  withEntry(withdrawal, {
    state: 'released',
    at,
    ...(by === 'timer' && { note: `After ${HOLD_DAYS} days, by itself.` }),
  });
