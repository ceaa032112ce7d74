import { formatCardNumber, TEST_CARDS } from '@piecework/contracts/constants';
import { latinDigits } from '@piecework/contracts/text';
import { Button, formatDollars, Modal, Notice } from '@piecework/ui';
import { color, quietText, radius, space, text } from '@piecework/ui/styles';
import { ApiError, call } from '@piecework/web-kit';
import { type FormEvent, useImperativeHandle, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { CARD_ERROR_ID, CardBox, CardError, type CardFormProps, CardGroup, type CardResult } from './card-form';

interface Card {
  cardNumber: string;
  expiry: string;
  cvc: string;
}
type Answer = 'complete' | 'fail';

const NO_CARD: Card = { cardNumber: '', expiry: '', cvc: '' };

/** The card field of the embedded processor: takes Stripe's test numbers and shows the bank's authentication dialog in the page. */
export function SimulatedCard({ ref, billing, amount, disabled, error, onChange }: CardFormProps) {
  const [card, setCard] = useState(NO_CARD);
  const [onAuthenticated, setOnAuthenticated] = useState<((answer: Answer) => void) | null>(null);
  const number = useRef<HTMLInputElement>(null);

  useImperativeHandle(ref, () => ({
    pay: async (clientSecret) => {
      const authenticate = () =>
        new Promise<Answer>((resolve) => setOnAuthenticated(() => resolve)).finally(() => setOnAuthenticated(null));
      const result = await payWith(card, clientSecret, authenticate);
      if ('declined' in result) number.current?.focus();
      return result;
    },
  }));

  const input = (field: keyof Card, format: (value: string) => string) => ({
    value: card[field],
    onChange: ({ currentTarget: { value } }: FormEvent<HTMLInputElement>) => {
      setCard((now) => ({ ...now, [field]: format(value) }));
      onChange();
    },
    // Not `disabled`, which would drop the focus.
    readOnly: disabled,
    inputMode: 'numeric' as const,
    'aria-describedby': error ? CARD_ERROR_ID : undefined,
  });

  return (
    <CardGroup>
      <legend>Card</legend>
      <Box $isBad={error !== null}>
        <Cell $wide>
          <span>Card number</span>
          <input
            {...input('cardNumber', formatTypedNumber)}
            ref={number}
            autoComplete="cc-number"
            placeholder="1234 1234 1234 1234"
            aria-invalid={error ? true : undefined}
          />
        </Cell>
        <Cell>
          <span>Expiry</span>
          <input {...input('expiry', formatExpiry)} autoComplete="cc-exp" placeholder="MM/YY" />
        </Cell>
        <Cell>
          <span>Security code</span>
          <input {...input('cvc', (value) => digits(value).slice(0, 4))} autoComplete="cc-csc" placeholder="CVC" />
        </Cell>
      </Box>
      <CardError error={error} />
      <TestCards />
      <Challenge
        amount={amount}
        card={digits(card.cardNumber).slice(-4)}
        email={billing.email}
        onAnswer={onAuthenticated}
      />
    </CardGroup>
  );
}

const payWith = async (card: Card, clientSecret: string, authenticate: () => Promise<Answer>): Promise<CardResult> => {
  const missing = cardErrorOf(card);
  if (missing) return { declined: missing };
  try {
    const first = await confirm(card, clientSecret);
    if (first.status === 'succeeded') return { intent: first.intent };
    const second = await confirm(card, clientSecret, await authenticate());
    return second.status === 'succeeded' ? { intent: second.intent } : { declined: NOT_AUTHENTICATED };
  } catch (error) {
    if (error instanceof ApiError && (error.status === 402 || error.status === 400))
      return { declined: Object.values(error.fields)[0] ?? error.message };
    throw error;
  }
};

const NOT_AUTHENTICATED = 'Your bank is still waiting for your answer. Please try again.';

const confirm = (card: Card, clientSecret: string, authenticate?: Answer) =>
  call('POST /payments/simulated/confirm', { body: { clientSecret, ...card, ...(authenticate && { authenticate }) } });

/** With Stripe's wording. */
const cardErrorOf = ({ cardNumber, expiry, cvc }: Card): string | null => {
  if (!cardNumber || digits(cardNumber).length < 12) return 'Your card number is incomplete.';
  if (digits(expiry).length < 4) return "Your card's expiration date is incomplete.";
  return cvc.length < 3 ? "Your card's security code is incomplete." : null;
};

const digits = (value: string) => latinDigits(value).replace(/\D/g, '');
const formatTypedNumber = (value: string) => formatCardNumber(digits(value).slice(0, 19));
const formatExpiry = (value: string) => {
  const kept = digits(value).slice(0, 4);
  return kept.length > 2 ? `${kept.slice(0, 2)}/${kept.slice(2)}` : kept;
};

const TestCards = () => (
  <Hints>
    <summary>Payments are simulated: use a test card</summary>
    <dl>
      {[
        { card: TEST_CARDS.succeeds, effect: 'succeeds' },
        { card: TEST_CARDS.declined, effect: 'is declined' },
        { card: TEST_CARDS.authenticates, effect: 'needs authentication' },
      ].map(({ card, effect }) => (
        <div key={card}>
          <dt>{formatCardNumber(card)}</dt>
          <dd>{effect}</dd>
        </div>
      ))}
    </dl>
    <p>Use any future date and any three digits. No card is charged.</p>
  </Hints>
);

interface ChallengeProps {
  amount: number;
  card: string;
  email: string;
  onAnswer: ((answer: Answer) => void) | null;
}

/** Closing it counts as a failed authentication, as at a bank. */
const Challenge = ({ amount, card, email, onAnswer }: ChallengeProps) => (
  <Modal
    title="Your bank asks: is this you?"
    open={onAnswer !== null}
    onClose={() => onAnswer?.('fail')}
    actions={
      <>
        <Button variant="secondary" onClick={() => onAnswer?.('fail')}>
          Fail authentication
        </Button>
        <Button variant="primary" onClick={() => onAnswer?.('complete')}>
          Complete authentication
        </Button>
      </>
    }
  >
    <p>
      <span>Piecework wants to charge </span>
      <strong translate="no">{formatDollars(amount)}</strong>
      <span> to your card ending in </span>
      <strong translate="no">{card}</strong>
      <span>{` for ${email}.`}</span>
    </p>
    <Notice tone="info">This is a test: choose how your bank decides.</Notice>
  </Modal>
);

/* The layout of a card: the number above, expiry and code below. */
const Box = styled(CardBox)`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 1px;
  background: ${color.line};
`;
const Cell = styled.label<{ $wide?: boolean }>`
  ${quietText}
  display: grid;
  min-width: 0;
  padding: ${space(2)} ${space(3)} 0;
  background: ${color.surface};
  ${({ $wide }) => $wide && 'grid-column: 1 / -1;'}

  input {
    width: 100%;
    min-height: 36px;
    padding: 0;
    border: 0;
    outline: 0;
    background: none;
    color: ${color.ink};
    font-size: max(${text.body}, 16px);
    font-variant-numeric: tabular-nums;
  }
  input::placeholder {
    color: ${color.soft};
    opacity: 1;
  }
  &:focus-within {
    background: ${color.primarySoft};
  }
`;
const Hints = styled.details`
  ${quietText}
  margin-top: ${space(3)};
  padding: ${space(3)} ${space(4)};
  border-radius: ${radius.control};
  background: ${color.sunk};

  summary {
    cursor: pointer;
    color: ${color.ink};
    font-weight: 600;
  }
  dl {
    margin: ${space(3)} 0 0;
  }
  dl > div {
    display: flex;
    flex-wrap: wrap;
    gap: 0 ${space(3)};
  }
  dt {
    font-variant-numeric: tabular-nums;
    color: ${color.ink};
    user-select: all;
  }
  dd {
    margin: 0;
  }
  p {
    margin: ${space(2)} 0 0;
  }
`;
