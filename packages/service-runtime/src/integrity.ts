import type { Clock } from '@piecework/base';
import { isoTime } from '@piecework/base';
import { type Integrity, OVERDUE_SECONDS } from '@piecework/contracts';
import type { CheckResult } from './invariant-checks';
import type { PartialIntegrity } from './service';

/** Answer of each service to the internal call `integrity`. */
export interface IntegrityPart extends PartialIntegrity {
  checks: CheckResult[];
  overdue: Omit<Integrity['overdue'][number], 'service'>[];
  parked: Omit<Integrity['parked'][number], 'service'>;
  /** All events published before the sums were read are handled, and all events of the changes in the sums are published. */
  isSettled: boolean;
}

const overdueIn = (seconds: Readonly<Record<string, number>>, clock: Clock): IntegrityPart['overdue'] =>
  Object.entries(seconds).flatMap(([timer, late]) => {
    if (Number.isNaN(late)) throw new Error(`The deadlines of the timer ${timer} cannot be read`);
    if (late <= OVERDUE_SECONDS) return [];
    return [{ timer, since: isoTime(clock.now() - late * 1000) }];
  });

/** Reads counters, and the first document of an index each: the cost does not grow with the store. */
export const readIntegrity = async (deps: {
  clock: Clock;
  checks(): CheckResult[];
  /** See `ServiceRuntime.overdue`. */
  overdue(): Promise<Record<string, number>>;
  parked(): Promise<{ parked: number; waiting: number }>;
  isCaughtUp(): Promise<boolean>;
  hasUnpublished(): Promise<boolean>;
  sums(): Promise<PartialIntegrity>;
}): Promise<IntegrityPart> => {
  const { clock, checks, overdue, parked, isCaughtUp, hasUnpublished, sums } = deps;
  // The order makes `isSettled` true: consumption before the sums, the outbox after them.
  const wasCaughtUp = await isCaughtUp();
  const totals = await sums();
  const isSettled = wasCaughtUp && !(await hasUnpublished());
  const [seconds, { parked: events, waiting }] = await Promise.all([overdue(), parked()]);
  return { ...totals, checks: checks(), overdue: overdueIn(seconds, clock), parked: { events, waiting }, isSettled };
};
