import type { Withdrawal } from '@piecework/contracts';
import { holdSentence } from '@piecework/contracts/constants';
import { formatDate, Notice } from '@piecework/ui';

/** Why a request waits longer, and until when. */
export const HeldNotice = ({ hold }: { hold: NonNullable<Withdrawal['hold']> }) => (
  <Notice tone="info">
    {holdSentence(hold.reasonCode)} Your coins stay with you meanwhile. The hold ends on{' '}
    {formatDate(hold.until)} at the latest.
  </Notice>
);
