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

const MAX_READINGS = 10;

/** Surplus coins; must be 0. Reads the accounts between two equal sums of the system accounts, which makes it consistent; else NaN. */
const imbalance = async (store: Transaction): Promise<number> => {
  const world = () => store.collection(entries).sum({ account: { $in: WORLD_ACCOUNTS } }, 'amount');
  let before = await world();
  for (let reading = 0; reading < MAX_READINGS; reading++) {
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
        help: 'Coins in accounts without an issuing entry; 0 when the ledger balances',
        value: imbalanceNow,
      },
      piecework_ledger_user_coins: {
        help: 'Coins in the accounts of users',
        value: cacheExpensiveGauge(clock, held('user')),
      },
      piecework_ledger_escrow_coins: {
        help: 'Coins in escrow',
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
        help: 'Whether all entries sum to zero and each balance is the sum of its entries: 1 or 0',
        holds: async () => {
          const areSound = await accountsAreSound();
          const coins = await imbalanceNow();
          if (Number.isNaN(coins)) throw new Error('The ledger changed during every reading');
          return areSound && coins === 0;
        },
      },
    },
  };
};
