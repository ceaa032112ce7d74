import { POLLS_UNTIL_DEAD, pollOnce, type Sighting } from './failure-detector';

const polls = (counts: readonly (number | null)[]): Sighting | undefined => {
  let known: ReadonlyMap<string, Sighting> = new Map();
  for (const beats of counts) known = pollOnce(known, beats === null ? [] : [{ _id: 'other', beats }]);
  return known.get('other');
};

describe('the heartbeat of another process', () => {
  it('counts consecutive polls without a new one', () => {
    expect(polls([7])).toEqual({ beats: 7, polls: 1 });
    expect(polls([7, 7, 7])).toEqual({ beats: 7, polls: 3 });
    expect(polls([7, 7, 7, 8])).toEqual({ beats: 8, polls: 0 });
  });

  it('resets the count after an absence and after a restart', () => {
    expect(polls([7, 7, null, 7])).toEqual({ beats: 7, polls: 1 });
    expect(polls([7, 7, 1])).toEqual({ beats: 1, polls: 0 });
  });

  it('is alive at the first poll', () => {
    expect(POLLS_UNTIL_DEAD).toBeGreaterThan(1);
  });
});
