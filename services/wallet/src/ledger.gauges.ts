import type { Service, ServiceDeps, Transaction } from '@piecework/service-kit';
import { accounts } from './account.store';
import { WORLD_ACCOUNTS } from './ledger';
import { entries } from './ledger.store';

const READINGS = 10;

/**
 * How many coins there are too many: 0 is right. A reading is one sum over the accounts between two equal sums over the system accounts;
 * coins that only pass between accounts change neither, so it holds while transfers go on. NaN when there was no such moment.
 */
const imbalance = async (store: Transaction): Promise<number> => {
  const world = () => store.collection(entries).sum({ account: { $in: WORLD_ACCOUNTS } }, 'amount');
  let before = await world();
  for (let reading = 0; reading < READINGS; reading++) {
    const held = await store.collection(accounts).sum({}, 'balance');
    const after = await world();
    if (after === before) return held + after;
    before = after;
  }
  return Number.NaN;
};

export const createLedgerGauges = ({
  store,
}: Pick<ServiceDeps, 'store'>): NonNullable<Service['gauges']> => ({
  piecework_ledger_imbalance: {
    help: 'Coins in accounts that no system account has given; 0 is right',
    value: () => imbalance(store),
  },
  piecework_ledger_user_coins: {
    help: 'Coins in the accounts of users',
    value: () => store.collection(accounts).sum({ kind: 'user' }, 'balance'),
  },
  piecework_ledger_escrow_coins: {
    help: 'Coins set aside for tasks',
    value: () => store.collection(accounts).sum({ kind: 'escrow' }, 'balance'),
  },
  ...Object.fromEntries(
    WORLD_ACCOUNTS.map((account) => [
      `piecework_ledger_${account.replace(':', '_')}_coins`,
      {
        help: `Sum of the entries of ${account}`,
        value: () => store.collection(entries).sum({ account }, 'amount'),
      },
    ]),
  ),
});
