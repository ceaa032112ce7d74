import { taskStatusOf } from '@piecework/contracts';
import fc from 'fast-check';
import {
  addPlaces,
  approvePlace,
  closePlaces,
  payAppeal,
  rejectPlace,
  releasePlace,
  reservePlace,
  type TaskPlaces,
  takePlace,
  takeReservedPlace,
} from './places';

const task = (
  open: number,
  pending: number,
  approved: number,
  state: 'open' | 'closed' = 'open',
): TaskPlaces => ({
  buyerId: 'b',
  buyerEmail: 'b@example.com',
  buyerName: 'B',
  title: 'T',
  payable: 7,
  state,
  places: { version: 4, open, pending, approved },
});

const reserved = (of: TaskPlaces, count: number): TaskPlaces => ({
  ...of,
  places: { ...of.places, reserved: count },
});

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
    [
      'releasePlace of a closed task',
      releasePlace(reserved(task(0, 1, 1, 'closed'), 1)),
      task(0, 1, 1, 'closed'),
    ],
    [
      'closePlaces with a reservation',
      closePlaces(reserved(task(2, 1, 1), 1)),
      reserved(task(0, 1, 1, 'closed'), 1),
    ],
  ])('get the next version by %s', (_name, after, expected) => {
    expect(after).toEqual({ ...expected, places: { ...expected.places, version: 5 } });
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
    close: closePlaces,
  };
  type StepName = keyof typeof STEPS;
  const isPossible = (step: StepName, { state, places: { open, reserved = 0, pending } }: TaskPlaces) => {
    if (['release', 'submitReserved'].includes(step)) return reserved > 0;
    if (['approve', 'reject'].includes(step)) return pending > 0;
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

  it('of an older release stays what it was', () => {
    const { places } = addPlaces(task(2, 0, 0), 1);
    expect(taskStatusOf(places)).toBe('onProgress');
  });
});
