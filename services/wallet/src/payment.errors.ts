import type { ProblemTable } from '@piecework/service-kit';

export const paymentProblems = {
  // Stripe's own status for it.
  'card-declined': { status: 402, message: 'Your card was declined. Please try another one.' },
  'processor-down': {
    status: 503,
    message: 'The card processor cannot be reached right now. Please try again in a moment.',
  },
  'bad-signature': {
    status: 400,
    message: 'Only events that Stripe has signed within the last five minutes are taken.',
  },
  'no-payment': {
    status: 409,
    message: 'No new payment of this amount has gone through. Please pay by card first.',
  },
  'not-a-buyer': {
    status: 409,
    message:
      'The payer is not a buyer any more, so these coins cannot be credited. Refund the payment instead.',
  },
  'payment-reversed': {
    status: 409,
    message: 'This payment has been refunded or disputed, so its coins cannot be credited.',
  },
} as const satisfies ProblemTable;
