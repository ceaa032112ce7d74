import type { EarningDay } from '@piecework/contracts';
import { type ChartRow, weekRows } from '@piecework/ui/charts';

/** The last eight weeks. @param days oldest first */
export const earningWeeks = (days: readonly EarningDay[]): ChartRow[] =>
  weekRows(days, 8, (week) => [week.reduce((sum, { earned }) => sum + earned, 0)]);
