import { performance } from 'node:perf_hooks';
import type { Calls } from '../journey/calls';
import type { People } from '../journey/live-together';
import { verify } from '../journey/verify';
import type { Acknowledged } from './acknowledged-writes';
import { auditFindings } from './audit-findings';
import { type Fault, nameOfParked } from './faults';
import type { createLoad } from './load';
import type { Watch } from './recovery-watch';
import type { Stack } from './stack';
import type { Visitors } from './visitors';

/** Milliseconds of load before the fault, and after the recovery. */
const BEFORE = 3000;
const AFTER = 2000;
/** Milliseconds in which everybody has to come to an end once all works again, and everything to rest after that. */
const END_WITHIN = 180_000;
const QUIET_WITHIN = 30_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What the load counts. */
export interface Counts {
  /** Changes that were answered with success. */
  acknowledged: number;
  /** Tries that were answered 503. */
  unavailable: number;
  /** Tries whose connection was lost. */
  lost: number;
}

export interface Round {
  name: string;
  /** Why it was not tried. */
  skipped?: string;
  /** While the fault and the recovery lasted. */
  during: Counts;
  recoveredInMs: number;
  isAuditClean: boolean;
  /** Events that are parked now. */
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
  watch: Watch;
  calls: Calls;
  context: Parameters<typeof verify>[0];
  villages: readonly People[];
  visitors: Visitors;
  acknowledged: Acknowledged;
  admin: { token: string };
  /** Events that have to be parked, as `nameOfParked` says; grows with the faults that park some. */
  expectedParked: Set<string>;
  counts: () => Counts;
}) => {
  const { stack, load, watch, calls, context, villages, visitors, acknowledged, admin, counts } = deps;
  const { expectedParked } = deps;

  const parkedNow = async () => (await calls.get('listParked', { as: admin })).map(nameOfParked).sort();

  const wrongAboutParked = (now: readonly string[]): string[] => {
    const expected = [...expectedParked].sort();
    return now.join() === expected.join()
      ? []
      : [`Parked should be [${expected.join(', ')}] and is [${now.join(', ')}]`];
  };

  /** With nobody changing anything: whether all that was said still holds. */
  const check = async (): Promise<Pick<Round, 'isAuditClean' | 'parked' | 'problems'>> => {
    await watch.untilQuiet(QUIET_WITHIN);
    const problems: string[] = [];
    for (const people of villages) problems.push(...(await verify(context, people, undefined)).problems);
    problems.push(...(await acknowledged.missing(calls, admin)), ...(await visitors.missing()));
    const parked = await parkedNow();
    problems.push(...wrongAboutParked(parked));
    const audit = auditFindings(await stack.tools('audit'), parked.length);
    if (audit !== null) problems.push(audit);
    return { isAuditClean: audit === null, parked: parked.length, problems };
  };

  /** Under load: the fault, until all is as it was; answers how long that took from the end of the fault. */
  const strike = async (fault: Fault): Promise<{ recoveredInMs: number; during: Counts; late: string[] }> => {
    const before = counts();
    for (const name of fault.parks?.() ?? []) expectedParked.add(name);
    await fault.strike(stack);
    const over = performance.now();
    const recovered = await watch.untilRecovered(Math.max(fault.recoversWithin, 120_000));
    const recoveredInMs = Math.max(0, recovered - over);
    const late =
      recoveredInMs > fault.recoversWithin
        ? [
            `Recovered after ${(recoveredInMs / 1000).toFixed(1)} s instead of ${fault.recoversWithin / 1000} s`,
          ]
        : [];
    return { recoveredInMs, during: difference(counts(), before), late };
  };

  const underLoad = async <R>(work: () => Promise<R>): Promise<R> => {
    const running = load.begin();
    const result = await Promise.race([running.failed, work()]);
    await within(END_WITHIN, 'Everybody at the end of what they had begun', running.end());
    return result;
  };

  return {
    /** Without any fault, to learn what is usual. */
    calm: async (ms: number): Promise<Round> => {
      const before = counts();
      await underLoad(() => watch.learnCalm(ms));
      const during = difference(counts(), before);
      return { name: 'no fault', recoveredInMs: 0, during, ...(await check()) };
    },
    run: async (fault: Fault): Promise<Round> => {
      const struck = await underLoad(async () => {
        await pause(BEFORE);
        const result = await strike(fault);
        await pause(AFTER);
        return result;
      });
      const { late, ...rest } = struck;
      const checked = await check();
      await fault.tidy?.(stack);
      return { name: fault.name, ...rest, ...checked, problems: [...late, ...checked.problems] };
    },
  };
};
