import { fail } from '@piecework/http';
import {
  actorOf,
  answer,
  listRows,
  type OperationHandlers,
  type ServiceDeps,
} from '@piecework/service-runtime';
import { containing } from '@piecework/store';
import { userAccountOf } from './account.store';
import { userAccountId } from './ledger';
import { entries, toView } from './ledger.store';

export const createLedgerOperations = ({
  store,
  settings,
}: ServiceDeps): Pick<OperationHandlers<'wallet'>, 'statement'> => ({
  statement: answer('statement', [], async ({ query }, call) => {
    const actor = actorOf(call);
    const { user = actor.userId, q, limit, offset } = query;
    if (user !== actor.userId && actor.role !== 'admin') return fail('forbidden');
    const filter = { account: userAccountId(user), ...(q && { transfer: containing(q) }) };
    // I2: the version counts the entries.
    const countAll = async () => (await userAccountOf(store, user)).version;
    return listRows(
      store.collection(entries),
      filter,
      { sort: { seq: -1 }, settings, offset, limit, q, total: q ? undefined : countAll },
      (found) => found.map(toView),
    );
  }),
});
