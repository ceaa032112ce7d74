import {
  cacheExpensiveGauge,
  createIncrementalScan,
  type Service,
  type ServiceDeps,
} from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import type { Account } from './account';
import { accounts } from './account.store';
import { WORLD_ACCOUNTS } from './ledger';
import { entries } from './ledger.store';

const READINGS = 10;

/** Surplus coins; must be 0. Reads the accounts between two equal sums of the system accounts, which makes it consistent; else NaN. */
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

const isSound =
  (store: Transaction) =>
  async ({ _id, balance }: Account): Promise<boolean> =>
    balance >= 0 && (await store.collection(entries).sum({ account: _id }, 'amount')) === balance;

export const createLedgerGauges = ({
  store,
  clock,
  log,
}: Pick<ServiceDeps, 'store' | 'clock' | 'log'>): Required<Pick<Service, 'gauges' | 'invariantChecks'>> => {
  const held = (kind: Account['kind']) => () => store.collection(accounts).sum({ kind }, 'balance');
  const imbalanceNow = cacheExpensiveGauge(clock, () => imbalance(store));
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
        help: 'Coins in accounts that no system account has given; 0 is right',
        value: imbalanceNow,
      },
      piecework_ledger_user_coins: {
        help: 'Coins in the accounts of users',
        value: cacheExpensiveGauge(clock, held('user')),
      },
      piecework_ledger_escrow_coins: {
        help: 'Coins set aside for tasks',
        value: cacheExpensiveGauge(clock, held('escrow')),
      },
      ...Object.fromEntries(
        WORLD_ACCOUNTS.map((account) => [
          `piecework_ledger_${account.replace(':', '_')}_coins`,
          {
            help: `Sum of the entries of ${account}`,
            value: cacheExpensiveGauge(clock, () => store.collection(entries).sum({ account }, 'amount')),
          },
        ]),
      ),
    },
    invariantChecks: {
      piecework_ledger_balanced: {
        help: 'Whether no coin was made or lost and each account is the sum of its entries: 1 or 0',
        holds: async () => {
          const areSound = await accountsAreSound();
          const coins = await imbalanceNow();
          if (Number.isNaN(coins)) throw new Error('The ledger was never still while it was summed up');
          return areSound && coins === 0;
        },
      },
    },
  };
};
