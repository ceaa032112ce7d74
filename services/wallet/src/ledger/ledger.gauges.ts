import { type Counters, createIncrementalScan, type Service, type ServiceDeps } from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import type { Account } from '../account/account';
import { accounts } from '../account/account.store';
import { withdrawalTally } from '../withdrawal/withdrawal.tally';
import { WORLD_ACCOUNTS } from './ledger';
import { entries } from './ledger.store';
import { accountTally, worldName, worldTally } from './ledger.tally';

/** Surplus coins; must be 0. NaN while the counters are not complete. */
const imbalance = async (counters: Counters): Promise<number> => {
  const together = await counters.readTogether(accountTally, worldTally);
  if (!together) return Number.NaN;
  const [held, world] = together;
  return Object.values({ ...held, ...world }).reduce((sum, coins) => sum + coins, 0);
};

const isSound =
  (store: Transaction) =>
  async ({ _id, balance }: Account): Promise<boolean> =>
    balance >= 0 && (await store.collection(entries).sum({ account: _id }, 'amount')) === balance;

export const createLedgerGauges = (
  deps: Pick<ServiceDeps, 'store' | 'counters' | 'log'>,
): Required<Pick<Service, 'gauges' | 'invariantChecks'>> => {
  const { store, counters, log } = deps;
  const held = (kind: Account['kind']) => async () => (await counters.readCounted(accountTally))[kind];
  const accountsAreSound = createIncrementalScan({
    store,
    spec: accounts,
    versionOf: ({ version }) => version,
    isSound: isSound(store),
    log,
  });
  return {
    gauges: {
      piecework_ledger_imbalance: {
        help: 'Coins in accounts without an issuing entry; 0 when the ledger balances',
        value: () => imbalance(counters),
      },
      piecework_ledger_user_coins: { help: 'Coins in the accounts of users', value: held('user') },
      piecework_ledger_escrow_coins: { help: 'Coins in escrow', value: held('escrow') },
      ...Object.fromEntries(
        WORLD_ACCOUNTS.map((account) => [
          `piecework_ledger_${account.replace(':', '_')}_coins`,
          {
            help: `Sum of the entries of ${account}`,
            value: async () => (await counters.readCounted(worldTally))[worldName(account)],
          },
        ]),
      ),
    },
    invariantChecks: {
      piecework_ledger_balanced: {
        help: 'Whether all entries sum to zero and each balance is the sum of its entries: 1 or 0',
        holds: async () => {
          const areSound = await accountsAreSound();
          const coins = await imbalance(counters);
          if (Number.isNaN(coins)) throw new Error('The counters of the ledger are not complete');
          return areSound && coins === 0;
        },
      },
      piecework_payouts_balanced: {
        help: 'Whether as many coins were paid out as approved withdrawals have: 1 or 0',
        holds: async () => {
          const together = await counters.readTogether(worldTally, withdrawalTally);
          if (!together) throw new Error('The counters of the withdrawals are not complete');
          const [{ payout }, { paidOut }] = together;
          return payout === paidOut;
        },
      },
    },
  };
};
