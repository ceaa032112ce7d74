import type { Payment } from '@piecework/contracts';
import { Button, formatDollars, Row, Status } from '@piecework/ui';
import { LinkButton } from '@piecework/web-kit/link-button';
import { Moment } from '@piecework/web-kit/moment';
import { paths } from '../paths';
import { PaymentCard } from './PaymentConfirmation';

interface RecentPaymentProps {
  payment: Payment;
  onPayAgain: () => void;
}

/** Asks before a second payment (P-6.8). */
export const RecentPayment = ({ payment: { amount, time, state }, onPayAgain }: RecentPaymentProps) => (
  <PaymentCard as="section" aria-labelledby="recent-payment">
    <h2 id="recent-payment">
      <span>{`You paid ${formatDollars(amount)} `}</span>
      <Moment at={time} form="relative" />
    </h2>
    <Status status={state} />
    <p>
      {state === 'credited'
        ? 'The coins are in your balance. Would you like to buy more?'
        : 'It’s recorded and the coins are on their way, so you don’t need to pay again. Would you like to buy more?'}
    </p>
    <Row>
      <LinkButton variant="primary" to={paths.payments} label="View payments" />
      <Button variant="secondary" onClick={onPayAgain}>
        Pay again
      </Button>
    </Row>
  </PaymentCard>
);
