import { ApiError } from '@piecework/web-kit';
import type { PaymentIntentResult, Stripe, StripeCardElement, StripeError } from '@stripe/stripe-js';
import type { CardFormProps, CardResult } from './card-form';

type Confirm = Pick<Stripe, 'confirmCardPayment'>;

/** @throws ApiError when it is not known whether the card was charged */
export const confirmStripePayment = async (
  stripe: Confirm,
  card: StripeCardElement,
  billing: CardFormProps['billing'],
  clientSecret: string,
): Promise<CardResult> => {
  const method = { card, billing_details: billing };
  const result = await stripe.confirmCardPayment(clientSecret, { payment_method: method }).catch(() => {
    throw outcomeUnknown();
  });
  return resultOf(result);
};

const resultOf = ({ paymentIntent, error }: PaymentIntentResult): CardResult => {
  // After a lost response the card is charged, and the error of the repeat names the intent.
  const intent = paymentIntent ?? error?.payment_intent;
  if (intent?.status === 'succeeded') return { intent: intent.id };
  if (error && isRefusal(error)) return { declined: error.message ?? 'Your card was declined.' };
  if (error?.code === 'resource_missing')
    throw new ApiError(404, 'not-found', 'This payment no longer exists. Please start again.');
  throw outcomeUnknown();
};

/** The buyer can correct it, and nothing was charged. */
const isRefusal = ({ type, code }: StripeError): boolean =>
  type === 'card_error' ||
  type === 'validation_error' ||
  // Stripe.js gives a refused authentication various types.
  code === 'payment_intent_authentication_failure';

const outcomeUnknown = () => new ApiError(0, 'processor-down', 'The card processor didn’t respond.');
