import type { WorkDay } from '@piecework/contracts';
import { approvalRate, coinsPerHour } from '@piecework/contracts/constants';
import { type ChartRow, weekRows } from '@piecework/ui/charts';

type Decisions = Parameters<typeof approvalRate>[0];

const WEEKS = 12;
/** Days that are compared with all before. */
export const RECENT_DAYS = 30;
/** Seconds: less says nothing about an hour. */
const ENOUGH_SECONDS = 600;

const sumOf = (days: readonly WorkDay[], field: 'approved' | 'decided' | 'seconds' | 'coins'): number =>
  days.reduce((sum, day) => sum + day[field], 0);

/** Percent of the last days, and of all work before; null of too few decisions. @param days oldest first */
export const recentRates = (days: readonly WorkDay[], all: Decisions) => {
  const last = days.slice(-RECENT_DAYS);
  const recent = { approved: sumOf(last, 'approved'), decided: sumOf(last, 'decided') };
  const before = { approved: all.approved - recent.approved, decided: all.decided - recent.decided };
  return { recent: approvalRate(recent), before: approvalRate(before) };
};

/** Percent of each week; of one without decisions 0. */
export const weeklyRates = (days: readonly WorkDay[]): ChartRow[] =>
  weekRows(days, WEEKS, (week) => {
    const decided = sumOf(week, 'decided');
    return [decided === 0 ? 0 : Math.floor((100 * sumOf(week, 'approved')) / decided)];
  });

/** Of the measured work. `coins`: undefined while there is too little. */
export const ownPace = (days: readonly WorkDay[]): { seconds: number; coins: number | undefined } => {
  const seconds = sumOf(days, 'seconds');
  return { seconds, coins: seconds < ENOUGH_SECONDS ? undefined : coinsPerHour(sumOf(days, 'coins'), seconds) };
};

/** Percent now and after one more rejection; null while there are too few decisions for a rate. */
export const rejectionEffect = ({ approved, decided }: Decisions): { now: number; next: number } | null => {
  const now = approvalRate({ approved, decided });
  const next = approvalRate({ approved, decided: decided + 1 });
  return now === null || next === null ? null : { now, next };
};
