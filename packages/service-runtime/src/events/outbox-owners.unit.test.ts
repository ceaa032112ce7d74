import { LOOKS_UNTIL_DEAD, lookOnce, type Sighting } from './outbox-owners';

const looks = (counts: readonly (number | null)[]): Sighting | undefined => {
  let known: ReadonlyMap<string, Sighting> = new Map();
  for (const beats of counts) known = lookOnce(known, beats === null ? [] : [{ _id: 'other', beats }]);
  return known.get('other');
};

describe('the heartbeat of another process', () => {
  it('counts consecutive looks without a change', () => {
    expect(looks([7])).toEqual({ beats: 7, looks: 0 });
    expect(looks([7, 7, 7])).toEqual({ beats: 7, looks: 2 });
    expect(looks([7, 7, 7, 8])).toEqual({ beats: 8, looks: 0 });
  });

  it('resets the count after an absence and after a restart', () => {
    expect(looks([7, 7, null, 7])).toEqual({ beats: 7, looks: 0 });
    expect(looks([7, 7, 1])).toEqual({ beats: 1, looks: 0 });
  });

  it('is alive at the first look', () => {
    expect(LOOKS_UNTIL_DEAD).toBeGreaterThan(1);
  });
});
