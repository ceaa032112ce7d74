import { OPERATIONS, type OperationId, type OperationSpec, ROLES, type Role } from '@piecework/contracts';
import { actor } from '@piecework/identity/testing';
import { SERVICE_MODULES } from '@piecework/local-stack';
import { type Harness, startHarness } from '@piecework/service-runtime/testing';
import { planOf, type Query, recordQueries } from '@piecework/store/testing';
import { z } from 'zod';

/** The values of a parameter that lead to different queries; a search is looked up in another index. */
const valuesOf = (name: string, parameter: z.ZodType): readonly (string | undefined)[] => {
  if (['q', 'limit', 'offset', 'start'].includes(name)) return [undefined];
  const type = parameter instanceof z.ZodOptional ? parameter.unwrap() : parameter;
  if (!(type instanceof z.ZodEnum)) return [undefined, type instanceof z.ZodPipe ? '1' : 'some-id'];
  return name === 'sort' ? type.options.map(String) : [undefined, String(type.options[0])];
};

/** Every combination of the parameters of a list. */
const queriesOf = (operation: OperationId): Record<string, string>[] => {
  const { query }: OperationSpec = OPERATIONS[operation];
  if (!(query instanceof z.ZodObject)) return [];
  return Object.entries(query.shape as Record<string, z.ZodType>).reduce<Record<string, string>[]>(
    (queries, [name, parameter]) =>
      queries.flatMap((one) =>
        valuesOf(name, parameter).map((value) => (value === undefined ? one : { ...one, [name]: value })),
      ),
    [{ limit: '20' }],
  );
};

const isSortedList = (operation: OperationId): boolean => {
  const { query }: OperationSpec = OPERATIONS[operation];
  return query instanceof z.ZodObject && 'sort' in query.shape;
};

/** No screen asks for it: one task's, one person's withdrawals by coins, or one status by an amount. An index each would cost every write. */
const isSorted = (role: string, query: Record<string, string>): boolean => {
  const { taskId, sort = '', status, payout, look } = query;
  const isByAmount = ['pay', 'coins'].includes(sort);
  const isOfOne = taskId !== undefined || (sort === 'coins' && role !== 'admin');
  return isOfOne || (isByAmount && [status, payout, look].some((filter) => filter !== undefined));
};

const rolesOf = ({ roles = ROLES, auth }: OperationSpec): readonly (Role | 'visitor')[] =>
  auth === 'optional' ? [...roles, 'visitor'] : roles;

describe.each(SERVICE_MODULES.map((module) => [module.name, module] as const))(
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

    const planned = async (operation: OperationId, role: Role | 'visitor', query: Record<string, string>) => {
      queries.length = 0;
      const { status } = await harness.call(operation, {
        ...(role !== 'visitor' && { as: actor(role) }),
        query,
      });
      expect([200, 403]).toContain(status);
      const faultOf = async (recorded: Query): Promise<string[]> => {
        const { text, scans, sorts } = await planOf(harness.file, recorded);
        return scans || (sorts && !isSorted(role, query))
          ? [`${role} ${new URLSearchParams(query)}: ${text}`]
          : [];
      };
      const faults: string[] = [];
      // An engine that plans by cost may scan an empty collection while it analyzes it: only a plan that it repeats counts.
      for (const recorded of queries)
        if ((await faultOf(recorded)).length > 0) faults.push(...(await faultOf(recorded)));
      return faults;
    };

    test('follow an index: they neither scan nor sort', async () => {
      const lists = harness.runtime.operations.filter(isSortedList);
      const faults: string[] = [];
      for (const operation of lists)
        for (const role of rolesOf(OPERATIONS[operation]))
          for (const query of queriesOf(operation))
            faults.push(...(await planned(operation, role, query)).map((fault) => `${operation} ${fault}`));
      expect([...new Set(faults)]).toEqual([]);
    });
  },
);
