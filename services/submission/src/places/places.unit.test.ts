import { taskStatusOf } from '@piecework/contracts';
import fc from 'fast-check';
import {
  addPlaces,
  approvePlace,
  closePlaces,
  endAppealable,
  fundedPlaces,
  payAppeal,
  publishedPlaces,
  raisePay,
  rejectPlace,
  releasePlace,
  reservePlace,
  type TaskPlaces,
  takePlace,
  takeReservedPlace,
} from './places';

const task = (open: number, pending: number, approved: number, state: 'open' | 'closed' = 'open'): TaskPlaces => ({
  buyerId: 'b',
  buyerEmail: 'b@example.com',
  buyerName: 'B',
  title: 'T',
  payable: 7,
  autoApproveHours: 0,
  reserveMinutes: 0,
  state,
  places: { version: 4, open, pending, approved },
  posted: 4,
});

const reserved = (of: TaskPlaces, count: number): TaskPlaces => ({ ...of, places: { ...of.places, reserved: count } });

describe('places', () => {
  it.each([
    ['takePlace', takePlace(task(2, 1, 1)), task(1, 2, 1)],
    ['approvePlace', approvePlace(task(2, 1, 1)), task(2, 0, 2)],
    ['approvePlace of a closed task', approvePlace(task(0, 1, 1, 'closed')), task(0, 0, 2, 'closed')],
    ['rejectPlace', rejectPlace(task(2, 1, 1)), task(3, 0, 1)],
    ['rejectPlace of a closed task', rejectPlace(task(0, 1, 1, 'closed')), task(0, 0, 1, 'closed')],
    ['closePlaces', closePlaces(task(2, 1, 1)), task(0, 1, 1, 'closed')],
    ['closePlaces of a full task', closePlaces(task(0, 1, 1)), task(0, 1, 1, 'closed')],
    ['reservePlace', reservePlace(task(2, 1, 1)), reserved(task(1, 1, 1), 1)],
    ['takeReservedPlace', takeReservedPlace(reserved(task(0, 1, 1), 2)), reserved(task(0, 2, 1), 1)],
    [
      'takeReservedPlace of a closed task',
      takeReservedPlace(reserved(task(0, 0, 1, 'closed'), 1)),
      task(0, 1, 1, 'closed'),
    ],
    ['releasePlace', releasePlace(reserved(task(0, 1, 1), 1)), task(1, 1, 1)],
    ['releasePlace of a closed task', releasePlace(reserved(task(0, 1, 1, 'closed'), 1)), task(0, 1, 1, 'closed')],
    ['closePlaces with a reservation', closePlaces(reserved(task(2, 1, 1), 1)), reserved(task(0, 1, 1, 'closed'), 1)],
  ])('get the next version by %s', (_name, after, expected) => {
    expect(after).toEqual({ ...expected, places: { ...expected.places, version: 5 } });
  });

  it('pay more by raisePay, which counts the places that were decided before', () => {
    const open = reserved(task(2, 1, 1), 1);
    const raised = { ...open, payable: 9, places: { ...open.places, version: 5 } };
    expect(raisePay(open, { payable: 9, places: 5 })).toEqual({ task: raised, unneeded: 1 });
    expect(() => raisePay(open, { payable: 9, places: 3 })).toThrow('1 places too few');
    expect(() => raisePay(task(0, 1, 1, 'closed'), { payable: 9, places: 1 })).toThrow('after it was closed');
  });

  it('never fall below zero', () => {
    expect(() => takePlace(task(0, 1, 1))).toThrow('below zero');
    expect(() => approvePlace(task(1, 0, 1))).toThrow('below zero');
    expect(() => rejectPlace(task(1, 0, 1))).toThrow('below zero');
    expect(() => reservePlace(task(0, 1, 1))).toThrow('below zero');
    expect(() => takeReservedPlace(task(1, 1, 1))).toThrow('below zero');
    expect(() => releasePlace(task(1, 1, 1))).toThrow('below zero');
  });
});

describe('kept places', () => {
  const UNTIL = 7_000;
  /** Closed with `open` places after a rejection of each `until`. */
  const closedAfter = (open: number, ...until: number[]) =>
    closePlaces(until.reduce((now, end) => rejectPlace(takePlace(now), end), task(open, 0, 0)));

  it('are the open places of a closing task that its rejections may need', () => {
    const closed = closedAfter(3, UNTIL, UNTIL - 1);
    expect(closed).toMatchObject({ kept: 2, appealable: 2, places: { open: 0, pending: 0, approved: 0 } });
    expect(fundedPlaces(closed)).toBe(2);
    expect(publishedPlaces(closed)).toMatchObject({ open: 0, kept: 2, keptUntil: UNTIL });
  });

  it('are none of those that were let again', () => {
    const relet = closePlaces(takePlace(rejectPlace(takePlace(task(1, 0, 0)), UNTIL)));
    expect(relet).not.toHaveProperty('kept');
    expect(publishedPlaces(relet)).not.toHaveProperty('keptUntil');
    // The one that took it, and then a reservation, free a place for the first.
    expect(rejectPlace(relet)).toMatchObject({ kept: 1, appealable: 1 });
    expect(releasePlace(reserved({ ...relet, places: task(0, 0, 0).places }, 1))).toMatchObject({ kept: 1 });
  });

  it('pay an upheld appeal, which leaves the others theirs', () => {
    const upheld = endAppealable(payAppeal(closedAfter(3, UNTIL, UNTIL)));
    expect(upheld).toMatchObject({ kept: 1, appealable: 1, places: { approved: 1 } });
    expect(endAppealable(payAppeal(upheld))).toMatchObject({ kept: 0, appealable: 0, places: { approved: 2 } });
  });

  it('return with the rejection that needed them', () => {
    const closed = closedAfter(1, UNTIL);
    const final = endAppealable(closed);
    expect(final).toMatchObject({ kept: 0, appealable: 0 });
    expect(final.places.version).toBe(closed.places.version + 1);
    expect(publishedPlaces(final)).toEqual({ ...closed.places, version: closed.places.version + 1 });
    expect(() => endAppealable(final)).toThrow('appealable');
  });

  it('stay while another rejection may need them', () => {
    const relet = takePlace(rejectPlace(takePlace(task(1, 0, 0)), UNTIL));
    const closed = rejectPlace(closePlaces(relet), UNTIL);
    expect(closed).toMatchObject({ kept: 1, appealable: 2 });
    expect(endAppealable(closed)).toEqual({ ...closed, appealable: 1 });
  });

  it('do not exist in an open task, however it rejects', () => {
    const open = rejectPlace(takePlace(task(2, 0, 0)), UNTIL);
    expect(open).not.toHaveProperty('kept');
    expect(endAppealable(open)).toEqual({ ...open, appealable: 0 });
  });
});

describe('the status of a task', () => {
  const STEPS = {
    add: (of: TaskPlaces) => addPlaces(of, 2),
    reserve: reservePlace,
    release: releasePlace,
    submit: takePlace,
    submitReserved: takeReservedPlace,
    approve: approvePlace,
    reject: rejectPlace,
    payAppeal,
    rejectAppealably: (of: TaskPlaces) => rejectPlace(of, 1),
    endAppealable,
    close: closePlaces,
  };
  type StepName = keyof typeof STEPS;
  const isPossible = (step: StepName, { state, places, appealable = 0 }: TaskPlaces) => {
    const { open, reserved = 0, pending } = places;
    if (['release', 'submitReserved'].includes(step)) return reserved > 0;
    if (['approve', 'reject', 'rejectAppealably'].includes(step)) return pending > 0;
    if (step === 'endAppealable') return appealable > 0;
    if (['add', 'close'].includes(step)) return state === 'open';
    return open > 0;
  };

  it('is pending until the first submission, in whatever way its places change before (P-3.6)', () => {
    const course = fc.array(fc.constantFrom(...(Object.keys(STEPS) as StepName[])), { maxLength: 30 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3 }), course, (open, steps) => {
        let now = { ...task(open, 0, 0), places: { version: 0, open, pending: 0, approved: 0 } };
        let isTouched = false;
        for (const step of steps.filter((each) => each !== 'payAppeal' || isTouched)) {
          if (!isPossible(step, now)) continue;
          now = STEPS[step](now) as typeof now;
          isTouched ||= ['submit', 'submitReserved', 'payAppeal'].includes(step);
          const { open: left, pending, reserved = 0 } = now.places as TaskPlaces['places'];
          const isOver = left + pending + reserved === 0;
          expect(taskStatusOf(now.places)).toBe(isOver ? 'completed' : isTouched ? 'onProgress' : 'pending');
        }
      }),
    );
  });

  it('of a task that has had work stays what it was', () => {
    const { places } = addPlaces(task(2, 0, 0), 1);
    expect(taskStatusOf(places)).toBe('onProgress');
  });
});
