import { Card, Coins, formatCoins, Notice, PatchBlock, Row, Status } from '@piecework/ui';
import { space, text } from '@piecework/ui/styles';
import { useUser } from '@piecework/web-kit';
import { LinkButton } from '@piecework/web-kit/link-button';
import { useApiList } from '@piecework/web-kit/query';
import { useLocation } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import { paths } from '../paths';
import { draftPathOf, unfundedTaskOf } from './unfunded-task';

interface PaymentConfirmationProps {
  paymentId: string;
  coinPackage: { price: number; coins: number };
  isAutomatic: boolean;
}

/** Follows the payment live until its coins are credited. */
export function PaymentConfirmation({ paymentId, coinPackage: { coins }, isAutomatic }: PaymentConfirmationProps) {
  const { userAvailableCoin } = useUser();
  const payment = useApiList('GET /payments', { query: { limit: 10 } }).data?.rows.find(({ _id }) => _id === paymentId);
  const state = payment?.state ?? (isAutomatic ? 'credited' : 'recorded');
  const task = unfundedTaskOf(useLocation().state);
  return (
    <PaymentCard>
      <PatchBlock seed={paymentId} />
      <h2>Your payment is successful.</h2>
      <Status status={state} />
      {state === 'credited' ? (
        <p role="status">
          <Coins amount={coins} />
          <span>{` are in your balance. You now have ${formatCoins(userAvailableCoin)} coins.`}</span>
        </p>
      ) : state === 'reversed' ? (
        <p role="status">This payment was returned to your card, so no coins were added.</p>
      ) : (
        <p role="status">
          <span>Your payment is recorded. An admin will check it and credit your </span>
          <Coins amount={coins} />
          <span>. You don’t need to do anything: your balance will update here.</span>
        </p>
      )}
      {task && <Notice tone="info">{`${task.title ? `“${task.title}”` : 'Your task'} is saved as a draft.`}</Notice>}
      <Row>
        {task && <LinkButton variant="primary" to={draftPathOf(task)} label="Back to the task" />}
        <LinkButton variant={task ? 'secondary' : 'primary'} to={paths.payments} label="Payment history" />
        <LinkButton variant="quiet" to={paths.purchaseCoin} label="Purchase more" />
      </Row>
    </PaymentCard>
  );
}

/** A payment that was made: its confirmation, or the question before another one. */
export const PaymentCard = styled(Card)`
  display: grid;
  justify-items: start;
  gap: ${space(4)};
  max-width: 40rem;

  > svg {
    width: ${space(16)};
    height: ${space(16)};
  }
  p {
    margin: 0;
  }
  h2 {
    font-size: ${text.h2};
  }
  h2 time { white-space: normal; }
`;
