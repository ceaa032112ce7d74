import type { PaymentSystem, Withdrawal } from '@piecework/contracts';
import { useApiList } from '@piecework/web-kit/query';

/** Withdrawals among which an account number is looked for. */
const LOOKED_AT = 50;

/** Finds the latest withdrawal by a payment system whose account number may be used again. A cancellation erases it. */
export const useLastAccounts = (): ((system: PaymentSystem | '') => Withdrawal | undefined) => {
  const list = useApiList('GET /withdrawals', { query: { limit: LOOKED_AT } });
  return (system) =>
    list.data?.rows.find(
      ({ paymentSystem, accountMask, status }) =>
        paymentSystem === system && accountMask !== undefined && status !== 'canceled',
    );
};
