import type { Withdrawal } from '@piecework/contracts';
import { holdSentence } from '@piecework/contracts/constants';
import { t, translated, withNodes } from '@piecework/i18n';
import { Notice } from '@piecework/ui';
import { useServerNow } from '@piecework/web-kit';
import { Moment } from '@piecework/web-kit/moment';

/** Why a request waits longer, and until when. */
export const HeldNotice = ({ hold }: { hold: NonNullable<Withdrawal['hold']> }) => (
  <Notice tone="info">
    {withNodes(
      `${translated(holdSentence(hold.reasonCode))} ${t('You keep your coins in the meantime. The hold ends by {date}.')}`,
      { date: <Moment at={hold.until} form="both" /> },
    )}
  </Notice>
);

/** Why a payout waits after a change of its account number (P-5.15). */
export const PayoutWait = ({ withdrawal: { payFrom } }: { withdrawal: Withdrawal }) => {
  const now = useServerNow();
  if (payFrom === undefined || Date.parse(payFrom) <= now) return null;
  return (
    <Notice tone="info">
      {withNodes(t('The account number was changed. To keep your money safe, the payout waits until {time}.'), {
        time: <Moment at={payFrom} form="both" />,
      })}
    </Notice>
  );
};
