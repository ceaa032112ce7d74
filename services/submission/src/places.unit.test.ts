import {
  approvePlace,
  closePlaces,
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
