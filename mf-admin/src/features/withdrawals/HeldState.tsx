import type { Withdrawal } from '@piecework/contracts';
import { Status } from '@piecework/ui';
import { serverNow } from '@piecework/web-kit';
import { counted, SecondaryLine } from '../list/list-elements';
import { HOLD_LABELS } from './hold-labels';

const DAY_MS = 86_400_000;

const timeLeft = (until: string): string => {
  const left = Date.parse(until) - serverNow();
  if (left <= 0) return 'is released now';
  const days = Math.floor(left / DAY_MS);
  return days === 0 ? 'released within a day' : `${counted(days, 'day')} left`;
};

export function HeldState({ hold }: { hold: NonNullable<Withdrawal['hold']> }) {
  return (
    <>
      <Status status="held" />
      <SecondaryLine>
        {/* A newer server knows more reasons. */}
        {`${(HOLD_LABELS as Readonly<Record<string, string>>)[hold.reasonCode] ?? hold.reasonCode}; ${timeLeft(hold.until)}`}
      </SecondaryLine>
      {hold.note && <SecondaryLine>{`Note: ${hold.note}`}</SecondaryLine>}
    </>
  );
}
