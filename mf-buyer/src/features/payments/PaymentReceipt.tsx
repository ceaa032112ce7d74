import type { Payment } from '@piecework/contracts';
import { CoinFact, Dollars, Fact, Facts, formatCoins, Receipt, Seam } from '@piecework/ui';
import { useUser } from '@piecework/web-kit';
import { Moment } from '@piecework/web-kit/moment';
import { cardOf, PaymentStatus } from './payment-cells';

export const PaymentReceipt = ({ payment, onClose }: { payment: Payment; onClose: () => void }) => {
  const { userName } = useUser();
  return (
    <Receipt onClose={onClose}>
      <p>{`${formatCoins(payment.coins)} coins for ${userName} (${payment.email})`}</p>
      <Seam />
      <Facts>
        <Fact label="Amount">
          <Dollars amount={payment.amount} />
        </Fact>
        <CoinFact label="Coins" amount={payment.coins} />
        <Fact label="Card">{cardOf(payment.card)}</Fact>
        <Fact label="Time">
          <Moment at={payment.time} />
        </Fact>
        <Fact label="State">
          <PaymentStatus payment={payment} />
        </Fact>
        <Fact label="Payment">
          <code translate="no">{payment._id}</code>
        </Fact>
      </Facts>
      <p>{STATE_TEXTS[payment.state]}</p>
    </Receipt>
  );
};

const STATE_TEXTS = {
  recorded: 'The payment is recorded. An admin will credit the coins.',
  credited: 'The coins were added to your balance.',
  reversed: 'The payment was returned to your card, and its coins were taken back.',
} as const satisfies Record<Payment['state'], string>;
