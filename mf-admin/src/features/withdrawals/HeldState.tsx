import type { Withdrawal } from '@piecework/contracts';
import type { HoldReason } from '@piecework/contracts/constants';
import { withNodes } from '@piecework/i18n';
import { Status } from '@piecework/ui';
import { useServerNow } from '@piecework/web-kit';
import { Moment } from '@piecework/web-kit/moment';
import { SecondaryLine } from '../list/list-elements';

/** For admins. */
export const HOLD_LABELS: Readonly<Record<HoldReason, string>> = {
  'unearned-coins': 'Coins not earned from submissions',
  'one-buyer': 'Most of the coins come from one buyer',
  'shared-account': 'Another worker has the same account number',
  'new-account': 'A new account',
  other: 'Another reason',
};

type Hold = NonNullable<Withdrawal['hold']>;

/** A newer server knows more reasons. */
const labelOf = ({ reasonCode }: Hold): string =>
  (HOLD_LABELS as Readonly<Record<string, string>>)[reasonCode] ?? reasonCode;

export function HeldState({ hold }: { hold: Hold }) {
  const isOver = Date.parse(hold.until) <= useServerNow();
  return (
    <>
      <Status status="held" />
      <SecondaryLine>
        {withNodes(isOver ? '{reason}; is released now' : '{reason}; released {when}', {
          reason: <span>{labelOf(hold)}</span>,
          when: <Moment at={hold.until} form="both" />,
        })}
      </SecondaryLine>
      {hold.note && <SecondaryLine>{`Note: ${hold.note}`}</SecondaryLine>}
    </>
  );
}
