import type { Payment } from '@piecework/contracts';
import { formatCard, formatDate, formatDollars, Status, space, text } from '@piecework/ui';
import { styled } from 'styled-components';

export const cardOf = (card: string): string => (card ? formatCard(card) : '—');

/** In the user's time zone; `dateTime` holds the exact instant. */
export const PaymentTime = ({ time }: { time: string }) => {
  const at = new Date(time);
  const day = `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`;
  const clock = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return <time dateTime={time}>{`${formatDate(day)}, ${clock}`}</time>;
};

/** With the amount that was refunded while the coins stayed. */
export const PaymentStatus = ({ payment: { state, refunded } }: { payment: Payment }) => (
  <>
    <Status status={state} />
    {state !== 'reversed' && refunded > 0 && <Refunded>{`${formatDollars(refunded)} refunded`}</Refunded>}
  </>
);

const Refunded = styled.span`
  display: block;
  margin-top: ${space(1)};
  font-size: ${text.small};
`;
