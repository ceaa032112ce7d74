import { createIds, silentLog, systemClock } from '@piecework/base';
import { loadSettings } from '@piecework/config';
import { OPERATIONS } from '@piecework/contracts';
import { openSqliteBus } from '@piecework/event-log/sqlite';
import { ASSERTION_HEADER } from '@piecework/http';
import { createAssertions } from '@piecework/identity';
import { openStore } from '@piecework/service-runtime/run';
import { createServiceRuntime, type ServiceRuntime } from '@piecework/service-runtime/runtime';
import { submissionService } from '@piecework/submission';
import { type PlacesDocument, taskPlaces } from '@piecework/submission/stores';
import { median, sum } from '@piecework/tests/support/statistics';
import { type Benchmark, perSecond, type ResultRow, span } from './benchmark';
import type { Profile } from './profile';
import { withFolder } from './test-stack';

const PLACES = 10_000;
const SPREAD = 100;
const AT_ONCE = 64;

const ids = createIds();

const placesOf = (open: number): PlacesDocument => ({
  ...{ _id: ids.next(), title: 'Name the birds in ten pictures', payable: 1, state: 'open' },
  ...{ buyerId: ids.next(), buyerEmail: 'buyer@example.com', buyerName: 'A Buyer' },
  places: { version: 0, open, pending: 0, approved: 0 },
});

/** Processes of the submission service over one store. They share a process here: the engine limits them, not the CPU. */
const withReplicas = <R>(
  profile: Profile,
  count: number,
  work: (replicas: {
    publishTasks(tasks: readonly PlacesDocument[]): Promise<void>;
    submit(taskId: string, index: number): Promise<void>;
    commands(): number;
  }) => Promise<R>,
): Promise<R> =>
  profile.withEngines(({ env }) =>
    withFolder(async (folder) => {
      const settings = loadSettings({ ...env, EVENTS: 'sqlite', DATA_DIR: folder });
      const bus = await openSqliteBus({ file: `${folder}/events.sqlite` });
      const stores = await Promise.all(
        Array.from({ length: count }, () => openStore(settings, 'submission')),
      );
      const runtimes: ServiceRuntime[] = [];
      try {
        for (const store of stores) {
          const deps = { settings, store, bus, ids: createIds(), clock: systemClock, log: silentLog };
          const runtime = await createServiceRuntime(submissionService, deps);
          runtimes.push(runtime);
          await runtime.start();
        }
        const assertions = createAssertions({ clock: systemClock, keys: settings.serviceKeys });
        const { method, path } = OPERATIONS.createSubmission;
        return await work({
          publishTasks: async (tasks) => stores[0]?.collection(taskPlaces).insertMany(tasks),
          submit: async (taskId, index) => {
            const userId = ids.next();
            const actor = {
              ...{ userId, email: `${userId}@example.com`, name: 'A Worker' },
              ...{ role: 'worker' as const, roleVersion: 0 },
            };
            const headers = {
              [ASSERTION_HEADER]: assertions.sign('submission', { actor, identity: null }),
            };
            const body = { taskId, submissionDetails: 'Robin, wren, blackbird' };
            const answer = await runtimes[index % count]?.dispatch('createSubmission', {
              ...{ method, path, params: {}, query: {}, headers, body },
            });
            if (answer?.status !== 201) throw new Error(`A submission was answered ${answer?.status}`);
          },
          commands: () => sum(runtimes.map((runtime) => sum(runtime.commands.values()))),
        });
      } finally {
        for (const runtime of runtimes) await runtime.stop();
        for (const store of stores) await store.close();
        await bus.close();
      }
    }),
  );

interface Found {
  /** Submissions per second, by round. */
  rates: number[];
  /** To the store, of one submission, by round. */
  commands: number[];
}

const measure = (
  profile: Profile,
  count: number,
  { submissions, rounds }: { submissions: number; rounds: number },
): Promise<{ hot: Found; spread: Found }> =>
  withReplicas(profile, count, async ({ publishTasks, submit, commands }) => {
    const hot = [placesOf(PLACES)];
    const spread = Array.from({ length: SPREAD }, () => placesOf(PLACES / SPREAD));
    await publishTasks([...hot, ...spread]);
    const submitTo = async (tasks: readonly PlacesDocument[]) => {
      const [before, began] = [commands(), performance.now()];
      let next = 0;
      const caller = async () => {
        for (let index = next++; index < submissions; index = next++)
          await submit((tasks[index % tasks.length] as PlacesDocument)._id, index);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, caller));
      const rate = (submissions / (performance.now() - began)) * 1000;
      return { rate, commands: (commands() - before) / submissions };
    };
    const found = { hot: { rates: [], commands: [] }, spread: { rates: [], commands: [] } } as {
      hot: Found;
      spread: Found;
    };
    // The first round warms up.
    for (let round = 0; round <= rounds; round++)
      for (const [name, tasks] of [
        ['hot', hot],
        ['spread', spread],
      ] as const) {
        const { rate, commands } = await submitTo(tasks);
        if (round === 0) continue;
        found[name].rates.push(rate);
        found[name].commands.push(commands);
      }
    return found;
  });

const rowOf = (replicas: number, { hot, spread }: { hot: Found; spread: Found }): ResultRow => ({
  what: `submissions to one task of ${PLACES} places, ${AT_ONCE} at once, service × ${replicas}`,
  measured: perSecond(median(hot.rates)),
  comparison:
    `${median(hot.commands).toFixed(1)} commands each; spread over ${SPREAD} tasks ` +
    `${perSecond(median(spread.rates))}, ${median(spread.commands).toFixed(1)} commands each`,
  rounds: span(hot.rates, perSecond),
  budget: '',
  within: null,
});

export const hotTask: Benchmark = {
  name: 'hot-task',
  title: 'A hot task',
  profiles: ['embedded', 'production'],
  run: async ({ quick }, profile) => {
    const size = quick ? { submissions: 64, rounds: 1 } : { submissions: 640, rounds: 3 };
    // On SQLite a service has one process.
    const counts = profile.name === 'embedded' ? [1] : [1, 2];
    const rows: ResultRow[] = [];
    for (const count of counts) rows.push(rowOf(count, await measure(profile, count, size)));
    return rows;
  },
};
