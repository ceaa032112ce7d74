import type { Payment } from '@piecework/contracts';
import { Button, Card, formatDollars, Row, Status, space, text } from '@piecework/ui';
import { Moment } from '@piecework/web-kit/moment';
import { Link } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import { paths } from '../paths';

interface RecentPaymentProps {
  payment: Payment;
  onPayAgain: () => void;
}

/** Asks before a second payment (P-6.8). */
export const RecentPayment = ({ payment: { amount, time, state }, onPayAgain }: RecentPaymentProps) => (
  <Question as="section" aria-labelledby="recent-payment">
    <h2 id="recent-payment">
      <span>{`You paid ${formatDollars(amount)} `}</span>
      <Moment at={time} form="relative" />
    </h2>
    <Status status={state} />
    <p>
      {state === 'credited'
        ? 'Its coins are in your balance. Would you like to buy more?'
        : 'It is recorded, and its coins are on their way: there is no need to pay for them again. Would you like to buy more?'}
    </p>
    <Row>
      <Button as={Link} variant="primary" to={paths.payments}>
        See your payments
      </Button>
      <Button variant="secondary" onClick={onPayAgain}>
        Pay again
      </Button>
    </Row>
  </Question>
);

const Question = styled(Card)`
  display: grid;
  justify-items: start;
  gap: ${space(4)};
  max-width: 40rem;

  h2,
  p {
    margin: 0;
  }
  h2 {
    font-size: ${text.h2};
  }
  h2 time { white-space: normal; }
`;
