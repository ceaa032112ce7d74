import { approvePlace, closePlaces, rejectPlace, type TaskPlaces, takePlace } from './places';

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

describe('places', () => {
  it.each([
    ['takePlace', takePlace(task(2, 1, 1)), task(1, 2, 1)],
    ['approvePlace', approvePlace(task(2, 1, 1)), task(2, 0, 2)],
    ['approvePlace of a closed task', approvePlace(task(0, 1, 1, 'closed')), task(0, 0, 2, 'closed')],
    ['rejectPlace', rejectPlace(task(2, 1, 1)), task(3, 0, 1)],
    ['rejectPlace of a closed task', rejectPlace(task(0, 1, 1, 'closed')), task(0, 0, 1, 'closed')],
    ['closePlaces', closePlaces(task(2, 1, 1)), task(0, 1, 1, 'closed')],
    ['closePlaces of a full task', closePlaces(task(0, 1, 1)), task(0, 1, 1, 'closed')],
  ])('get the next version by %s', (_name, after, expected) => {
    expect(after).toEqual({ ...expected, places: { ...expected.places, version: 5 } });
  });

  it('never fall below zero', () => {
    expect(() => takePlace(task(0, 1, 1))).toThrow('below zero');
    expect(() => approvePlace(task(1, 0, 1))).toThrow('below zero');
    expect(() => rejectPlace(task(1, 0, 1))).toThrow('below zero');
  });
});
