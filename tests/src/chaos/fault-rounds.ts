import { performance } from 'node:perf_hooks';
import { AUDITED_SERVICES } from '@piecework/audit';
import { pause } from '@piecework/base/testing';
import type { Calls } from '../journey/checked-calls';
import type { People } from '../journey/run-journey';
import { verify } from '../journey/verify';
import type { AcknowledgedWrites } from './acknowledged-writes';
import { auditFindings } from './audit-findings';
import { type Fault, parkedEventKey } from './faults';
import type { createLoad } from './load';
import type { RecoveryWatch } from './recovery-watch';
import type { ShortLivedAccounts } from './short-lived-accounts';
import type { Stack } from './stack';

/** Milliseconds of load before the fault, and after the recovery. */
const BEFORE = 3000;
const AFTER = 2000;
/** Milliseconds for the people to finish after the recovery, and for all events to be handled after that. */
const END_WITHIN = 180_000;
const QUIET_WITHIN = 30_000;

/** Counters of the load. */
export interface Counts {
  /** Successful writes. */
  acknowledged: number;
  /** Tries that were answered 503. */
  unavailable: number;
  /** Tries whose connection was lost. */
  lost: number;
}

export interface Round {
  name: string;
  /** Why the fault was not injected. */
  skipped?: string;
  /** Counted during the fault and the recovery. */
  during: Counts;
  recoveredInMs: number;
  isAuditClean: boolean;
  /** Number of parked events. */
  parked: number;
  problems: string[];
}

const difference = (now: Counts, then: Counts): Counts => ({
  acknowledged: now.acknowledged - then.acknowledged,
  unavailable: now.unavailable - then.unavailable,
  lost: now.lost - then.lost,
});

const within = async <R>(ms: number, what: string, work: Promise<R>): Promise<R> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not within ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

export const createRounds = (deps: {
  stack: Stack;
  load: ReturnType<typeof createLoad>;
  watch: RecoveryWatch;
  calls: Calls;
  context: Parameters<typeof verify>[0];
  groups: readonly People[];
  shortLived: ShortLivedAccounts;
  acknowledged: AcknowledgedWrites;
  admin: { token: string };
  /** `parkedEventKey`s of events that must be parked; grows with the faults that park some. */
  expectedParked: Set<string>;
  counts: () => Counts;
}) => {
  const { stack, load, watch, calls, context, groups, shortLived, acknowledged, admin, counts } = deps;
  const { expectedParked } = deps;

  const parkedNow = async () => (await calls.get('listParked', { as: admin })).map(parkedEventKey).sort();

  const parkedProblems = (now: readonly string[]): string[] => {
    const expected = [...expectedParked].sort();
    return now.join() === expected.join()
      ? []
      : [`Parked should be [${expected.join(', ')}] and is [${now.join(', ')}]`];
  };

  /** Checks all expectations, without concurrent writes. */
  const check = async (): Promise<Pick<Round, 'isAuditClean' | 'parked' | 'problems'>> => {
    await watch.untilQuiet(QUIET_WITHIN);
    const problems: string[] = [];
    for (const people of groups) problems.push(...(await verify(context, people, undefined)).problems);
    problems.push(...(await acknowledged.missing(calls, admin)), ...(await shortLived.missing()));
    const parked = await parkedNow();
    problems.push(...parkedProblems(parked));
    const isAudited = (key: string) => AUDITED_SERVICES.some((service) => key.startsWith(`${service}:`));
    const audit = auditFindings(await stack.tools('audit'), parked.filter(isAudited).length);
    if (audit !== null) problems.push(audit);
    return { isAuditClean: audit === null, parked: parked.length, problems };
  };

  /** Injects the fault under load and waits for the recovery. `recoveredInMs` counts from the end of the fault. */
  const inject = async (fault: Fault): Promise<{ recoveredInMs: number; during: Counts; late: string[] }> => {
    const before = counts();
    for (const name of fault.parkedEvents?.() ?? []) expectedParked.add(name);
    await fault.inject(stack);
    const over = performance.now();
    const recovered = await watch.untilRecovered(Math.max(fault.recoversWithin, 120_000));
    const recoveredInMs = Math.max(0, recovered - over);
    const late =
      recoveredInMs > fault.recoversWithin
        ? [`Recovered after ${(recoveredInMs / 1000).toFixed(1)} s instead of ${fault.recoversWithin / 1000} s`]
        : [];
    return { recoveredInMs, during: difference(counts(), before), late };
  };

  const underLoad = async <R>(work: () => Promise<R>): Promise<R> => {
    const running = load.begin();
    const result = await Promise.race([running.failed, work()]);
    await within(END_WITHIN, 'All people finished', running.end());
    return result;
  };

  return {
    /** A round without a fault, which measures the baseline. */
    baseline: async (ms: number): Promise<Round> => {
      const before = counts();
      await underLoad(() => watch.measureBaseline(ms));
      const during = difference(counts(), before);
      return { name: 'no fault', recoveredInMs: 0, during, ...(await check()) };
    },
    run: async (fault: Fault): Promise<Round> => {
      const injected = await underLoad(async () => {
        await pause(BEFORE);
        const result = await inject(fault);
        await pause(AFTER);
        return result;
      });
      const { late, ...rest } = injected;
      const checked = await check();
      await fault.cleanUp?.(stack);
      return { name: fault.name, ...rest, ...checked, problems: [...late, ...checked.problems] };
    },
  };
};
