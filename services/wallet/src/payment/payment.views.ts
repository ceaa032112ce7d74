import { isoTime } from '@piecework/base';
import { centsToDollars, type Payment as PaymentView } from '@piecework/contracts';
import type { PaymentDocument } from './payment.store';

export const toView = ({
  _id,
  email,
  cents,
  coins,
  card,
  at,
  state,
  shortfall,
  refundedCents = 0,
}: PaymentDocument): PaymentView => ({
  _id,
  email,
  amount: centsToDollars(cents),
  coins,
  card,
  time: isoTime(at),
  state,
  shortfall,
  refunded: centsToDollars(refundedCents),
});
