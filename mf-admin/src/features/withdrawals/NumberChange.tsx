import type { Withdrawal } from '@piecework/contracts';
import { withNodes } from '@piecework/i18n';
import { useServerNow } from '@piecework/web-kit';
import { Moment } from '@piecework/web-kit/moment';

export const numberChangeOf = ({ timeline = [] }: Withdrawal) =>
  timeline.findLast(({ state, mask }) => state === 'corrected' && mask !== undefined);

/** Undefined once it may be paid without a reason. */
export const useWait = ({ payFrom }: Withdrawal): string | undefined => {
  const now = useServerNow();
  return payFrom !== undefined && Date.parse(payFrom) > now ? payFrom : undefined;
};

/** When the number was changed, and how long its payment waits (P-5.15). */
export function NumberChange({ withdrawal }: { withdrawal: Withdrawal }) {
  const change = numberChangeOf(withdrawal);
  const wait = useWait(withdrawal);
  if (!change) return null;
  const { at, before } = change;
  return (
    <>
      {withNodes(before === undefined ? 'Number added {when}.' : 'Number changed {when}. It was {before}.', {
        when: <Moment at={at} />,
        before: <span translate="no">{`•••${before}`}</span>,
      })}
      {wait && (
        <span>{withNodes(' Wait with the payment until {time}.', { time: <Moment at={wait} form="both" /> })}</span>
      )}
    </>
  );
}
