import { DAY_MS, utcDayOf } from '@piecework/base';
import type { Testimonial } from '@piecework/contracts';
import type { DemoApi } from './api';
import { answerPage, approveAnswer, postBatch } from './batch-steps';
import { adjust, ask, balanceShown, buy, credit, giveBonus, hold, payOut, setRates, settle } from './coin-steps';
import { type Made, readMade } from './made';
import { inLanes, inParallel } from './parallel';
import { ADMIN, PEOPLE } from './people';
import { join, promote, type SignAccess, signUp, suspend } from './people-steps';
import { SUBMISSIONS } from './plan';
import { readNotifications } from './read-notifications';
import { sessionOf } from './sessions';
import { TASKS } from './tasks';
import { TESTIMONIALS } from './testimonials';
import { completionOf, lanesOf, STEPS, type Step } from './timeline';
import {
  addPlaces,
  appeal,
  close,
  decide,
  expire,
  handIn,
  judge,
  pause,
  post,
  reserve,
  resubmit,
  sendBack,
  talk,
} from './work-steps';

/**
 * Makes the demo data through the public calls, so that the ledger explains every coin. Every step first checks what exists:
 * after an interruption a rerun continues.
 */

/** Drives the clock of the services through the past. */
export interface Past {
  /** Resolves when the services' time is at least `time`. No call may be running: its assertions would expire. */
  moveTo(time: number): Promise<void>;
  /** Resolves when all events are handled. */
  settled(): Promise<void>;
  signAccess: SignAccess;
}

interface SeedOptions {
  /** Reports progress. */
  print: (line: string) => void;
  /** The end of the history, in milliseconds since 1970; completion dates count from here. */
  now: number;
  /** Without it everything happens at the present time of the services. */
  past?: Past | undefined;
}

/** Concurrent steps: enough to keep two cores busy. */
const CONCURRENCY = 12;
/** Days since the demo accounts were used. */
const READ_DAYS = 1.5;
/** Without a past: how many of the newest notifications are unread. */
const UNREAD = 3;
/** Days. Steps within them share a time. */
const MOMENT = 1 / 3;

/** By the steps' times, each group at the time of its first step. */
const inMoments = (steps: readonly Step[]): Step[][] => {
  const moments: Step[][] = [];
  for (const step of steps) {
    const moment = moments.at(-1);
    if (moment?.[0] && moment[0].age - step.age < MOMENT) moment.push(step);
    else moments.push([step]);
  }
  return moments;
};

const PHASES: readonly { title?: string; has(step: Step): boolean }[] = [
  { title: `${PEOPLE.length} people are signing up`, has: ({ kind }) => kind === 'sign-up' || kind === 'join' },
  {
    title: `${TASKS.length} tasks with pictures are being funded and posted`,
    has: ({ kind }) => kind === 'buy' || kind === 'credit',
  },
  { has: (step) => step.kind === 'post-batch' || (step.kind === 'post' && !step.task.hero) },
  // At the top of the home.
  { has: (step) => step.kind === 'post' && step.task.hero === true },
  { has: ({ kind }) => kind === 'add-places' },
  {
    title: `${SUBMISSIONS.length} submissions are being sent and reviewed`,
    has: (step) => 'work' in step || 'answer' in step,
  },
  {
    title: 'Tasks are being paused, closed and reserved',
    has: ({ kind }) => ['pause', 'close', 'expire', 'reserve'].includes(kind),
  },
  { title: 'Earnings are being withdrawn', has: (step) => 'withdrawal' in step },
];

const PURCHASE_STEPS = { buy, credit };
const TASK_STEPS = { 'add-places': addPlaces, pause, close };
const WORK_STEPS = { submit: handIn, decide, 'send-back': sendBack, resubmit, appeal, judge };
const ANSWER_STEPS = { answer: answerPage, 'approve-answer': approveAnswer };
const WITHDRAWAL_STEPS = { ask, hold, settle, 'pay-out': payOut };

const take = async (api: DemoApi, made: Made, step: Step, { now, past }: SeedOptions): Promise<void> => {
  if ('bought' in step) return PURCHASE_STEPS[step.kind](api, made, step.bought);
  if ('work' in step) return WORK_STEPS[step.kind](api, made, step.work);
  if ('answer' in step) return ANSWER_STEPS[step.kind](api, made, step.answer);
  if ('withdrawal' in step) return WITHDRAWAL_STEPS[step.kind](api, made, step.withdrawal);
  switch (step.kind) {
    case 'sign-up':
      made.sessions.set(step.person.key, await signUp(api, step.person, past?.signAccess));
      return;
    case 'join': {
      const session = sessionOf(made.sessions, step.person.key);
      made.sessions.set(step.person.key, await join(api, session, past?.signAccess));
      return;
    }
    case 'post': {
      const days = past ? completionOf(step.task) : step.task.days;
      return post(api, made, step.task, utcDayOf(now + days * DAY_MS));
    }
    case 'post-batch':
      return postBatch(api, made, step.batch, utcDayOf(now + step.batch.days * DAY_MS));
    case 'expire':
      // Without a past no completion date is over: the buyer closes the task.
      return past ? expire(api, made, step.task) : close(api, made, step.task);
    case 'reserve':
      return reserve(api, made, step);
    default:
      return TASK_STEPS[step.kind](api, made, step.task);
  }
};

const takeAll = async (api: DemoApi, made: Made, options: SeedOptions): Promise<void> => {
  const { print, now, past } = options;
  const steps = STEPS.filter((step) => !('person' in step && step.person === ADMIN));
  const takeTogether = (group: readonly Step[]) =>
    inLanes(group, CONCURRENCY, lanesOf, (step) => take(api, made, step, options));
  if (past) {
    print(`${PEOPLE.length} people, ${TASKS.length} tasks and ${SUBMISSIONS.length} submissions in eight weeks`);
    let isRead = false;
    for (const moment of inMoments(steps)) {
      const age = moment[0]?.age ?? 0;
      await past.moveTo(now - age * DAY_MS);
      if (!isRead && age < READ_DAYS) await readNotifications(api, made, 0);
      isRead ||= age < READ_DAYS;
      await takeTogether(moment);
    }
    return;
  }
  for (const { title, has } of PHASES) {
    if (title) print(title);
    await takeTogether(steps.filter(has));
  }
};

const addTestimonials = async (api: DemoApi, made: Made) => {
  const { body } = await api.call<Testimonial[]>('GET', '/testimonials');
  const there = new Set(body.map(({ quote }) => quote));
  for (const { person, quote } of TESTIMONIALS) {
    const { photo, person: who } = sessionOf(made.sessions, person);
    if (!there.has(quote)) await api.internal.addTestimonial({ userName: who.name, userPhoto: photo, quote });
  }
};

export const seedDemo = async (api: DemoApi, options: SeedOptions): Promise<void> => {
  // The admin first: until the admin is registered, the seed counts as not begun.
  const sign = options.past?.signAccess;
  const { isNew, ...account } = await signUp(api, ADMIN, sign);
  const admin = await join(api, { ...account, isNew }, sign);
  await promote(api, admin);
  const made = await readMade(api, admin, isNew);
  await setRates(api, made);

  await takeAll(api, made, options);
  await giveBonus(api, made);
  await adjust(api, made);
  await suspend(api, made, options.now);
  if (options.past) await options.past.settled();
  else {
    await inParallel([...made.sessions.values()], CONCURRENCY, (session) => balanceShown(api, session));
    await readNotifications(api, made, UNREAD);
  }

  await talk(api, made);
  // Last: they mark the seed as complete.
  await addTestimonials(api, made);
};
