// Runs on MongoDB and Kafka too: each list follows an index.
import { OPERATIONS, type OperationId, type OperationSpec, ROLES, type Role } from '@piecework/contracts';
import { actor } from '@piecework/identity/testing';
import { type Harness, startHarness } from '@piecework/service-runtime/testing';
import { SERVICE_MODULES } from '@piecework/stack';
import { planOf, type Query, type QueryPlan, recordQueries } from '@piecework/store/testing';
import { z } from 'zod';

/** The values of a parameter that lead to different queries; a search is looked up in another index. */
const valuesOf = (name: string, parameter: z.ZodType): readonly (string | undefined)[] => {
  if (['q', 'limit', 'offset', 'start'].includes(name)) return [undefined];
  if (name === 'changedSince') return [undefined, '2026-11-22T10:00:00.000Z'];
  const type = parameter instanceof z.ZodOptional ? parameter.unwrap() : parameter;
  if (!(type instanceof z.ZodEnum)) return [undefined, type instanceof z.ZodPipe ? '1' : 'some-id'];
  return [undefined, ...(name === 'sort' ? type.options : type.options.slice(0, 1)).map(String)];
};

/** Beside `limit`. Further filters only narrow what an index has found. */
const MOST_PARAMETERS = 3;

/** Every combination of so many parameters of a list that its contract accepts. */
const queriesOf = (operation: OperationId): Record<string, string>[] => {
  const { query }: OperationSpec = OPERATIONS[operation];
  if (!(query instanceof z.ZodObject)) return [];
  return Object.entries(query.shape as Record<string, z.ZodType>)
    .reduce<Record<string, string>[]>(
      (queries, [name, parameter]) =>
        queries.flatMap((one) =>
          valuesOf(name, parameter)
            .filter((value) => value === undefined || Object.keys(one).length <= MOST_PARAMETERS)
            .map((value) => (value === undefined ? one : { ...one, [name]: value })),
        ),
      [{ limit: '20' }],
    )
    .filter((one) => query.safeParse(one).success);
};

const sortedListsOf = (service: string): OperationId[] =>
  (Object.keys(OPERATIONS) as OperationId[]).filter((operation) => {
    const { query, service: owner }: OperationSpec = OPERATIONS[operation];
    return owner === service && query instanceof z.ZodObject && 'sort' in query.shape;
  });

/** No screen asks for it: one task's, one person's withdrawals or work by an amount, one buyer's tasks by pay, pay of an hour or title, or one status by an amount. An index each would cost every write. */
const isSorted = (role: string, query: Record<string, string>): boolean => {
  const { taskId, mine, worker, buyer, sort = '', status, payout, look } = query;
  const isByAmount = ['pay', 'coins'].includes(sort);
  const isMine = (mine ?? buyer) !== undefined && ['pay', 'hourly', 'title'].includes(sort);
  const isOfOne = taskId !== undefined || isMine || (sort === 'coins' && (role !== 'admin' || worker !== undefined));
  return isOfOne || (isByAmount && [status, payout, look].some((filter) => filter !== undefined));
};

const rolesOf = ({ roles = ROLES, auth }: OperationSpec): readonly (Role | 'visitor')[] =>
  auth === 'optional' ? [...roles, 'visitor'] : roles;

const SERVICES_WITH_LISTS = SERVICE_MODULES.filter(({ name }) => sortedListsOf(name).length > 0);

describe.each(SERVICES_WITH_LISTS.map((module) => [module.name, module] as const))(
  'lists of the %s service',
  (_, module) => {
    let harness: Harness;
    let queries: Query[] = [];

    beforeAll(async () => {
      harness = await startHarness(module, {
        // Without mail its list is 404.
        env: { MAIL: 'outbox' },
        watch: (store) => {
          const recorded = recordQueries(store);
          queries = recorded.queries;
          return recorded.store;
        },
      });
    });
    afterAll(() => harness.stop());

    /** Many combinations of parameters lead to the same query. */
    const plans = new Map<string, Promise<QueryPlan>>();
    const planOnce = (query: Query): Promise<QueryPlan> => {
      const key = JSON.stringify([query.of.name, query.filter, query.options]);
      const plan = plans.get(key) ?? planOf(harness.file, query);
      plans.set(key, plan);
      return plan;
    };

    const planned = async (operation: OperationId, role: Role | 'visitor', query: Record<string, string>) => {
      queries.length = 0;
      const { status } = await harness.call(operation, { ...(role !== 'visitor' && { as: actor(role) }), query });
      expect([200, 403]).toContain(status);
      // Totals are a range of ids among a few counters, which an engine that plans by cost may scan.
      const plans = await Promise.all(queries.filter(({ of }) => of.name !== 'counters').map(planOnce));
      return plans
        .filter(({ scans, sorts }) => scans || (sorts && !isSorted(role, query)))
        .map(({ text }) => `${role} ${new URLSearchParams(query)}: ${text}`);
    };

    const lists = sortedListsOf(module.name).flatMap((operation) =>
      rolesOf(OPERATIONS[operation]).map((role) => [operation, role] as const),
    );
    test.each(lists)('%s follows an index for a %s: it neither scans nor sorts', async (operation, role) => {
      const faults: string[] = [];
      for (const query of queriesOf(operation)) faults.push(...(await planned(operation, role, query)));
      expect([...new Set(faults)]).toEqual([]);
    });
  },
);
