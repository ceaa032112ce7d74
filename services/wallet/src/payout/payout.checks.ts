import type { Service, ServiceDeps } from '@piecework/service-runtime';
import type { AccountNumbers } from '../withdrawal/account-number';
import { withdrawals } from '../withdrawal/withdrawal.store';

/** A number is unreadable after a start with a wrong key, without the previous one, or on a back-up of another key. */
export const createPayoutChecks = ({
  store,
  log,
  accountNumbers,
}: Pick<ServiceDeps, 'store' | 'log'> & { accountNumbers: AccountNumbers }): NonNullable<
  Service['invariantChecks']
> => {
  let logged: string | undefined;
  return {
    piecework_account_numbers_readable: {
      help: 'Whether PAYOUT_KEY or PAYOUT_KEY_PREVIOUS opens each kept account number: 1 or 0',
      holds: async () => {
        const unreadable = { 'account.key': { $gt: '', $nin: accountNumbers.keys } };
        const withdrawal = await store.collection(withdrawals).findOne(unreadable);
        const key = withdrawal?.account?.key;
        if (withdrawal && key !== logged)
          log.error(
            { withdrawal: withdrawal._id, key, known: accountNumbers.keys },
            'no PAYOUT_KEY opens this account number, and perhaps others',
          );
        logged = key;
        return withdrawal === null;
      },
    },
  };
};
