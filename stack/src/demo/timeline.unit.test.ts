import { APPEAL_DAYS, AUTO_APPROVE_HOURS, REVISION_HOURS, STARTING_COINS } from '@piecework/contracts';
import { isPaidFor, isRejected, type PlannedSubmission, priceInCoins, SUBMISSIONS } from './plan';
import { TASKS } from './tasks';
import { completionOf, lanesOf, OLDEST_DAYS, POSTED, STEPS, type Step } from './timeline';

type Kind = Step['kind'];

const ageOf = (kind: Kind, work: PlannedSubmission): number => {
  const found = STEPS.find((step) => step.kind === kind && 'work' in step && step.work === work);
  if (!found) throw new Error(`no ${kind} of ${work.worker} for ${work.task.key}`);
  return found.age;
};
const hasStep = (kind: Kind, work: PlannedSubmission) =>
  STEPS.some((step) => step.kind === kind && 'work' in step && step.work === work);
/** The age at which the coins come. */
const paidAge = (work: PlannedSubmission) => ageOf(work.outcome === 'U' ? 'judge' : 'decide', work);

describe('the timeline of the demo', () => {
  it('fills eight weeks, ends before the present, and grows', () => {
    const ages = STEPS.map(({ age }) => age);
    expect(Math.max(...ages)).toBe(OLDEST_DAYS);
    expect(Math.min(...ages)).toBeGreaterThan(0.05);
    const weeks = Array.from({ length: 8 }, (_, week) => ({
      posted: [...POSTED.values()].filter((age) => Math.floor(age / 7) === week).length,
      approved: SUBMISSIONS.filter((work) => isPaidFor(work.outcome) && Math.floor(paidAge(work) / 7) === week).length,
    }));
    for (const { posted, approved } of weeks) expect([posted > 0, approved > 0]).toEqual([true, true]);
    const sums = [weeks.slice(0, 4), weeks.slice(4)].map((half) => half.reduce((sum, { posted }) => sum + posted, 0));
    expect(sums[0]).toBeGreaterThan(1.5 * (sums[1] ?? 0));
  });

  it('has every step once, after what it depends on', () => {
    const there = new Set<string>();
    const needs = (step: Step): string[] => {
      if ('person' in step) return step.kind === 'join' ? [`sign-up ${step.person.key}`] : [];
      if ('bought' in step) {
        const { buyer, index } = step.bought;
        return [`join ${buyer}`, step.kind === 'credit' ? `buy ${buyer} ${index}` : `join ${buyer}`];
      }
      if ('batch' in step) return [`join ${step.batch.buyer}`];
      if ('answer' in step) {
        const { batch, worker, turn } = step.answer;
        return [
          `post-batch ${batch.key}`,
          `join ${worker}`,
          ...(step.kind === 'approve-answer' ? [`answer ${worker} ${batch.key} ${turn}`] : []),
        ];
      }
      if (step.kind === 'post') return [`join ${step.task.buyer}`];
      if ('task' in step) {
        const { task, kind } = step;
        const works = SUBMISSIONS.filter((work) => work.task === task);
        return [
          `post ${task.key}`,
          ...(kind === 'reserve' ? [`join ${step.worker}`] : []),
          ...(kind === 'add-places' ? [] : works.map(({ worker }) => `submit ${worker} ${task.key}`)),
        ];
      }
      if ('withdrawal' in step) {
        const { worker, coins } = step.withdrawal;
        const before = {
          ask: `join ${worker}`,
          hold: `ask ${worker} ${coins}`,
          settle: `ask ${worker} ${coins}`,
          'pay-out': `settle ${worker} ${coins}`,
        };
        return [before[step.kind]];
      }
      const { task, worker } = step.work;
      const before: Partial<Record<Kind, Kind>> = {
        decide: 'submit',
        'send-back': 'submit',
        resubmit: 'send-back',
        appeal: 'decide',
        judge: 'appeal',
      };
      const previous = before[step.kind];
      return [`post ${task.key}`, `join ${worker}`, ...(previous ? [`${previous} ${worker} ${task.key}`] : [])];
    };
    const nameOf = (step: Step): string => {
      if ('person' in step) return `${step.kind} ${step.person.key}`;
      if ('bought' in step) return `${step.kind} ${step.bought.buyer} ${step.bought.index}`;
      if ('task' in step) return `${step.kind} ${step.task.key}`;
      if ('batch' in step) return `${step.kind} ${step.batch.key}`;
      if ('answer' in step) return `${step.kind} ${step.answer.worker} ${step.answer.batch.key} ${step.answer.turn}`;
      if ('withdrawal' in step) return `${step.kind} ${step.withdrawal.worker} ${step.withdrawal.coins}`;
      return `${step.kind} ${step.work.worker} ${step.work.task.key}`;
    };
    for (const step of STEPS) {
      for (const need of needs(step)) expect([nameOf(step), need, there.has(need)]).toEqual([nameOf(step), need, true]);
      expect([nameOf(step), there.has(nameOf(step))]).toEqual([nameOf(step), false]);
      there.add(nameOf(step));
      expect(lanesOf(step).length).toBeGreaterThan(0);
    }
    for (const work of SUBMISSIONS) {
      expect(hasStep('submit', work)).toBe(true);
      expect([hasStep('decide', work), work.outcome]).toEqual([!'PSN'.includes(work.outcome), work.outcome]);
      expect(hasStep('send-back', work)).toBe('SN'.includes(work.outcome));
      expect(hasStep('resubmit', work)).toBe(work.outcome === 'N');
      expect(hasStep('appeal', work)).toBe('OUD'.includes(work.outcome));
      expect(hasStep('judge', work)).toBe('UD'.includes(work.outcome));
    }
  });

  it('never takes more places or coins than there are', () => {
    const coins = new Map<string, number>();
    const open = new Map(TASKS.map(({ key, places, addedPlaces = 0 }) => [key, places - addedPlaces]));
    const move = <K>(of: Map<K, number>, key: K, amount: number, start = 0) =>
      of.set(key, (of.get(key) ?? start) + amount);
    for (const step of STEPS) {
      if (step.kind === 'credit') move(coins, step.bought.buyer, priceInCoins(step.bought.price), STARTING_COINS.buyer);
      if (step.kind === 'post') {
        const { buyer, key, pay } = step.task;
        const cost = (open.get(key) ?? 0) * pay;
        expect([key, (coins.get(buyer) ?? STARTING_COINS.buyer) > cost]).toEqual([key, true]);
        move(coins, buyer, -cost, STARTING_COINS.buyer);
      }
      if (step.kind === 'add-places') {
        const { buyer, key, pay, addedPlaces = 0 } = step.task;
        expect([key, (coins.get(buyer) ?? STARTING_COINS.buyer) > addedPlaces * pay]).toEqual([key, true]);
        move(coins, buyer, -addedPlaces * pay, STARTING_COINS.buyer);
        move(open, key, addedPlaces);
      }
      if (step.kind === 'reserve') {
        expect([step.task.key, (open.get(step.task.key) ?? 0) > 0]).toEqual([step.task.key, true]);
        move(open, step.task.key, -1);
      }
      if (step.kind === 'submit') {
        expect([step.work.task.key, (open.get(step.work.task.key) ?? 0) > 0]).toEqual([step.work.task.key, true]);
        move(open, step.work.task.key, -1);
      }
      if (step.kind === 'decide' && isRejected(step.work.outcome)) move(open, step.work.task.key, 1);
    }
  });

  it('lets workers approved withdrawals only after they have earned the coins', () => {
    const coins = new Map<string, number>();
    for (const step of STEPS) {
      if ('work' in step && isPaidFor(step.work.outcome) && step.age === paidAge(step.work) && step.kind !== 'submit') {
        const { worker, task } = step.work;
        coins.set(worker, (coins.get(worker) ?? STARTING_COINS.worker) + task.pay);
      }
      if (step.kind !== 'settle' || !['due', 'paid', 'failed'].includes(step.withdrawal.outcome)) continue;
      const { worker, coins: amount } = step.withdrawal;
      const balance = coins.get(worker) ?? STARTING_COINS.worker;
      expect([worker, amount, balance > amount]).toEqual([worker, amount, true]);
      coins.set(worker, balance - amount);
    }
  });

  it('lets no worker request coins while another of their requests is pending', () => {
    const pending = new Set<string>();
    for (const step of STEPS) {
      if (!('withdrawal' in step)) continue;
      const { worker } = step.withdrawal;
      if (step.kind === 'ask') {
        expect([worker, pending.has(worker)]).toEqual([worker, false]);
        pending.add(worker);
      }
      if (step.kind === 'settle') pending.delete(worker);
    }
  });

  it('keeps every deadline, and leaves none overdue or about to be', () => {
    for (const work of SUBMISSIONS) {
      const hours = work.task.autoApproveHours ?? AUTO_APPROVE_HOURS.default;
      const limit = hours === 0 ? Number.POSITIVE_INFINITY : hours / 24;
      const submitted = ageOf('submit', work);
      const reviewed = hasStep('decide', work)
        ? ageOf('decide', work)
        : hasStep('send-back', work)
          ? ageOf('send-back', work)
          : -0.15;
      expect([work.task.key, work.worker, submitted - reviewed < limit]).toEqual([work.task.key, work.worker, true]);
      if (work.outcome === 'S') expect(ageOf('send-back', work)).toBeLessThan(REVISION_HOURS / 24 - 1);
      if (work.outcome === 'N') expect(ageOf('resubmit', work)).toBeLessThan(limit - 1);
      if (hasStep('appeal', work)) expect(ageOf('decide', work) - ageOf('appeal', work)).toBeLessThan(APPEAL_DAYS);
    }
    for (const step of STEPS) if (step.kind === 'pay-out') expect(step.age).toBeLessThan(29);
  });

  it('has completion dates in the future, and in the past only when all places are filled or it has expired', () => {
    for (const task of TASKS) {
      if (task.closed === 'expired') {
        // The completion date has to be over, but after the last submission and decision.
        expect(completionOf(task)).toBeLessThan(-1.5);
        const ages = STEPS.filter((step) => 'work' in step && step.work.task === task).map(({ age }) => age);
        expect(-completionOf(task)).toBeLessThan(Math.min(...ages) - 1);
        continue;
      }
      const filled = SUBMISSIONS.filter(({ task: { key }, outcome }) => key === task.key && outcome === 'A').length;
      if (filled < task.places) expect(completionOf(task)).toBe(task.days);
      else expect(-completionOf(task)).toBeLessThan(POSTED.get(task) ?? 0);
    }
    expect(TASKS.some((task) => completionOf(task) < 0)).toBe(true);
  });
});
