import type { Withdrawal } from '@piecework/contracts';
import { Status } from '@piecework/ui';
import { Moment } from '@piecework/web-kit/moment';
import { SecondaryLine } from '../list/list-elements';

/** Outcome of a decided request: payment with reference, failure, or reason of the cancellation. */
export function PayoutCell({
  withdrawal: { payout, payoutReference, cancelReason, timeline = [] },
}: {
  withdrawal: Withdrawal;
}) {
  const last = timeline.at(-1);
  const when = last && <Moment at={last.at} />;
  return (
    <>
      {payout && (
        <div>
          <Status status={payout} />
        </div>
      )}
      {payoutReference && (
        <SecondaryLine translate="no">
          <span>{`${payoutReference}, `}</span>
          {when}
        </SecondaryLine>
      )}
      {payout === 'failed' && (
        <SecondaryLine>{`${last?.note ?? ''} Waiting for the worker to correct the number.`}</SecondaryLine>
      )}
      {cancelReason && <SecondaryLine>{cancelReason}</SecondaryLine>}
    </>
  );
}
