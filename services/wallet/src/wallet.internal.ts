import { sleep } from '@piecework/base';
import { type Person, schemas, type TransferKind } from '@piecework/contracts';
import { internally, type Service, type ServiceDeps } from '@piecework/service-runtime';
import { z } from 'zod';
import { userAccountOf } from './account/account.store';
import { entries } from './ledger/ledger.store';
import { findPayments } from './payment/payment.people';
import { findWithdrawals, sharingNumbers } from './withdrawal/withdrawal.people';

const personArgs = z.object({ userId: z.string() });
const searchArgs = z.object({ q: z.string() });

type Deps = Pick<ServiceDeps, 'store' | 'clock'>;

/** Entries that one step sums: the store blocks the thread meanwhile. */
const SLICE = 2_000;

/** Sums the entries along an index instead of keeping counters: an admin reads it rarely, and each transfer would write them (docs/adr/0112). */
const coinsByCause = async ({ store, clock }: Deps, userId: string): Promise<Pick<Person, 'coins' | 'causes'>> => {
  // I2: the version counts the entries, so that those up to it make the balance, also while others are posted.
  const { _id: account, balance, version } = await userAccountOf(store, userId);
  const sums = new Map<TransferKind, number>();
  for (let from = 0; from < version; from += SLICE) {
    const slice = { $gt: from, $lte: Math.min(from + SLICE, version) };
    for (const kind of schemas.TRANSFER_KINDS) {
      const coins = await store.collection(entries).sum({ account, kind, seq: slice }, 'amount');
      if (coins !== 0) sums.set(kind, (sums.get(kind) ?? 0) + coins);
    }
    await sleep(clock, 0);
  }
  return { coins: balance, causes: [...sums].map(([kind, coins]) => ({ kind, coins })) };
};

/** Calls of the gateway for the pages of admins about people. */
export const createPeopleInternal = (deps: Deps) =>
  ({
    coinsOf: internally([], (args) => coinsByCause(deps, personArgs.parse(args).userId)),

    linkedPeople: internally([], (args) => sharingNumbers(deps.store, personArgs.parse(args).userId)),

    search: internally([], async (args) => {
      const { q } = searchArgs.parse(args);
      const [found, paid] = await Promise.all([findWithdrawals(deps.store, q), findPayments(deps.store, q)]);
      return { withdrawals: found, payments: paid };
    }),
  }) satisfies Service['internal'];
