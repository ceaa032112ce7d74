import { createIds, idOf, timeOfId } from './ids';

describe('ids', () => {
  test('are 26 lower-case characters without ambiguous letters', () => {
    expect(createIds().next()).toMatch(/^[0-9a-hjkmnp-tv-z]{26}$/);
  });

  test('begin with their time', () => {
    expect(
      createIds(() => 1_469_918_176_385)
        .next()
        .slice(0, 10),
    ).toBe('01aryz6s41');
  });

  test('contain their time; other texts have none', () => {
    expect(timeOfId(createIds(() => 1_469_918_176_385).next())).toBe(1_469_918_176_385);
    const latest = 2 ** 48 - 1;
    expect(timeOfId(idOf(latest, 0n))).toBe(latest);
    const id = idOf(1_000, 7n);
    for (const text of ['', 't', id.slice(1), `${id}0`, id.toUpperCase(), `8${id.slice(1)}`, `${id.slice(1)}u`])
      expect(timeOfId(text)).toBeUndefined();
  });

  test('sort in the order of creation, also within a millisecond', () => {
    let now = 1_000;
    const ids = createIds(() => now);
    const made: string[] = [];
    for (; now < 1_003; now++) for (let i = 0; i < 2_000; i++) made.push(ids.next());
    expect(made).toEqual([...made].sort());
    expect(new Set(made).size).toBe(made.length);
  });

  test('keep increasing when the clock is set back', () => {
    let now = 2_000;
    const ids = createIds(() => now);
    const before = ids.next();
    now = 1_000;
    expect(ids.next() > before).toBe(true);
  });

  test('of two processes differ within the same millisecond', () => {
    expect(createIds(() => 1).next()).not.toBe(createIds(() => 1).next());
  });

  test('secret returns 256 random bits', () => {
    const { secret } = createIds();
    expect(Buffer.from(secret(), 'base64url')).toHaveLength(32);
    expect(secret()).toMatch(/^[\w-]{43}$/);
    expect(secret()).not.toBe(secret());
  });
});
