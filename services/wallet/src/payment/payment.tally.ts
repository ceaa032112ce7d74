import { PAYMENT_STATES } from '@piecework/contracts';
import { tally } from '@piecework/service-runtime';
import { type PaymentDocument, payments } from './payment.store';

const keptCents = ({ state, cents, refundedCents = 0 }: PaymentDocument): number =>
  state === 'reversed' ? 0 : cents - refundedCents;

/** Numbers of payments by state; `cents` of those that are not reversed, without refunds. */
export const paymentTally = tally({
  name: 'payments',
  of: payments,
  by: { user: 'userId' },
  fields: [...PAYMENT_STATES, 'cents'],
  amounts: (payment) => ({ [payment.state]: 1, cents: keptCents(payment) }),
});

/** The `cents` of {@link paymentTally}, of each day too. */
export const paidInTally = tally({
  name: 'paidIn',
  of: payments,
  daily: 'at',
  fields: ['cents'],
  amounts: (payment) => ({ cents: keptCents(payment) }),
});
