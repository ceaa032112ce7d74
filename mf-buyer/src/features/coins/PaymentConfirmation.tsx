import {
  Button,
  Card,
  Coins,
  formatCoins,
  Notice,
  PatchBlock,
  Row,
  Status,
  space,
  text,
} from '@piecework/ui';
import { useUser } from '@piecework/web-kit';
import { useApiList } from '@piecework/web-kit/query';
import { Link, useLocation } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import { paths } from '../paths';
import { unfundedTaskOf } from './unfunded-task';

interface PaymentConfirmationProps {
  paymentId: string;
  coinPackage: { price: number; coins: number };
  isAutomatic: boolean;
}

/** Follows the payment live until its coins are credited. */
export function PaymentConfirmation({
  paymentId,
  coinPackage: { coins },
  isAutomatic,
}: PaymentConfirmationProps) {
  const { userAvailableCoin } = useUser();
  const payment = useApiList('GET /payments', { query: { limit: 10 } }).data?.rows.find(
    ({ _id }) => _id === paymentId,
  );
  const state = payment?.state ?? (isAutomatic ? 'credited' : 'recorded');
  const task = unfundedTaskOf(useLocation().state);
  return (
    <Confirmation>
      <PatchBlock seed={paymentId} />
      <h2>Your payment is successful.</h2>
      <Status status={state} />
      {state === 'credited' ? (
        <p role="status">
          <Coins amount={coins} />
          <span>{` are in your balance now: ${formatCoins(userAvailableCoin)} coins in all.`}</span>
        </p>
      ) : state === 'reversed' ? (
        <p role="status">This payment was returned to your card, so no coins were added.</p>
      ) : (
        <p role="status">
          <span>Your payment is recorded. An admin will check it and credit your </span>
          <Coins amount={coins} />
          <span>. There is nothing else to do: your balance will update here.</span>
        </p>
      )}
      {task && (
        <Notice tone="info">{`${task.title ? `“${task.title}”` : 'Your task'} is saved as a draft.`}</Notice>
      )}
      <Row>
        {task && (
          <Button as={Link} variant="primary" to={paths.addTask}>
            Back to the task
          </Button>
        )}
        <Button as={Link} variant={task ? 'secondary' : 'primary'} to={paths.payments}>
          Payment history
        </Button>
        <Button as={Link} variant="quiet" to={paths.purchaseCoin}>
          Purchase more
        </Button>
      </Row>
    </Confirmation>
  );
}

const Confirmation = styled(Card)`
  display: grid;
  justify-items: start;
  gap: ${space(4)};
  max-width: 40rem;

  > svg {
    width: ${space(16)};
    height: ${space(16)};
  }
  h2,
  p {
    margin: 0;
  }
  h2 {
    font-size: ${text.h2};
  }
`;
