import { readdirSync } from 'node:fs';
import { pause } from '@piecework/base/testing';
import {
  AUTO_APPROVE_HOURS,
  accountNumberFault,
  COIN_PACKAGES,
  MIN_WITHDRAWAL_COINS,
  OPERATIONS,
  type OperationId,
  STARTING_COINS,
} from '@piecework/contracts';
import { readAnswer } from '@piecework/contracts/forms';
import { ANSWERS, BATCHES, batchCost } from './batches';
import { inParallel } from './parallel';
import { DEMO_PASSWORD, PEOPLE } from './people';
import { readPortrait, readTaskPicture } from './pictures';
import {
  expectedBalance,
  extraCoins,
  holdOf,
  isApproved,
  isPaidFor,
  isRejected,
  openPlaces,
  PURCHASES,
  SUBMISSIONS,
  WITHDRAWALS,
} from './plan';
import { REVIEWS } from './reviews';
import { TASKS } from './tasks';
import { TESTIMONIALS } from './testimonials';

const keysOf = (role: string) => PEOPLE.filter((person) => person.role === role).map(({ key }) => key);
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
const areDistinct = (values: readonly unknown[]) => new Set(values).size === values.length;
const submissionsTo = (key: string) => SUBMISSIONS.filter(({ task }) => task.key === key);
const personOf = (key: string) => {
  const person = PEOPLE.find((candidate) => candidate.key === key);
  if (!person) throw new Error(`no person ${key}`);
  return person;
};

const accepts = (operation: OperationId, body: unknown) => {
  const spec = OPERATIONS[operation];
  if (!('body' in spec)) throw new Error(`${operation} takes no body`);
  expect(spec.body.safeParse(body)).toMatchObject({ success: true });
};

describe('the demo users', () => {
  it('are an admin, eleven buyers and twenty-eight workers, all different', () => {
    expect(['admin', 'buyer', 'worker'].map((role) => keysOf(role).length)).toEqual([1, 11, 28]);
    for (const values of [
      PEOPLE.map(({ key }) => key),
      PEOPLE.map(({ email }) => email),
      PEOPLE.map(({ name }) => name),
    ])
      expect(areDistinct(values)).toBe(true);
  });

  it('include the three accounts of the sign-in page', () => {
    for (const role of ['worker', 'buyer', 'admin'])
      expect(personOf(role)).toMatchObject({ role, email: `${role}@piecework.demo` });
  });

  it('pass the sign-up validation', () => {
    for (const { email, name } of PEOPLE) accepts('signUp', { email, password: DEMO_PASSWORD, displayName: name });
  });
});

describe('the demo tasks', () => {
  it('are sixty with different texts', () => {
    expect(TASKS).toHaveLength(60);
    for (const field of ['key', 'title', 'detail'] as const)
      expect(areDistinct(TASKS.map((task) => task[field]))).toBe(true);
  });

  it.each(TASKS.map((task) => [task.key, task] as const))(
    '%s passes the contract and has a buyer of the demo',
    (_key, task) => {
      accepts('createTask', {
        taskTitle: task.title,
        taskDetail: task.detail,
        submissionInfo: task.info,
        requiredWorkers: task.places,
        payableAmount: task.pay,
        completionDate: '2030-01-01',
        taskImageURL: `/images/${'0'.repeat(26)}.webp`,
        autoApproveHours: task.autoApproveHours,
        minApprovalRate: task.minApprovalRate,
        reserveMinutes: task.reserveMinutes,
        closeAtCompletion: task.closeAtCompletion,
      });
      expect(keysOf('buyer')).toContain(task.buyer);
      expect(task.days).toBeGreaterThanOrEqual(3);
    },
  );

  it('have every state: untouched, started and completed', () => {
    const states = TASKS.map(({ key, places }) => {
      const outcomes = submissionsTo(key).map(({ outcome }) => outcome);
      const approved = outcomes.filter((outcome) => outcome === 'A').length;
      return approved === places ? 'completed' : outcomes.length === 0 ? 'untouched' : 'begun';
    });
    for (const state of ['untouched', 'begun', 'completed'])
      expect(states.filter((s) => s === state).length).toBeGreaterThanOrEqual(5);
  });

  it('include three open ones for the head of the home page', () => {
    const heroes = TASKS.filter(({ hero }) => hero);
    expect(heroes).toHaveLength(3);
    for (const { key, places, paused, closed } of heroes) {
      expect(submissionsTo(key).length).toBeLessThan(places);
      expect([paused, closed]).toEqual([undefined, undefined]);
    }
  });

  it('of the demo buyer have added places, a pause, a closing of each kind and a reservation', () => {
    const own = TASKS.filter(({ buyer }) => buyer === 'buyer');
    expect(own.filter(({ addedPlaces }) => addedPlaces)).toHaveLength(1);
    expect(own.filter(({ paused }) => paused)).toHaveLength(1);
    expect(own.flatMap(({ closed }) => closed ?? []).sort()).toEqual(['ended', 'expired']);
    expect(own.filter(({ reservedBy }) => reservedBy)).toHaveLength(1);
    for (const { places, addedPlaces = 0 } of own) expect(addedPlaces).toBeLessThan(places);
  });

  it('are closed with open places, and without open appeals or work that was sent back', () => {
    for (const task of TASKS.filter(({ closed }) => closed)) {
      expect([task.key, openPlaces(task) > 0]).toEqual([task.key, true]);
      expect(submissionsTo(task.key).filter(({ outcome }) => 'SOU'.includes(outcome))).toEqual([]);
      expect(task.paused).toBeUndefined();
    }
  });

  it('have at most one reservation per worker, of an open place and for long enough to see it', () => {
    const reserved = TASKS.filter(({ reservedBy }) => reservedBy);
    expect(reserved.map(({ reservedBy }) => reservedBy)).toContain('worker');
    expect(areDistinct(reserved.map(({ reservedBy }) => reservedBy))).toBe(true);
    for (const task of reserved) {
      expect([task.key, openPlaces(task) > 0, task.reserveMinutes]).toEqual([task.key, true, 1440]);
      expect(submissionsTo(task.key).map(({ worker }) => worker)).not.toContain(task.reservedBy);
      expect(keysOf('worker')).toContain(task.reservedBy);
      expect([task.paused, task.closed]).toEqual([undefined, undefined]);
    }
  });

  it('close at their completion or stay open, and offer short, long and no reservations', () => {
    const open = TASKS.filter(({ closed }) => !closed);
    expect(new Set(open.map(({ closeAtCompletion }) => closeAtCompletion))).toEqual(new Set([true, undefined]));
    for (const task of open.filter(({ closeAtCompletion }) => closeAtCompletion))
      expect([task.key, openPlaces(task) > 0]).toEqual([task.key, true]);
    expect(new Set(TASKS.map(({ reserveMinutes }) => reserveMinutes)).size).toBeGreaterThan(6);
    expect(TASKS.some(({ reserveMinutes }) => reserveMinutes === 0)).toBe(true);
  });
});

describe('the demo pictures', () => {
  const names = (folder: string) =>
    readdirSync(new URL(`./pictures/${folder}`, import.meta.url))
      .map((file) => file.replace('.webp', ''))
      .sort();

  it('are one per task and per person, with few exceptions', () => {
    const portrayed = PEOPLE.filter(({ hasPortrait }) => hasPortrait);
    expect(names('tasks')).toEqual(TASKS.map(({ key }) => key).sort());
    expect(names('people')).toEqual(portrayed.map(({ key }) => key).sort());
    expect(portrayed.length).toBeLessThan(PEOPLE.length);
  });

  it('are distinct and small enough for the repository', async () => {
    const pictures = await Promise.all([...names('tasks').map(readTaskPicture), ...names('people').map(readPortrait)]);
    expect(areDistinct(pictures.map((picture) => picture.toString('base64')))).toBe(true);
    for (const { length } of pictures) expect(length).toBeLessThanOrEqual(25 * 1024);
  });
});

describe('the demo submissions', () => {
  it('are by workers, once per task, with different texts', () => {
    for (const { worker } of SUBMISSIONS) expect(keysOf('worker')).toContain(worker);
    expect(areDistinct(SUBMISSIONS.map(({ worker, task }) => `${worker} ${task.key}`))).toBe(true);
    expect(areDistinct(SUBMISSIONS.map(({ answer }) => JSON.stringify(answer)))).toBe(true);
    for (const { task, answer } of SUBMISSIONS) {
      if (typeof answer === 'string') accepts('createSubmission', { taskId: 'x', submissionDetails: answer });
      else expect(readAnswer(task.form?.fields ?? [], answer, [])).toEqual({ ok: true, answer });
    }
  });

  it('never exceed the places of a task', () => {
    for (const { key, places } of TASKS) {
      let taken = 0;
      for (const { outcome } of submissionsTo(key)) {
        expect(taken).toBeLessThan(places);
        if (!isRejected(outcome)) taken += 1;
      }
    }
  });

  it('have every state, and many for the demo worker and the demo buyer', () => {
    const outcomesOf = (some: typeof SUBMISSIONS) => [...new Set(some.map(({ outcome }) => outcome))].sort();
    expect(outcomesOf(SUBMISSIONS)).toEqual(['A', 'D', 'N', 'O', 'P', 'R', 'S', 'U']);
    expect(outcomesOf(SUBMISSIONS.filter(({ worker }) => worker === 'worker'))).toEqual([...['A', 'P', 'R', 'S', 'U']]);
    expect(outcomesOf(SUBMISSIONS.filter(({ task }) => task.buyer === 'buyer'))).toEqual([
      ...['A', 'D', 'N', 'O', 'P', 'R', 'S'],
    ]);
  });

  it('have texts of their reviews, which the contract accepts, at most one of each kind per task', () => {
    expect(Object.keys(REVIEWS).filter((key) => submissionsTo(key).length === 0)).toEqual([]);
    for (const { key } of TASKS) {
      const outcomes = submissionsTo(key).map(({ outcome }) => outcome);
      const of = (letters: string) => outcomes.filter((outcome) => letters.includes(outcome));
      for (const letters of ['ROUD', 'SN']) expect(of(letters).length).toBeLessThanOrEqual(1);
      const { reason, revision, answer, appeal, verdict } = REVIEWS[key] ?? {};
      expect({
        key,
        reason: reason !== undefined,
        revision: revision !== undefined,
        answer: answer !== undefined,
        appeal: appeal !== undefined,
        note: verdict !== undefined,
      }).toEqual({
        key,
        reason: of('ROUD').length > 0,
        revision: of('SN').length > 0,
        answer: of('N').length > 0,
        appeal: of('OUD').length > 0,
        note: of('UD').length > 0,
      });
      if (reason) accepts('decideSubmission', { status: 'reject', reasonCode: reason.code, reasonText: reason.text });
      if (revision) accepts('requestRevision', { note: revision });
      if (answer) accepts('resubmit', { submissionDetails: answer });
      if (appeal) accepts('fileAppeal', { text: appeal });
      if (verdict) accepts('decideAppeal', { outcome: 'dismissed', note: verdict });
    }
  });

  it('have an upheld appeal that its task pays, and one that Piecework pays', () => {
    const placesLeft = SUBMISSIONS.filter(({ outcome }) => outcome === 'U').map(({ task }) => {
      const inUse = submissionsTo(task.key).filter(({ outcome }) => !isRejected(outcome));
      return task.places - inUse.length;
    });
    expect(placesLeft).toContain(0);
    expect(placesLeft.some((places) => places > 0)).toBe(true);
  });

  it('have deadlines within a day, later ones, and none', () => {
    const hours = TASKS.filter(({ key }) => submissionsTo(key).some(({ outcome }) => outcome === 'P')).map(
      ({ autoApproveHours }) => autoApproveHours,
    );
    for (const key of ['worker', 'buyer']) {
      const soon = SUBMISSIONS.filter(
        ({ task, worker, outcome }) =>
          outcome === 'P' &&
          [worker, task.buyer].includes(key) &&
          (task.autoApproveHours ?? AUTO_APPROVE_HOURS.default) < 24,
      );
      expect(soon.length).toBeGreaterThan(0);
    }
    expect(hours).toEqual(expect.arrayContaining([0, undefined, 336]));
  });

  it('have a few attached pictures', () => {
    const attached = SUBMISSIONS.flatMap(({ pictures }) => pictures);
    expect(attached.length).toBeGreaterThanOrEqual(3);
    // Each upload costs time at the first start.
    expect(attached.length).toBeLessThanOrEqual(5);
    for (const name of attached) expect(TASKS.map(({ key }) => key)).toContain(name);
  });

  it('are distributed over all workers', () => {
    expect(new Set(SUBMISSIONS.map(({ worker }) => worker)).size).toBe(28);
  });
});

describe('the demo coins', () => {
  const coinsOf = (price: number) => COIN_PACKAGES.find((option) => option.price === price)?.coins ?? Number.NaN;
  const creditedTo = (key: string) =>
    sum((PURCHASES[key] ?? []).filter(({ credited }) => credited).map(({ price }) => coinsOf(price)));
  const earnedBy = (key: string) =>
    sum(SUBMISSIONS.filter((s) => s.worker === key && isPaidFor(s.outcome)).map(({ task }) => task.pay)) +
    sum(ANSWERS.filter(({ worker, isApproved }) => worker === key && isApproved).map(({ batch }) => batch.pay));

  it('pay for each task: strictly less than the balance when it is posted', () => {
    for (const key of keysOf('buyer')) {
      let balance = STARTING_COINS.buyer + creditedTo(key);
      const own = TASKS.filter(({ buyer }) => buyer === key);
      for (const { places, pay } of [...own.filter(({ hero }) => !hero), ...own.filter(({ hero }) => hero)]) {
        expect(places * pay).toBeLessThan(balance);
        balance -= places * pay;
      }
      for (const batch of BATCHES.filter(({ buyer }) => buyer === key)) {
        expect(batchCost(batch)).toBeLessThan(balance);
        balance -= batchCost(batch);
      }
      for (const task of own.filter(({ closed }) => closed)) balance += openPlaces(task) * task.pay;
      expect(balance + extraCoins(key)).toBe(expectedBalance(personOf(key)));
    }
  });

  it('are withdrawn with every outcome, by the rules', () => {
    expect(new Set(WITHDRAWALS.map(({ outcome }) => outcome))).toEqual(
      new Set(['pending', 'held', 'due', 'paid', 'failed', 'canceled', 'too few']),
    );
    const balances = new Map(keysOf('worker').map((key) => [key, STARTING_COINS.worker + earnedBy(key)]));
    for (const planned of WITHDRAWALS) {
      const { worker, coins, outcome } = planned;
      const balance = balances.get(worker) ?? Number.NaN;
      expect(coins).toBeGreaterThanOrEqual(MIN_WITHDRAWAL_COINS);
      if (isApproved(planned)) {
        expect(balance).toBeGreaterThan(coins);
        balances.set(worker, balance - coins);
      }
      if (outcome === 'too few') expect(balance).toBeLessThanOrEqual(coins);
    }
    for (const [key, balance] of balances) expect(balance + extraCoins(key)).toBe(expectedBalance(personOf(key)));
    // A rerun of the seed identifies a withdrawal by its coins.
    expect(areDistinct(WITHDRAWALS.map(({ worker, coins }) => `${worker} ${coins}`))).toBe(true);
  });

  it('go to account numbers, with references and reasons, which the contract accepts', () => {
    for (const planned of WITHDRAWALS) {
      const { coins, system, account, outcome, note } = planned;
      accepts('createWithdrawal', { withdrawalCoin: coins, paymentSystem: system, accountNumber: account });
      if (account) expect(accountNumberFault(system, account)).toBeNull();
      if (outcome === 'paid') accepts('decidePayout', { outcome, reference: note });
      if (outcome === 'failed') accepts('decidePayout', { outcome, reason: note });
      if (outcome === 'held') accepts('holdWithdrawal', holdOf(planned));
      if (outcome === 'canceled') accepts('decideWithdrawal', { status: outcome, reason: note });
      expect(note !== undefined).toBe(['held', 'paid', 'failed', 'canceled'].includes(outcome));
    }
    expect(WITHDRAWALS.filter(({ account }) => account === undefined)).toHaveLength(1);
  });

  it('leave at least 500 to demo worker and demo buyer, and no pending withdrawal of the worker', () => {
    for (const key of ['worker', 'buyer']) expect(expectedBalance(personOf(key))).toBeGreaterThanOrEqual(500);
    expect(WITHDRAWALS.filter(({ worker, outcome }) => worker === 'worker' && outcome === 'pending')).toEqual([]);
  });

  it('include two payments that an admin has to credit', () => {
    expect(
      Object.values(PURCHASES)
        .flat()
        .filter(({ credited }) => !credited),
    ).toHaveLength(2);
  });
});

it('the demo has eight testimonials of people with a photo', () => {
  expect(TESTIMONIALS).toHaveLength(8);
  expect(areDistinct(TESTIMONIALS.map(({ person }) => person))).toBe(true);
  for (const { person } of TESTIMONIALS) expect(personOf(person).hasPortrait).toBe(true);
});

describe('inParallel', () => {
  it('returns results in order and respects its limit', async () => {
    let running = 0;
    const answers = await inParallel([30, 10, 20, 0], 2, async (ms, index) => {
      expect(++running).toBeLessThanOrEqual(2);
      await pause(ms);
      running -= 1;
      return index;
    });
    expect(answers).toEqual([0, 1, 2, 3]);
  });

  it('starts nothing after a failure', async () => {
    const begun: number[] = [];
    const work = async (item: number) => {
      begun.push(item);
      if (item === 1) throw new Error('no');
    };
    await expect(inParallel([1, 2, 3, 4], 1, work)).rejects.toThrow('no');
    expect(begun).toEqual([1]);
  });
});
