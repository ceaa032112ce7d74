import type { Payment } from '@piecework/contracts';
import { formatDate, formatDollars, Status, space, text } from '@piecework/ui';
import { styled } from 'styled-components';

/** A card by its last digits, where the processor told them. */
export const cardOf = (card: string): string => (card ? `•••• ${card}` : '—');

/** Day and time of day where the person is; the machine-readable time says it exactly. */
export const PaymentTime = ({ time }: { time: string }) => {
  const at = new Date(time);
  const day = `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`;
  const clock = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return (
    <time dateTime={time}>
      {formatDate(day)}, {clock}
    </time>
  );
};

/** What has become of a payment, with what was refunded while its coins stayed. */
export const PaymentStatus = ({ payment: { state, refunded } }: { payment: Payment }) => (
  <>
    <Status status={state} />
    {state !== 'reversed' && refunded > 0 && <Refunded>{formatDollars(refunded)} refunded</Refunded>}
  </>
);

const Refunded = styled.span`
  display: block;
  margin-top: ${space(1)};
  font-size: ${text.small};
`;
