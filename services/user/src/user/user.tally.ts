import { ROLES } from '@piecework/contracts';
import { tally } from '@piecework/service-runtime';
import { users } from './user.store';

/** Accounts that are not closed by role, with their coins; `changing`: role changes and closings in progress. */
export const userTally = tally({
  name: 'users',
  of: users,
  fields: [...ROLES, 'coins', 'changing'],
  amounts: ({ closed, role, coins, changing }) => ({
    ...(!closed && { [role]: 1, coins }),
    changing: Number(changing !== undefined),
  }),
});
