import { PAYMENT_STATES } from '@piecework/contracts';
import { tally } from '@piecework/service-runtime';
import { payments } from './payment.store';

/** Numbers of payments by state; `cents` of those that are not reversed, without refunds. */
export const paymentTally = tally({
  name: 'payments',
  of: payments,
  by: { user: 'userId' },
  fields: [...PAYMENT_STATES, 'cents'],
  amounts: ({ state, cents, refundedCents = 0 }) => ({
    [state]: 1,
    ...(state !== 'reversed' && { cents: cents - refundedCents }),
  }),
});
