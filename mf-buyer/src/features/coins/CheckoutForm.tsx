import type { PublicConfig } from '@piecework/contracts';
import {
  Balance,
  Button,
  Card,
  CoinFact,
  Coins,
  Fact,
  Facts,
  Failure,
  FormActions,
  FormCard,
  formatDollars,
  Notice,
  Seam,
  Skeleton,
  TextField,
} from '@piecework/ui';
import { color, media, space, text } from '@piecework/ui/styles';
import { ApiError, dialogs, loadable, useServerNow, useUser } from '@piecework/web-kit';
import { refresh, useAction, useApiList } from '@piecework/web-kit/query';
import { useLocation } from '@piecework/web-kit/router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import type { CardForm, CardHandle } from './card-form';
import { PaymentConfirmation } from './PaymentConfirmation';
import { confirmedPayment, createPurchase, RECENT_MS } from './purchase';
import { RecentPayment } from './RecentPayment';
import { SimulatedCard } from './SimulatedCard';

interface CheckoutFormProps {
  coinPackage: { price: number; coins: number };
  config: PublicConfig;
}

const CARD_FORMS: { readonly [processor in PublicConfig['payments']]: CardForm } = {
  simulated: SimulatedCard,
  // Stripe's script is loaded only when the buyer opens the checkout.
  stripe: loadable(() => import('./StripeCard'), <Skeleton shape="row" />),
};

/** The cardholder's name of a buyer without one (P-12.6). */
const DEFAULT_NAME = 'Anonymous';

export function CheckoutForm({ coinPackage, config }: CheckoutFormProps) {
  const user = useUser();
  const purchase = usePurchase(user._id, coinPackage.price);
  const { paymentId, refusal, failure, isPaid, isRunning, pay } = purchase;
  const recent = useRecentPayment();
  const card = useRef<CardHandle>(null);
  const CardFields = CARD_FORMS[config.payments];

  if (paymentId)
    return (
      <PaymentConfirmation
        paymentId={paymentId}
        coinPackage={coinPackage}
        isAutomatic={config.coinCredit === 'automatic'}
      />
    );

  // A purchase under way is finished first: it charges nothing.
  const isDecided = isPaid || isRunning || recent.isDecided;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void pay(card.current);
  };
  return (
    <>
      {!isDecided && recent.question}
      {/* Hidden, not unmounted: a payment in another tab loses nothing that was typed here. */}
      <div hidden={!isDecided}>
        <Layout>
          <PackageSummary coinPackage={coinPackage} />
          <FormCard onSubmit={onSubmit} noValidate aria-label="Payment">
            <TextField label="Amount" value={formatDollars(coinPackage.price)} readOnly />
            <TextField label="Email" value={user.userEmail} readOnly />
            {isPaid ? (
              <Notice tone="warn">
                {`Your payment of ${formatDollars(coinPackage.price)} went through but isn’t recorded yet. Your card won’t be charged again.`}
              </Notice>
            ) : (
              <CardFields
                ref={card}
                billing={{ name: user.userName || DEFAULT_NAME, email: user.userEmail }}
                amount={coinPackage.price}
                disabled={isRunning}
                error={refusal}
                onChange={purchase.clearRefusal}
              />
            )}
            {config.coinCredit === 'manual' && !isPaid && (
              <Notice tone="info">
                Your coins don’t arrive right away: after you pay, an admin checks the payment and credits them.
              </Notice>
            )}
            <FormActions failure={failure}>
              <Button variant="primary" type="submit" icon="lock" busy={isRunning}>
                {labelOf(isPaid, isRunning, coinPackage.price)}
              </Button>
            </FormActions>
          </FormCard>
        </Layout>
      </div>
    </>
  );
}

const labelOf = (isPaid: boolean, isRunning: boolean, price: number) => {
  if (isPaid) return isRunning ? 'Recording…' : 'Finish purchase';
  return isRunning ? 'Paying…' : `Pay ${formatDollars(price)}`;
};

const usePurchase = (userId: string, price: number) => {
  const visit = useLocation().key;
  const [purchase] = useState(() => createPurchase(userId, price, visit));
  const [isPaid, setPaid] = useState(purchase.isPaid);
  const [paymentId, setPaymentId] = useState(() => confirmedPayment(userId, price, visit));
  const [refusal, setRefusal] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const { run, isRunning } = useAction(async (card: CardHandle | null) => {
    setRefusal(null);
    setFailure(null);
    try {
      const result = await purchase.run(card);
      if (result.kind === 'declined') return setRefusal(result.message);
      refresh('GET /payments', 'GET /user');
      setPaymentId(result.paymentId);
      await dialogs.success({ title: 'Success!', text: 'Your payment is successful.' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(`${error.message} ${purchase.isPaid() ? RETRY_RECORD_TEXT : RETRY_PAYMENT_TEXT}`);
    } finally {
      setPaid(purchase.isPaid());
    }
  });

  // A purchase that was interrupted after the charge is finished without a click.
  const resume = useRef(purchase.isPaid());
  useEffect(() => {
    if (!resume.current) return;
    resume.current = false;
    void run(null);
  }, [run]);

  return { isPaid, paymentId, refusal, failure, isRunning, pay: run, clearRefusal: () => setRefusal(null) };
};

/** The form is shown when no payment is recent, or the buyer wants another one. Until the answer is here, neither is known. */
const useRecentPayment = () => {
  const { data, dataUpdatedAt, error, refetch } = useApiList(
    'GET /payments',
    { query: { limit: 10 } },
    { staleTime: 0 },
  );
  // A cached list may be older than the payment.
  const [cachedAt] = useState(dataUpdatedAt);
  const isKnown = dataUpdatedAt !== cachedAt;
  const since = useServerNow() - RECENT_MS;
  const [repeated, setRepeated] = useState<string | null>(null);
  const payment = data?.rows.find(({ time, state }) => state !== 'reversed' && Date.parse(time) > since);
  return {
    isDecided: isKnown && (payment === undefined || payment._id === repeated),
    question:
      isKnown && payment ? (
        <RecentPayment payment={payment} onPayAgain={() => setRepeated(payment._id)} />
      ) : error ? (
        <Failure text={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton shape="card" count={2} />
      ),
  };
};

const RETRY_PAYMENT_TEXT = 'You can safely try again; you won’t be charged twice.';
const RETRY_RECORD_TEXT = 'Your payment is safe. Try again; your card won’t be charged a second time.';

const PackageSummary = ({ coinPackage: { price, coins } }: Pick<CheckoutFormProps, 'coinPackage'>) => {
  const { userAvailableCoin: balance } = useUser();
  return (
    <SummaryCard as="section" aria-label="Your package">
      <Total>
        <Coins amount={coins} size="h1" /> <small>for</small> <span translate="no">{formatDollars(price)}</span>
      </Total>
      <Seam />
      <Facts>
        <Fact label="Your balance">
          <Balance value={balance} />
        </Fact>
        <CoinFact label="This package" amount={coins} sign />
        <Fact label="Balance after purchase">
          <strong>
            <Coins amount={balance + coins} />
          </strong>
        </Fact>
      </Facts>
    </SummaryCard>
  );
};

const Layout = styled.div`
  display: grid;
  gap: ${space(6)};
  align-items: start;

  ${media.desk} {
    grid-template-columns: minmax(0, 40rem) minmax(0, 22rem);

    > form {
      grid-row: 1;
    }
  }
`;
const SummaryCard = styled(Card)`
  display: grid;
  gap: ${space(3)};

  hr {
    margin: ${space(1)} 0;
  }
`;
const Total = styled.h2`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};
  font-size: ${text.h2};

  small {
    color: ${color.soft};
    font-size: ${text.body};
    font-weight: 400;
  }
`;
