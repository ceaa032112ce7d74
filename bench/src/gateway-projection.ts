import { createIds, DAY_MS, systemClock } from '@piecework/base';
import { pause } from '@piecework/base/testing';
import { type EmittedData, EVENTS, type EventType, searchKey } from '@piecework/contracts';
import { type EventRecord, toRecord } from '@piecework/event-log';
import { openSqliteBus } from '@piecework/event-log/sqlite';
import { createTokens } from '@piecework/identity';
import { eventFileOf, openStore } from '@piecework/service-runtime/run';
import { addressOf, NO_LIMITS, type StackAddress, untilAnswers } from '@piecework/tests/support/child-stack';
import { freeBasePort } from '@piecework/tests/support/ports';
import { median } from '@piecework/tests/support/statistics';
import { users } from '@piecework/user/stores';
import { type Benchmark, type ResultRow, span } from './benchmark';
import { residentMb } from './process-tree';
import { type Program, startProgram } from './program';
import { withFolder } from './test-stack';

interface Size {
  accounts: number;
  rounds: number;
  /** Seconds to ready. */
  budget: number | null;
  /** Ended sessions per account. null: only registrations, and no comparison with the whole log, which takes minutes. */
  sessions: number | null;
}
const SIZES: readonly Size[] = [
  { accounts: 1_000, rounds: 3, budget: null, sessions: 3 },
  { accounts: 100_000, rounds: 3, budget: 3, sessions: 3 },
  { accounts: 1_000_000, rounds: 1, budget: null, sessions: null },
];
const QUICK: readonly Size[] = [{ accounts: 1_000, rounds: 1, budget: null, sessions: 3 }];

const BATCH = 1_000;
const JWT_SECRET = 'a secret of the benchmark that is long enough';
/** Older than every token, as most registrations are. */
const AGE_MS = DAY_MS;
const READY_WITHIN_MS = 600_000;

export interface Installation extends StackAddress {
  env: Record<string, string>;
  /** An access token of the account with this number. */
  tokenOf(account: number): string;
}

const personOf = (index: number) => ({
  userId: `01kn0000000000000000${String(index).padStart(6, '0')}`,
  email: `person.${index}@example.com`,
  userName: `Person Number ${index}`,
  userPhotoURL: '',
  role: index % 10 === 0 ? ('buyer' as const) : ('worker' as const),
});

const ids = createIds();

const oldRecord = <T extends EventType>(type: T, aggregateId: string, data: EmittedData<T>): EventRecord =>
  toRecord('user', {
    eventId: ids.next(),
    type,
    version: EVENTS[type].emits.version,
    correlationId: aggregateId,
    occurredAt: new Date(Date.now() - AGE_MS).toISOString(),
    aggregateId,
    causationId: null,
    actor: null,
    data,
  });

const historyOf = (person: ReturnType<typeof personOf>, sessions: number): EventRecord[] => [
  oldRecord('user.registered', person.userId, person),
  ...Array.from({ length: sessions }, () =>
    oldRecord('user.sessions-ended', person.userId, { uid: person.userId, ended: { sid: ids.next() } }),
  ),
];

/** User records, and the events of their registrations and sessions. */
const createAccounts = async ({ settings }: StackAddress, accounts: number, sessions: number): Promise<void> => {
  const store = await openStore(settings, 'user');
  await store.prepare([users]);
  const file = eventFileOf(settings);
  if (file === null) throw new Error('the embedded profile has a file of events');
  const bus = await openSqliteBus({ file, clock: { ...systemClock, now: () => Date.now() - AGE_MS } });
  for (let from = 0; from < accounts; from += BATCH) {
    const people = Array.from({ length: Math.min(BATCH, accounts - from) }, (_, index) => personOf(from + index));
    await store
      .collection(users)
      .insertMany(
        people.map(({ userId, email, userName, role }) => ({
          _id: userId,
          identityUid: userId,
          email,
          name: userName,
          photoURL: '',
          role,
          roleVersion: 0,
          closed: false,
          coins: 10,
          coinVersion: 1,
          conflictCounter: 0,
          search: searchKey(`${userName}\n${email}`),
        })),
      );
    await bus.publish(people.flatMap((person) => historyOf(person, sessions)));
  }
  await bus.close();
  await store.close();
};

export const withInstallation = <R>(
  accounts: number,
  sessions: number,
  work: (installation: Installation) => Promise<R>,
) =>
  withFolder(async (folder) => {
    const port = await freeBasePort();
    const env = { PORT: String(port), DATA_DIR: folder, JWT_SECRET, RATE_LIMITS: NO_LIMITS };
    const address = addressOf(port, folder, env);
    await createAccounts(address, accounts, sessions);
    const tokens = createTokens({ clock: systemClock, secret: JWT_SECRET });
    const tokenOf = (account: number) => {
      const { userId, email } = personOf(account);
      return tokens.signAccess({ uid: userId, email });
    };
    return work({ ...address, env, tokenOf });
  });

interface Start {
  /** Until the gateway admits a signed-in caller. */
  seconds: number;
  mb: number;
}

/** Only the live stream is answered by the gateway alone. */
const isAdmitted = async ({ gateway, tokenOf }: Installation): Promise<boolean> => {
  const ending = new AbortController();
  try {
    const { ok } = await fetch(`${gateway}/live`, {
      headers: { authorization: `Bearer ${tokenOf(0)}` },
      signal: ending.signal,
    });
    return ok;
  } catch {
    return false;
  } finally {
    ending.abort();
  }
};

/** A gateway that admits signed-in callers. */
export const withGateway = async <R>(
  installation: Installation,
  work: (gateway: Program) => Promise<R>,
): Promise<R> => {
  const program = startProgram('gateway/src/main.ts', installation.env);
  const deadline = performance.now() + READY_WITHIN_MS;
  try {
    while (!(await isAdmitted(installation))) {
      if (!program.isAlive()) throw new Error('The gateway has ended');
      if (performance.now() > deadline) throw new Error('The gateway is not ready');
      await pause(10);
    }
    return await work(program);
  } finally {
    await program.stop();
  }
};

const startGateway = (installation: Installation): Promise<Start> => {
  const began = performance.now();
  return withGateway(installation, async ({ pid }) => ({
    seconds: (performance.now() - began) / 1000,
    mb: residentMb(pid),
  }));
};

export const withUserService = async <R>({ env, settings }: Installation, work: () => Promise<R>): Promise<R> => {
  const service = startProgram('services/user/src/main.ts', env);
  try {
    await untilAnswers(`${settings.serviceUrls.user}/readyz`, READY_WITHIN_MS, service.isAlive);
    return await work();
  } finally {
    await service.stop();
  }
};

const measure = async (
  { rounds, sessions }: Size,
  installation: Installation,
): Promise<{ snapshot: Start[]; wholeLog: Start | null }> => {
  const wholeLog = sessions !== null ? await startGateway(installation) : null;
  return withUserService(installation, async () => {
    const snapshot: Start[] = [];
    for (let round = 0; round < rounds; round++) snapshot.push(await startGateway(installation));
    return { snapshot, wholeLog };
  });
};

const seconds = (value: number) => `${value.toFixed(2)} s`;
const mb = (value: number) => `${value.toFixed(0)} MB`;

const rowsOf = (
  { accounts, budget }: Size,
  { snapshot, wholeLog }: Awaited<ReturnType<typeof measure>>,
): ResultRow[] => {
  const times = snapshot.map((start) => start.seconds);
  const memory = snapshot.map((start) => start.mb);
  const what = `${accounts.toLocaleString('en')} accounts`;
  return [
    {
      what: `${what}: start of the gateway until it admits a caller`,
      measured: seconds(median(times)),
      comparison: wholeLog
        ? `from the whole log ${seconds(wholeLog.seconds)}, 5 s of it waiting for the user service`
        : '',
      rounds: span(times, seconds),
      budget: budget === null ? '' : seconds(budget),
      within: budget === null ? null : median(times) <= budget,
    },
    {
      what: `${what}: memory of the gateway then`,
      measured: mb(median(memory)),
      comparison: wholeLog ? `from the whole log ${mb(wholeLog.mb)}` : '',
      rounds: span(memory, mb),
      budget: '',
      within: null,
    },
  ];
};

export const projection: Benchmark = {
  name: 'projection',
  title: 'Start of the gateway',
  profiles: ['embedded'],
  run: async ({ quick, print }) => {
    const rows: ResultRow[] = [];
    for (const size of quick ? QUICK : SIZES) {
      print(`  ${size.accounts} accounts …`);
      rows.push(
        ...(await withInstallation(size.accounts, size.sessions ?? 0, async (installation) =>
          rowsOf(size, await measure(size, installation)),
        )),
      );
    }
    return rows;
  },
};
