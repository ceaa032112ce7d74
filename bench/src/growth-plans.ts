import { OPERATIONS } from '@piecework/contracts';
import { actor } from '@piecework/identity/testing';
import { startHarness } from '@piecework/service-runtime/testing';
import { SERVICE_MODULES } from '@piecework/stack';
import { planOf, type Query, recordQueries } from '@piecework/store/testing';
import { startMongoContainer } from '@piecework/store/testing/mongo';
import { hasDocker } from './engines';
import { SCREEN_CALLS, type ScreenCall } from './growth-screens';

type Module = (typeof SERVICE_MODULES)[number];

/** Lines with the plan of each list that the screens read from one service. */
const plansOfService = async (module: Module, calls: readonly ScreenCall[]): Promise<string[]> => {
  let queries: Query[] = [];
  const watch = (store: Parameters<typeof recordQueries>[0]) => {
    const recorded = recordQueries(store);
    queries = recorded.queries;
    return recorded.store;
  };
  const harness = await startHarness(module, { watch });
  try {
    const lines: string[] = [];
    for (const { viewer, screen, operation, query = {} } of calls) {
      queries.length = 0;
      const texts = Object.entries(query).map(([name, value]) => [name, String(value)]);
      await harness.call(operation, {
        ...(viewer !== 'stranger' && { as: actor(viewer) }),
        query: Object.fromEntries(texts),
      });
      for (const read of queries) {
        const { text, scans, sorts } = await planOf(harness.file, read);
        const faults = [...(scans ? ['SCANS'] : []), ...(sorts ? ['SORTS'] : [])];
        lines.push([`${viewer}, ${screen}:`, ...faults, text].join(' '));
      }
    }
    return lines;
  } finally {
    await harness.stop();
  }
};

const plans = async (): Promise<string[]> => {
  const lines: string[] = [];
  for (const module of SERVICE_MODULES)
    lines.push(
      ...(await plansOfService(
        module,
        SCREEN_CALLS.filter(({ operation }) => OPERATIONS[operation].service === module.name),
      )),
    );
  return lines;
};

/** Plans do not depend on the documents: SQLite keeps no statistics, and the stand-in for MongoDB is not MongoDB. */
export const printPlans = async (print: (line: string) => void): Promise<void> => {
  print('\nQuery plans on SQLite');
  for (const line of await plans()) print(line);
  if (!hasDocker()) return print('\nNo Docker engine answers: no query plans on MongoDB.');
  const mongo = await startMongoContainer();
  Object.assign(process.env, { TEST_STORE: 'mongodb', TEST_MONGODB_URI: mongo.uri });
  try {
    print('\nQuery plans on MongoDB');
    for (const line of await plans()) print(line);
  } finally {
    delete process.env.TEST_STORE;
    await mongo.stop();
  }
};
