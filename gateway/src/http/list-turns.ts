import type { Clock } from '@piecework/base';
import type { Settings } from '@piecework/config';
import { fail, isFailure } from '@piecework/http';
import { type Answer, accountKeyOf, type Call } from '../call';
import { costOfList, createListBudget, type Turn } from './list-budget';

const ACCOUNT_LISTS_AT_ONCE = 2;
const NETWORK_LISTS_AT_ONCE = 8;
const LIST_WAIT_MS = 10_000;
const REFUSED_LIST_COST = 1;

/**
 * A list waits for its turn in the queue of its account, then in the one of its network; visitors of a network have a queue of their own. The turn of an
 * account, or of the visitors, lasts until the response is sent. That of a network ends with the answer: one slow reader must not delay its neighbours.
 */
export const createListTurns = (limits: Settings['rateLimits'], clock: Clock) => {
  const accountLists = createListBudget({ clock, perSecond: limits.accountListKib, atOnce: ACCOUNT_LISTS_AT_ONCE });
  const networkLists = createListBudget({ clock, perSecond: limits.networkListKib, atOnce: NETWORK_LISTS_AT_ONCE });

  /** In the queues of the caller, one after the other; null when one of them takes too long. */
  const enter = async ({ request, who, connection }: Pick<Call, 'request' | 'who' | 'connection'>) => {
    const key = accountKeyOf(who);
    const network = connection && (key === undefined ? `visitors of ${connection.network}` : connection.network);
    const until = clock.now() + LIST_WAIT_MS;
    const waits = [
      ...(key === undefined ? [] : [() => accountLists.enter(key, until, request.whenGone)]),
      ...(network === undefined ? [] : [() => networkLists.enter(network, until, request.whenGone)]),
    ];
    const turns: Turn[] = [];
    for (const wait of waits) {
      const turn = await wait();
      if (!turn) {
        for (const entered of turns) entered.end(0);
        return null;
      }
      turns.push(turn);
    }
    return turns;
  };

  return {
    run: async (call: Pick<Call, 'request' | 'who' | 'connection'>, ask: () => Promise<Answer>): Promise<Answer> => {
      const { request, connection } = call;
      const turns = await enter(call);
      if (!turns) return fail('too-many-requests', { retryAfter: LIST_WAIT_MS / 1000 });
      const [own, shared] = turns;
      let cost = costOfList(request.query);
      try {
        const answer = await ask();
        const isRefused = isFailure(answer) || answer.status >= 400;
        cost = isRefused ? REFUSED_LIST_COST : costOfList(request.query, answer.headers);
        return answer;
      } finally {
        shared?.end(cost);
        if (!connection) own?.end(cost);
        connection?.whenClosed((bytes) => {
          own?.end(cost + bytes / 1024);
          shared?.charge(bytes / 1024);
        });
      }
    },
    counters: {
      piecework_refused_lists_total: {
        help: 'Lists that waited too long for the budget of their account or network, or whose caller left',
        value: () => accountLists.refused() + networkLists.refused(),
      },
    },
    gauges: {
      piecework_waiting_lists: {
        help: 'Lists that wait for the budget of their account or network',
        value: () => accountLists.waiting() + networkLists.waiting(),
      },
    },
  };
};
