import { type Failure, fail, isFailure } from '@piecework/http';
import { internally, type Service, type ServiceDeps } from '@piecework/service-runtime';
import { payments, record, reverse } from './payment.store';
import type { PaymentProcessor } from './payment-processor';

type PaymentDeps = Pick<ServiceDeps, 'clock'> & { processor: PaymentProcessor };

export const createPaymentInternal = (deps: PaymentDeps) =>
  ({ reversePayment: reversePayment(deps) }) satisfies Service['internal'];

/** Records an unrecorded payment first, so that it cannot be credited later. */
const reversePayment = ({ processor, clock }: PaymentDeps) =>
  internally(
    ['payment.recorded', 'payment.reversed', 'wallet.balance-changed'],
    async ({ intent }, { correlationId, transact }): Promise<{ modifiedCount: 0 | 1 } | Failure> => {
      const paid = await processor.verify(String(intent));
      if (isFailure(paid)) return paid;
      return transact(async (unit) => {
        const at = clock.now();
        const recorded = await unit.collection(payments).findOne({ _id: String(intent) });
        const payment = recorded ?? (paid ? await record(unit, paid, at, false) : null);
        if (!payment) return fail('not-found');
        return { modifiedCount: await reverse(unit, payment, { correlationId, actor: null, at }) };
      });
    },
  );
