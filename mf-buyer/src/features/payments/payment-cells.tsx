import type { Payment } from '@piecework/contracts';
import { formatCard, formatDollars, Status } from '@piecework/ui';
import { space, text } from '@piecework/ui/styles';
import { styled } from 'styled-components';

export const cardOf = (card: string): string => (card ? formatCard(card) : '—');

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
