import { LOOKS_UNTIL_DEAD, lookOnce, type Sighting } from './outbox-owners';

const looks = (counts: readonly (number | null)[]): Sighting | undefined => {
  let known: ReadonlyMap<string, Sighting> = new Map();
  for (const beats of counts) known = lookOnce(known, beats === null ? [] : [{ _id: 'other', beats }]);
  return known.get('other');
};

describe('what a process sees of another', () => {
  it('counts the looks at which nothing moved, and none of the others', () => {
    expect(looks([7])).toEqual({ beats: 7, looks: 0 });
    expect(looks([7, 7, 7])).toEqual({ beats: 7, looks: 2 });
    expect(looks([7, 7, 7, 8])).toEqual({ beats: 8, looks: 0 });
  });

  it('begins anew with one who was away, and with one who counts from the beginning', () => {
    expect(looks([7, 7, null, 7])).toEqual({ beats: 7, looks: 0 });
    expect(looks([7, 7, 1])).toEqual({ beats: 1, looks: 0 });
  });

  it('takes nobody for dead at the first sight', () => {
    expect(LOOKS_UNTIL_DEAD).toBeGreaterThan(1);
  });
});
