import type { Payment } from '@piecework/contracts';
import { Button, CoinFact, Dollars, Fact, Facts, formatCoins, Modal, Seam, Wordmark } from '@piecework/ui';
import { color, space, text } from '@piecework/ui/styles';
import { useUser } from '@piecework/web-kit';
import { Moment } from '@piecework/web-kit/moment';
import { createGlobalStyle, styled } from 'styled-components';
import { cardOf, PaymentStatus } from './payment-cells';

/** Prints the receipt and nothing around it. */
export const Receipt = ({ payment, onClose }: { payment: Payment | null; onClose: () => void }) => {
  const { userName } = useUser();
  return (
    <Modal
      title="Receipt"
      open={payment !== null}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Done
          </Button>
          <Button variant="primary" onClick={() => window.print()}>
            Print
          </Button>
        </>
      }
    >
      {payment && (
        <>
          <PrintReceiptOnly />
          <PrintedReceipt className={PRINTED}>
            <Wordmark />
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
                <Reference translate="no">{payment._id}</Reference>
              </Fact>
            </Facts>
            <p>{STATE_TEXTS[payment.state]}</p>
          </PrintedReceipt>
        </>
      )}
    </Modal>
  );
};

const STATE_TEXTS = {
  recorded: 'The payment is recorded. An admin will credit the coins.',
  credited: 'The coins were added to your balance.',
  reversed: 'The payment was returned to your card, and its coins were taken back.',
} as const satisfies Record<Payment['state'], string>;

const PRINTED = 'printed-receipt';

/* Black on white in both themes, and one page however long the list behind it is. */
const PrintReceiptOnly = createGlobalStyle`
  @media print {
    html, body { height: 100%; overflow: hidden; background: #fff !important; }
    body * { visibility: hidden; }
    .${PRINTED}, .${PRINTED} * { visibility: visible; }
    .${PRINTED} {
      position: fixed;
      inset: 0;
      max-width: 36rem;
      background: #fff;
      color: #000;
      --ink: #000;
      --soft: #000;
      --line: #999;
      --sunk: #fff;
      --sage: #000;
      --sage-bg: #fff;
      --marigold: #000;
      --marigold-bg: #fff;
    }
  }
`;
const PrintedReceipt = styled.div`
  display: grid;
  gap: ${space(4)};
  align-content: start;

  hr {
    margin: 0;
  }

  p {
    margin: 0;
    color: ${color.soft};
  }
`;
const Reference = styled.code`
  overflow-wrap: anywhere;
  font-size: ${text.small};
`;
