import { imageUrl, longText, title } from './schemas';

describe('imageUrl', () => {
  const picture = `/images/${'0'.repeat(26)}.webp`;
  const takes = (value: string) => imageUrl('Task Image URL').safeParse(value).success;

  test('accepts https, and pictures of the gateway by path or on localhost', () => {
    for (const value of [
      'https://example.com/a.png',
      picture,
      `http://localhost:3080${picture}`,
      `http://127.0.0.1:3080${picture}`,
    ])
      expect([value, takes(value)]).toEqual([value, true]);
  });

  test('refuses http on other hosts', () => {
    const foreign = [
      `//evil.example${picture}`,
      `/\\evil.example${picture}`,
      `/\t/evil.example${picture}`,
      `http://evil.example${picture}`,
      'javascript:alert(1)',
      'data:image/png;base64,AA',
      `/x${picture}`,
      `http://localhost:3080/x${picture}`,
    ];
    for (const value of foreign) expect([value, takes(value)]).toEqual([value, false]);
  });
});

describe('a text', () => {
  const messagesOf = (schema: ReturnType<typeof title>, value: string) =>
    schema.safeParse(value).error?.issues.map(({ message }) => message);

  test.each([
    ['zero-width characters', '\u200b\u200d\ufe0f'],
    ['bidirectional overrides', '\u202e\u2066 \u2069'],
    ['Hangul fillers', '\u3164\u115f'],
    ['blank Braille patterns', '\u2800'],
    ['tag characters', '\u{e0041}\u{e0042}'],
  ])('of %s alone is refused', (_, value) => {
    expect(messagesOf(title('Task Title'), value)).toEqual(['Task Title must contain a visible character']);
    expect(messagesOf(longText('Task Detail'), value)).toEqual([
      'Task Detail must contain a visible character',
    ]);
  });

  test('of a title or name loses invisible and direction characters', () => {
    const shown = {
      'Pay\u202elap': 'Paylap',
      '\u2067Ann\u2069': 'Ann',
      ' \u200bAnn\u00ad\u2060 ': 'Ann',
      'A\u{e0041}\u{e007f}B': 'AB',
    };
    for (const [value, expected] of Object.entries(shown)) expect(title('Name').parse(value)).toBe(expected);
  });

  test('keeps joiners of Bangla, emoji and flags', () => {
    for (const value of [
      'ক্‌ষমা',
      'র‍্যাব',
      '👩‍👩‍👧 ❤️',
      '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    ])
      expect(title('Name').parse(value)).toBe(value);
  });

  test('of several lines keeps direction marks', () => {
    const value = 'Say \u2067שלום\u2069 first';
    expect(longText('Task Detail').parse(value)).toBe(value);
  });
});
