import { parseArgs } from 'node:util';
import { OPERATIONS, type OperationId } from '@piecework/contracts';
import { randomSecrets } from '../compose/engines';
import { createBook } from '../journey/book';
import { createCalls } from '../journey/calls';
import { createRegistration } from '../journey/context';
import { arrive, type People } from '../journey/live-together';
import { createRandom } from '../simulation/random';
import { areFree } from '../support/ports';
import { tableOf } from '../support/text-table';
import { createAcknowledged } from './acknowledged-writes';
import { FAULTS, type Fault, nameOfParked } from './faults';
import { createLoad, createThoughts } from './load';
import { createLastingReader } from './reconnecting-live-reader';
import { createWatch } from './recovery-watch';
import { type Counts, createRounds, type Round } from './rounds';
import { openStack, type Stack } from './stack';
import { createVisitors } from './visitors';

const USAGE = `npm run chaos [-- --short] [-- --only TEXT] [-- --seed TEXT]   over a stack of its own
npm run chaos -- --project NAME --port P …                     over the Compose project of that name, whose base port is P`;

const say = (line: string) => console.log(line);

class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Base port of a stack of our own. */
const PORT = 7300;
const PROJECT = 'piecework-chaos';

/** Milliseconds for which a person tries again: longer than any fault and its recovery last. */
const PATIENCE = 240_000;

const SIZES = {
  full: { villages: 2, buyers: 2, workers: 6, tasksEach: 2, calmMs: 6000 },
  short: { villages: 1, buyers: 2, workers: 4, tasksEach: 1, calmMs: 3000 },
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
    return parseArgs({
      options: { short: { type: 'boolean' }, only: text, seed: text, project: text, port: text },
    }).values;
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

const HEAD = ['fault', 'acknowledged', '503', 'lost', 'recovered', 'audit', 'parked', 'all there'];
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

/** Everything of one run on one stack, up to the first round. */
const settle = async (stack: Stack, options: Options) => {
  const sizes = SIZES[options.isShort ? 'short' : 'full'];
  const run = `c${Date.now().toString(36)}`;
  const random = createRandom(options.seed);
  const acknowledged = createAcknowledged();
  const tries = { unavailable: 0, lost: 0 };
  const thoughts = createThoughts(random.fork('thoughts'));
  const calls = createCalls(stack.gateway, {
    think: thoughts.think,
    patience: PATIENCE,
    losesAnswers: true,
    listener: {
      onAgain: (_operation, status) => {
        if (status === 503) tries.unavailable += 1;
        if (status === null) tries.lost += 1;
      },
      onSuccess: acknowledged.heard,
    },
  });
  const book = createBook();
  const expectedParked = new Set<string>();
  const { coinCredit } = await calls.get('config');
  const makeAdmin = async (email: string) => {
    const { code, said } = await stack.tools('admin', email);
    if (code !== 0) throw new Error(`${email} could not be made an admin:\n${said}`);
  };
  const openLive = createLastingReader(stack.gateway, calls);
  const reception = createRegistration({ calls, makeAdmin, openLive });
  const villages: People[] = [];
  for (let index = 0; index < sizes.villages; index++)
    villages.push(await arrive(`${run}-${index}`, book, reception, { ...sizes, admins: 1 }));
  const admin = villages[0]?.admins[0];
  if (!admin) throw new Error('A village without an admin');
  const visitors = createVisitors({
    calls,
    run,
    random: random.fork('visitors'),
    admin,
    origin: stack.origin,
  });
  const context = {
    ...{ calls, book, random, coinCredit },
    mayBeParked: (event: Parameters<typeof nameOfParked>[0]) => expectedParked.has(nameOfParked(event)),
  };
  const load = createLoad({
    context,
    villages,
    visitors,
    random: random.fork('load'),
    thoughts,
    tasksEach: sizes.tasksEach,
  });
  const watch = createWatch(stack);
  const counts = (): Counts => ({ acknowledged: acknowledged.writes(), ...tries });
  const rounds = createRounds({
    ...{ stack, load, watch, calls, context, villages, visitors, acknowledged, admin },
    ...{ expectedParked, counts },
  });
  const leave = async () => {
    for (const { live } of villages.flatMap(({ buyers, workers, admins }) => [
      ...buyers,
      ...workers,
      ...admins,
    ]))
      live.close();
    await calls.close();
  };
  return { rounds, calls, calmMs: sizes.calmMs, leave };
};

/** `GET /live` is read all the time, beside the calls. */
const NOT_CALLED: readonly OperationId[] = ['live'];

const drive = async (stack: Stack, options: Options): Promise<readonly string[]> => {
  const faults = faultsOf(options);
  const { rounds, calls, calmMs, leave } = await settle(stack, options);
  const done: Round[] = [];
  const note = (round: Round) => {
    done.push(round);
    say(rowOf(round).join('  '));
    for (const problem of round.problems) console.error(`✗ ${round.name}: ${problem}`);
  };
  try {
    note(await rounds.calm(calmMs));
    for (const fault of faults) {
      const skipped = fault.whyNot?.(stack);
      if (skipped) say(`${fault.name}: skipped, ${skipped}.`);
      else note(await rounds.run(fault));
    }
  } finally {
    say(`\n${tableOf(HEAD, done.map(rowOf))}\n`);
    await leave();
  }
  const never = (Object.keys(OPERATIONS) as OperationId[]).filter(
    (operation) => !calls.kinds.has(operation) && !NOT_CALLED.includes(operation),
  );
  const problems = done.flatMap((round) => round.problems.map((problem) => `${round.name}: ${problem}`));
  return never.length === 0 ? problems : [...problems, `The load never called ${never.join(', ')}`];
};

const main = async (): Promise<number> => {
  const options = readOptions();
  faultsOf(options);
  if (options.isOwn && !(await areFree(options.port)))
    throw new UsageError(`Ports from ${options.port} on are taken: give --port P.`);
  // A stack that is given knows its secret itself.
  const env = options.isOwn ? { ...randomSecrets(), PORT_PREFIX: String(options.port / 100) } : {};
  const began = performance.now();
  const stack = await openStack({ ...options, env });
  const goodbye = () => {
    say(options.isOwn ? '\nStopped: the stack is taken down.' : '\nStopped: what is broken stays so.');
    void stack.down().finally(() => process.exit(130));
  };
  process.once('SIGINT', goodbye).once('SIGTERM', goodbye);
  try {
    say(`The stack is up after ${seconds(performance.now() - began)}.`);
    const problems = await drive(stack, options);
    for (const problem of problems) console.error(`✗ ${problem}`);
    if (problems.length === 0) say(`Everything held, in ${seconds(performance.now() - began)}.`);
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
