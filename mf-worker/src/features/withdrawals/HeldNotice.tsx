import type { Withdrawal } from '@piecework/contracts';
import { holdSentence } from '@piecework/contracts/constants';
import { t, translated, withNodes } from '@piecework/i18n';
import { Notice } from '@piecework/ui';
import { Moment } from '@piecework/web-kit/moment';

/** Why a request waits longer, and until when. */
export const HeldNotice = ({ hold }: { hold: NonNullable<Withdrawal['hold']> }) => (
  <Notice tone="info">
    {withNodes(
      `${translated(holdSentence(hold.reasonCode))} ${t('Your coins stay with you meanwhile. The hold ends on {date} at the latest.')}`,
      { date: <Moment at={hold.until} form="both" /> },
    )}
  </Notice>
);
