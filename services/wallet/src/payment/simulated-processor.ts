import { formatCardNumber, TEST_CARDS } from '@piecework/contracts';
import { type Failure, fail, failField } from '@piecework/http';

export const TEST_CARD_BEHAVIOUR: Readonly<Record<string, { declined: string } | 'succeeds' | 'asks'>> = {
  [TEST_CARDS.succeeds]: 'succeeds',
  [TEST_CARDS.declined]: { declined: 'Your card was declined.' },
  [TEST_CARDS.insufficientFunds]: { declined: 'Your card has insufficient funds.' },
  [TEST_CARDS.authenticates]: 'asks',
  [TEST_CARDS.authenticatesAlways]: 'asks',
};
const NOT_A_TEST_CARD = `Your card was declined. Payments are simulated here, so only test cards work: try ${formatCardNumber(TEST_CARDS.succeeds)}.`;
export const NOT_AUTHENTICATED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

export interface Card {
  cardNumber: string;
  expiry?: string | undefined;
  cvc?: string | undefined;
}

export type IntentStatus = 'requires_payment_method' | 'requires_action' | 'succeeded';

type Charge =
  | { status: Exclude<IntentStatus, 'requires_payment_method'>; card: string }
  | Failure<'validation' | 'card-declined'>;

/** `authenticate`: outcome of a 3-D Secure challenge. */
export const charge = (card: Card, authenticate: 'complete' | 'fail' | undefined, now: number): Charge => {
  const fault = cardFault(card, now);
  if (fault) return fault;
  const number = digitsOf(card.cardNumber);
  const behaviour = TEST_CARD_BEHAVIOUR[number] ?? { declined: NOT_A_TEST_CARD };
  if (typeof behaviour === 'object') return fail('card-declined', { message: behaviour.declined });
  const last4 = number.slice(-4);
  if (behaviour === 'succeeds' || authenticate === 'complete') return { status: 'succeeded', card: last4 };
  if (authenticate === 'fail') return fail('card-declined', { message: NOT_AUTHENTICATED });
  return { status: 'requires_action', card: last4 };
};

const digitsOf = (number: string) => number.replace(/[\s-]/g, '');

const cardFault = ({ cardNumber, expiry, cvc }: Card, now: number): Failure<'validation'> | null => {
  if (!passesLuhn(digitsOf(cardNumber))) return failField('cardNumber', 'Your card number is invalid.');
  const expiryFault = expiry === undefined ? null : faultOfExpiry(expiry, now);
  if (expiryFault) return failField('expiry', expiryFault);
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc)) return failField('cvc', "Your card's security code is invalid.");
  return null;
};

const passesLuhn = (number: string): boolean => {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
};

/** `MM/YY` or `MM/YYYY`; valid until the end of the month. */
const faultOfExpiry = (expiry: string, now: number): string | null => {
  const [, month, year] = /^(0?[1-9]|1[0-2])\s*\/\s*(\d{2}|\d{4})$/.exec(expiry) ?? [];
  if (!month || !year) return "Your card's expiration date is invalid. Write it as MM/YY.";
  const ends = Date.UTC(year.length === 2 ? 2000 + Number(year) : Number(year), Number(month));
  return ends > now ? null : "Your card's expiration date is in the past.";
};
