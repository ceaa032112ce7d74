import { LIST_LIMIT } from '@piecework/contracts';
import { page } from '@piecework/http';
import { answer, type OperationHandlers, type ServiceDeps } from '@piecework/service-runtime';
import { suspects } from './signals.store';

export const createSignalOperations = ({
  store,
  clock,
}: ServiceDeps): Pick<OperationHandlers<'wallet'>, 'listSignals'> => ({
  listSignals: answer('listSignals', [], async ({ query: { limit = LIST_LIMIT, offset = 0 } }) => {
    const rows = await suspects(store, clock.now());
    return page(rows.slice(offset, offset + limit), rows.length);
  }),
});
