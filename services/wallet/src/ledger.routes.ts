import { LIST_LIMIT } from '@piecework/contracts';
import {
  actorOf,
  answer,
  containing,
  fail,
  type OperationHandlers,
  page,
  type ServiceDeps,
} from '@piecework/service-kit';
import { userAccountId } from './ledger';
import { entries, toView } from './ledger.store';

export const createLedgerOperations = ({
  store,
}: ServiceDeps): Pick<OperationHandlers<'wallet'>, 'statement'> => ({
  statement: answer('statement', [], async ({ query }, call) => {
    const actor = actorOf(call);
    const { user = actor.userId, q, limit = LIST_LIMIT, offset = 0 } = query;
    if (user !== actor.userId && actor.role !== 'admin') return fail('forbidden');
    const filter = { account: userAccountId(user), ...(q && { transfer: containing(q) }) };
    const [found, total] = await Promise.all([
      store.collection(entries).find(filter, { sort: { seq: -1 }, skip: offset, limit }),
      store.collection(entries).countDocuments(filter),
    ]);
    return page(found.map(toView), total);
  }),
});
