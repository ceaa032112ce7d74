import type { Withdrawal } from '@piecework/contracts';
import { withNodes } from '@piecework/i18n';
import { Status } from '@piecework/ui';
import { useServerNow } from '@piecework/web-kit';
import { Moment } from '@piecework/web-kit/moment';
import { SecondaryLine } from '../list/list-elements';
import { HOLD_LABELS } from './hold-labels';

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
