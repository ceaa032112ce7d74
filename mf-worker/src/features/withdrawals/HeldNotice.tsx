import type { Withdrawal } from '@piecework/contracts';
import { holdSentence } from '@piecework/contracts/constants';
import { t, translated } from '@piecework/i18n';
import { formatDate, Notice } from '@piecework/ui';

/** Why a request waits longer, and until when. */
export const HeldNotice = ({ hold }: { hold: NonNullable<Withdrawal['hold']> }) => (
  <Notice tone="info">
    {`${translated(holdSentence(hold.reasonCode))} ${t(
      'Your coins stay with you meanwhile. The hold ends on {date} at the latest.',
      { date: formatDate(hold.until) },
    )}`}
  </Notice>
);
