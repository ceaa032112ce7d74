import { lastDays } from '@piecework/base';
import { ok } from '@piecework/http';
import { actorOf, answer, dayId, type ServiceDeps } from '@piecework/service-runtime';
import { workDayTally } from './submission.tally';

const WORK_DAYS = 30;

/** Reads one counter per day, however many submissions the worker has. */
export const createWorkDays = ({ counters, clock }: ServiceDeps) =>
  answer('workDays', [], async ({ query: { days: count = WORK_DAYS } }, call) => {
    const { userId } = actorOf(call);
    const days = lastDays(clock.now(), count);
    const amounts = await counters.readEach(
      workDayTally,
      'day',
      days.map((day) => dayId(userId, day)),
    );
    const none = { decided: 0, approved: 0, seconds: 0, coins: 0 };
    return ok(days.map((day) => ({ day, ...none, ...amounts.get(dayId(userId, day)) })));
  });
