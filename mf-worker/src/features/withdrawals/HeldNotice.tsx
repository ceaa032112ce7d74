import type { Withdrawal } from '@piecework/contracts';
import { holdSentence } from '@piecework/contracts/constants';
import { t, translated, withNodes } from '@piecework/i18n';
import { Notice } from '@piecework/ui';
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
