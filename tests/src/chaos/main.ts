import { parseArgs } from 'node:util';
import { OPERATIONS, type OperationId } from '@piecework/contracts';
import { randomSecrets } from '../compose/engines';
import { createCalls } from '../journey/checked-calls';
import { createRegistration } from '../journey/context';
import { createExpectedState } from '../journey/expected-state';
import { type People, registerPeople } from '../journey/run-journey';
import { createRandom } from '../simulation/random';
import { areFree } from '../support/ports';
import { tableOf } from '../support/text-table';
import { createAcknowledgedWrites } from './acknowledged-writes';
import { createBatchLife } from './batch-life';
import { type Counts, createRounds, type Round } from './fault-rounds';
import { FAULTS, type Fault, parkedEventKey } from './faults';
import { createLoad, createThinkTime } from './load';
import { createMailedLinks } from './mailed-links';
import { createReconnectingLiveReader } from './reconnecting-live-reader';
import { createRecoveryWatch } from './recovery-watch';
import { createReviewedWork } from './reviewed-work';
import { createShortLivedAccounts } from './short-lived-accounts';
import { openStack, type Stack } from './stack';
import { createTaskLife } from './task-life';

const USAGE = `npm run chaos [-- --short] [-- --only TEXT] [-- --seed TEXT]   over a new stack
npm run chaos -- --project NAME --port P …                     over the Compose project of that name, whose base port is P`;

const print = (line: string) => console.log(line);

class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Base port of a new stack. */
const PORT = 7300;
const PROJECT = 'piecework-chaos';

/** The load follows mailed links, its admins have a password alone, and they approve tasks. */
const OF_LOAD = {
  MAIL: 'outbox',
  ALLOW_INSECURE: 'mail-outbox',
  ADMIN_SECOND_FACTOR: 'optional',
  REVIEW_WORDS: 'easy money',
};

/** Milliseconds for which a call is retried: longer than any fault and its recovery. */
const RETRY_WITHIN = 240_000;

const SIZES = {
  full: { groups: 2, buyers: 2, workers: 6, tasksEach: 2, baselineMs: 6000 },
  short: { groups: 1, buyers: 2, workers: 4, tasksEach: 1, baselineMs: 3000 },
};

interface Options {
  isShort: boolean;
  only: string | undefined;
  seed: string;
  project: string;
  port: number;
  isOwn: boolean;
}

const parse = () => {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ options: { short: { type: 'boolean' }, only: text, seed: text, project: text, port: text } })
      .values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
};

const readOptions = (): Options => {
  const { short = false, only, seed = '1', project, port } = parse();
  if (project !== undefined && port === undefined) throw new UsageError(`Give its port too.\n${USAGE}`);
  if (port !== undefined && !/^\d{2,3}00$/.test(port))
    throw new UsageError(`'${port}' is no base port, such as ${PORT}.\n${USAGE}`);
  return {
    isShort: short,
    only,
    seed,
    project: project ?? PROJECT,
    port: Number(port ?? PORT),
    isOwn: project === undefined,
  };
};

const faultsOf = ({ isShort, only }: Options): readonly Fault[] => {
  const chosen = FAULTS.filter(
    (fault) => (!isShort || fault.isShort) && (only === undefined || fault.name.includes(only)),
  );
  if (chosen.length === 0) throw new UsageError(`No fault has '${only}' in its name.\n${USAGE}`);
  return chosen;
};

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

const HEAD = ['fault', 'acknowledged', '503', 'lost', 'recovered', 'audit', 'parked', 'complete'];
const rowOf = ({ name, skipped, during, recoveredInMs, isAuditClean, parked, problems }: Round) =>
  skipped === undefined
    ? [
        name,
        during.acknowledged,
        during.unavailable,
        during.lost,
        seconds(recoveredInMs),
        isAuditClean ? 'clean' : 'BROKEN',
        parked,
        problems.length === 0 ? 'yes' : 'NO',
      ]
    : [name, `skipped: ${skipped}`];

/** Registers the people and prepares the load of one run. */
const prepare = async (stack: Stack, options: Options) => {
  const sizes = SIZES[options.isShort ? 'short' : 'full'];
  const run = `c${Date.now().toString(36)}`;
  const random = createRandom(options.seed);
  const acknowledged = createAcknowledgedWrites();
  const tries = { unavailable: 0, lost: 0 };
  const thinkTime = createThinkTime(random.fork('thinkTime'));
  const calls = createCalls(stack.gateway, {
    beforeEachCall: thinkTime.wait,
    retryWithin: RETRY_WITHIN,
    mayLoseAnswers: true,
    listener: {
      onRetry: (_operation, status) => {
        if (status === 503) tries.unavailable += 1;
        if (status === null) tries.lost += 1;
      },
      onSuccess: acknowledged.record,
    },
  });
  const expectedState = createExpectedState();
  const expectedParked = new Set<string>();
  const { coinCredit } = await calls.get('config');
  const makeAdmin = async (email: string) => {
    const { code, output } = await stack.tools('admin', email);
    if (code !== 0) throw new Error(`${email} could not be made an admin:\n${output}`);
  };
  const openLive = createReconnectingLiveReader(stack.gateway, calls);
  const register = createRegistration({ calls, makeAdmin, openLive });
  const groups: People[] = [];
  for (let index = 0; index < sizes.groups; index++)
    groups.push(await registerPeople(`${run}-${index}`, expectedState, register, { ...sizes, admins: 1 }));
  const admin = groups[0]?.admins[0];
  if (!admin) throw new Error('A group without an admin');
  const shortLived = createShortLivedAccounts({
    calls,
    run,
    random: random.fork('visitors'),
    admin,
    origin: stack.origin,
  });
  const reviewed = createReviewedWork({ calls, run, admin, newcomer: shortLived.newcomer });
  const taskLife = createTaskLife({ calls, admin, run, newcomer: shortLived.newcomer });
  const batchLife = createBatchLife({ calls, run, newcomer: shortLived.newcomer });
  const mailedLinks = createMailedLinks({ calls, admin, newcomer: shortLived.newcomer });
  const context = {
    calls,
    expectedState,
    random,
    coinCredit,
    mayBeParked: (event: Parameters<typeof parkedEventKey>[0]) => expectedParked.has(parkedEventKey(event)),
  };
  const load = createLoad({
    context,
    groups,
    shortLived,
    reviewed,
    taskLife,
    batchLife,
    mailedLinks,
    random: random.fork('load'),
    thinkTime,
    tasksEach: sizes.tasksEach,
  });
  const watch = createRecoveryWatch(stack);
  const counts = (): Counts => ({ acknowledged: acknowledged.count(), ...tries });
  const rounds = createRounds({
    stack,
    load,
    watch,
    calls,
    context,
    groups,
    shortLived,
    acknowledged,
    admin,
    expectedParked,
    counts,
  });
  const leave = async () => {
    for (const { live } of groups.flatMap(({ buyers, workers, admins }) => [...buyers, ...workers, ...admins]))
      live.close();
    await calls.close();
  };
  return { rounds, calls, baselineMs: sizes.baselineMs, leave };
};

/** `GET /live` is read by the live reader, not by `calls`. */
const NOT_CALLED: readonly OperationId[] = ['live'];

const run = async (stack: Stack, options: Options): Promise<readonly string[]> => {
  const faults = faultsOf(options);
  const { rounds, calls, baselineMs, leave } = await prepare(stack, options);
  const done: Round[] = [];
  const report = (round: Round) => {
    done.push(round);
    print(rowOf(round).join('  '));
    for (const problem of round.problems) console.error(`✗ ${round.name}: ${problem}`);
  };
  try {
    report(await rounds.baseline(baselineMs));
    for (const fault of faults) {
      const skipped = fault.unavailableReason?.(stack);
      if (skipped) print(`${fault.name}: skipped, ${skipped}.`);
      else report(await rounds.run(fault));
    }
  } finally {
    print(`\n${tableOf(HEAD, done.map(rowOf))}\n`);
    await leave();
  }
  const never = (Object.keys(OPERATIONS) as OperationId[]).filter(
    (operation) => !calls.statistics.has(operation) && !NOT_CALLED.includes(operation),
  );
  const problems = done.flatMap((round) => round.problems.map((problem) => `${round.name}: ${problem}`));
  return never.length === 0 ? problems : [...problems, `The load never called ${never.join(', ')}`];
};

const main = async (): Promise<number> => {
  const options = readOptions();
  faultsOf(options);
  if (options.isOwn && !(await areFree(options.port)))
    throw new UsageError(`Ports from ${options.port} on are taken: give --port P.`);
  // A running project has its own secrets and settings.
  const env = options.isOwn ? { ...randomSecrets(), PORT_PREFIX: String(options.port / 100), ...OF_LOAD } : {};
  const began = performance.now();
  const stack = await openStack({ ...options, env });
  const stopOnSignal = () => {
    print(options.isOwn ? '\nStopped: the stack is taken down.' : '\nStopped: an injected fault may remain.');
    void stack.down().finally(() => process.exit(130));
  };
  process.once('SIGINT', stopOnSignal).once('SIGTERM', stopOnSignal);
  try {
    print(`The stack is up after ${seconds(performance.now() - began)}.`);
    const problems = await run(stack, options);
    for (const problem of problems) console.error(`✗ ${problem}`);
    if (problems.length === 0) print(`All checks passed in ${seconds(performance.now() - began)}.`);
    return problems.length === 0 ? 0 : 1;
  } finally {
    await stack.down();
  }
};

main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(error instanceof UsageError ? error.message : error);
    process.exit(1);
  },
);
