import { createIds, silentLog } from '@piecework/base';
import { pause } from '@piecework/base/testing';
import { EVENTS } from '@piecework/contracts';
import { toRecord } from '@piecework/event-log';
import { openBus } from '@piecework/service-runtime/run';
import { gaugeOf, scrape } from '@piecework/tests/support/metrics';
import { type Benchmark, ms, type ResultRow } from './benchmark';
import { type Installation, withGateway, withInstallation, withUserService } from './gateway-projection';
import { startLoad } from './load';
import { residentMb } from './process-tree';

const EVENTS_PER_SECOND = 50;
const BUDGET = { idlePercent: 2, p99: 250 };
const OPEN_WITHIN_MS = 120_000;
/** The garbage of the opening has been collected by then. */
const OPENED_AFTER_MS = 10_000;

interface Size {
  streams: number;
  idleSeconds: number;
  fanOutSeconds: number;
}
/** The idle time covers two heartbeats. */
const SIZE: Size = { streams: 2_000, idleSeconds: 30, fanOutSeconds: 15 };
const QUICK: Size = { streams: 50, idleSeconds: 2, fanOutSeconds: 2 };

const untilOpen = async ({ metrics }: Installation, streams: number): Promise<void> => {
  const deadline = performance.now() + OPEN_WITHIN_MS;
  while ((gaugeOf(await scrape(metrics.gateway), 'piecework_live_streams') ?? 0) < streams) {
    if (performance.now() > deadline) throw new Error('The streams do not open');
    await pause(100);
  }
};

/** Share of one core that the gateway uses meanwhile, in percent. */
const cpuDuring = async ({ metrics }: Installation, work: () => Promise<unknown>): Promise<number> => {
  const cpu = async () => gaugeOf(await scrape(metrics.gateway), 'process_cpu_seconds_total') ?? 0;
  const [before, began] = [await cpu(), performance.now()];
  await work();
  return (((await cpu()) - before) / ((performance.now() - began) / 1000)) * 100;
};

/** Events for every reader. Their ids are the time. */
const publishEvents = async ({ settings }: Installation, seconds: number): Promise<void> => {
  const bus = await openBus(settings, silentLog);
  const ids = createIds();
  const ended = performance.now() + seconds * 1000;
  for (let next = performance.now(); next < ended; next += 1000 / EVENTS_PER_SECOND) {
    await pause(Math.max(0, next - performance.now()));
    const taskId = (performance.timeOrigin + performance.now()).toFixed(0);
    await bus.publish([
      toRecord('task', {
        eventId: ids.next(),
        type: 'task.edited',
        version: EVENTS['task.edited'].emits.version,
        occurredAt: new Date().toISOString(),
        aggregateId: taskId,
        correlationId: taskId,
        causationId: null,
        actor: null,
        data: { taskId, title: 'Name the birds in ten pictures' },
      }),
    ]);
  }
  await bus.close();
};

const measure = async (installation: Installation, pid: number, size: Size) => {
  const { streams, idleSeconds, fanOutSeconds } = size;
  const withoutStreams = await cpuDuring(installation, () => pause(idleSeconds * 1000));
  const memoryBefore = residentMb(pid);
  const load = startLoad();
  const run = async (count: number, idle: number) => {
    const tokens = Array.from({ length: count }, (_, account) => installation.tokenOf(account));
    // The readers are open for longer than the events take.
    const seconds = idle + fanOutSeconds + OPENED_AFTER_MS / 1000 + 3;
    const job = { kind: 'streams' as const, origin: installation.gateway, path: '/live', tokens, seconds };
    const reading = load.run(job);
    await untilOpen(installation, count);
    await pause(idle === 0 ? 0 : OPENED_AFTER_MS);
    const idleCpu = await cpuDuring(installation, () => pause(idle * 1000));
    const memory = residentMb(pid);
    const busyCpu = await cpuDuring(installation, () => publishEvents(installation, fanOutSeconds));
    return { ...(await reading), idleCpu, busyCpu, memory };
  };
  try {
    const alone = await run(1, 0);
    const many = await run(streams, idleSeconds);
    return { alone, many, withoutStreams, memoryBefore };
  } finally {
    load.stop();
  }
};

const percent = (value: number) => `${value.toFixed(1)} %`;

const rowsOf = (
  { streams }: Size,
  { alone, many, withoutStreams, memoryBefore }: Awaited<ReturnType<typeof measure>>,
): ResultRow[] => {
  const row = { rounds: '', budget: '', within: null };
  const kilobytes = ((many.memory - memoryBefore) * 1024) / streams;
  return [
    {
      ...row,
      what: `CPU of the gateway with ${streams} idle live streams, of one core`,
      measured: percent(many.idleCpu),
      comparison: `without streams ${percent(withoutStreams)}; ${kilobytes.toFixed(0)} KB of memory each`,
      budget: `≤ ${BUDGET.idlePercent} %`,
      within: many.idleCpu <= BUDGET.idlePercent,
    },
    {
      ...row,
      what: `${EVENTS_PER_SECOND} events/s to each of ${streams} streams, p99`,
      measured: ms(many.p99),
      comparison: `p50 ${ms(many.p50)}; to one stream p50 ${ms(alone.p50)}, p99 ${ms(alone.p99)}`,
      budget: `≤ ${BUDGET.p99} ms`,
      within: many.p99 <= BUDGET.p99,
    },
    {
      ...row,
      what: `CPU of the gateway meanwhile, of one core`,
      measured: percent(many.busyCpu),
      comparison: `with one stream ${percent(alone.busyCpu)}; ${many.notices} notices read`,
    },
  ];
};

export const liveFanOut: Benchmark = {
  name: 'live',
  title: 'Live streams',
  profiles: ['embedded'],
  run: ({ quick }) => {
    const size = quick ? QUICK : SIZE;
    return withInstallation(size.streams, 0, (installation) =>
      withUserService(installation, () =>
        withGateway(installation, async ({ pid }) => rowsOf(size, await measure(installation, pid, size))),
      ),
    );
  },
};
