// Runs on MongoDB and Kafka too: each file follows an index.
import { startHarness } from '@piecework/service-runtime/testing';
import { SERVICE_MODULES } from '@piecework/stack';
import { planOf, type Query, recordQueries } from '@piecework/store/testing';

const OWNER = { userId: 'u1', email: 'ann@example.com', uid: 'uid1' };
const BEHIND = { value: 1, id: 'x' };

/** Few rows: sessions end after 30 days, uploads are limited by day. */
const SORTED = ['sessions', 'images', 'hostedImages'];

const parts = SERVICE_MODULES.flatMap(({ name, ownData }) => ownData.map((part) => ({ name, ...part })));

test('each file of a download of own data has a name of its own', () => {
  const files = parts.flatMap((part) => ('file' in part ? [part.file] : []));
  expect(files).toEqual([...new Set(files)]);
  for (const file of files) expect(file).toMatch(/^[a-z-]+$/);
});

describe.each(SERVICE_MODULES.map((module) => [module.name, module] as const))(
  'own data of the %s service',
  (_, module) => {
    test('is read along an index, from its start and behind a row', async () => {
      let queries: Query[] = [];
      const watch: NonNullable<Parameters<typeof startHarness>[1]>['watch'] = (store) => {
        const recorded = recordQueries(store);
        queries = recorded.queries;
        return recorded.store;
      };
      const harness = await startHarness(module, { watch });
      try {
        queries.length = 0;
        for (const file of await harness.internal('ownDataFiles'))
          for (const after of [null, BEHIND])
            expect(await harness.internal('ownDataPage', { owner: OWNER, file, after })).toEqual({
              rows: [],
              after: null,
            });
        expect(queries).not.toHaveLength(0);
        for (const query of queries) {
          const { scans, sorts, text } = await planOf(harness.file, query);
          expect([text, scans, sorts && !SORTED.includes(query.of.name)]).toEqual([text, false, false]);
        }
      } finally {
        await harness.stop();
      }
    });
  },
);
