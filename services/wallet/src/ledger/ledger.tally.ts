import { tally } from '@piecework/service-runtime';
import { accounts } from '../account/account.store';
import { isEarned, isUser, isWorld, WORLD_ACCOUNTS, type WorldAccount } from './ledger';
import { entries } from './ledger.store';

/** Coins by kind of account. */
export const accountTally = tally({
  name: 'accounts',
  of: accounts,
  fields: ['user', 'escrow'],
  amounts: ({ kind, balance }) => ({ [kind]: balance }),
});

type WorldName = WorldAccount extends `world:${infer Name}` ? Name : never;

/** No field name has a colon. */
export const worldName = (account: WorldAccount): WorldName => account.slice('world:'.length) as WorldName;

/** Coins of the system accounts, which have no balance document. */
export const worldTally = tally({
  name: 'world',
  of: entries,
  fields: WORLD_ACCOUNTS.map(worldName),
  amounts: ({ account, amount }) => (isWorld(account) ? { [worldName(account)]: amount } : {}),
});

/** Coins that all users have got (without what they spent), and those that were paid out; of each day too. */
export const flowTally = tally({
  name: 'flow',
  of: entries,
  daily: 'at',
  fields: ['owed', 'out'],
  amounts: ({ account, kind, amount }) =>
    isUser(account) ? { owed: amount, ...(kind === 'payout' && { out: -amount }) } : {},
});

/** Coins that an account earned and withdrew, of each day. */
export const earningsTally = tally({
  name: 'earnings',
  of: entries,
  by: { day: { field: 'account', at: 'at' } },
  fields: ['earned', 'withdrawn'],
  amounts: ({ account, kind, amount }) => {
    if (!isUser(account)) return {};
    if (isEarned(kind, amount)) return { earned: amount };
    return kind === 'payout' ? { withdrawn: -amount } : {};
  },
});
