import { taskRules } from './field-rules';
import { imageUrl, text, title, userName } from './schemas';

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
    expect(messagesOf(title(taskRules.taskTitle), value)).toEqual(['Task Title must contain a visible character']);
    expect(messagesOf(text(taskRules.taskDetail), value)).toEqual(['Task Detail must contain a visible character']);
  });

  test('of a title or name loses invisible and direction characters', () => {
    const shown = {
      'Pay\u202elap': 'Paylap',
      '\u2067Ann\u2069': 'Ann',
      ' \u200bAnn\u00ad\u2060 ': 'Ann',
      'A\u{e0041}\u{e007f}B': 'AB',
      'Adm\u034fin\u17b4\u{1d173}\u2800': 'Admin',
    };
    for (const [value, expected] of Object.entries(shown)) expect(userName.parse(value)).toBe(expected);
  });

  test('keeps joiners of Bangla, emoji and flags', () => {
    for (const value of ['ক্‌ষমা', 'র‍্যাব', '👩‍👩‍👧 ❤️', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'])
      expect(userName.parse(value)).toBe(value);
  });

  test('of a title or name has no stack of marks that covers the lines around it', () => {
    const accents = '\u0301\u0302\u0303\u0304\u0305';
    expect(userName.parse(`Z${accents}algo`)).toBe('Z\u0301\u0302algo');
    expect(userName.parse('Z\u0301\u200d\u0302\u200d\u0303')).toBe('Z\u0301\u200d\u0302');
    expect(userName.parse(`\u1ebf${accents}`)).toBe('\u1ebf');
    expect(userName.parse('ก็็็็็็')).toBe('ก็');
    expect(userName.parse(`ক${'\u09bf\u09c1\u09c3\u09cd\u0981\u0982'}`)).toHaveLength(5);
  });

  test.each([
    ['Bangla', 'শ্রীকৌঁশল্যা গড়োঁ ত্র্যম্বক কার্ত্তিকেয় দাঁড়ি'],
    ['Hindi', 'कृष्णा ज़ों सिंह श्रीमाँ लड़कियों'],
    ['Vietnamese', 'Nguyễn Thị Ngọc Ánh Đặng Hoàng Yến'],
    ['Arabic', 'عَبْدُ اللّٰهِ الرَّحْمَٰنِ مُحَمَّدٌ'],
    ['Hebrew', 'שָׁלוֹם בִּנְיָמִין'],
    ['Thai', 'กุ้ง น้ำผึ้ง ปิ่นโต'],
    ['Burmese', 'ဖြိုးကျော် အောင်ဆန်းစုကြည်'],
    ['Tamil', 'ஶ்ரீநிவாஸன்'],
    ['emoji', '1️⃣ 👩🏽‍❤️‍💋‍👨🏾 🏳️‍🌈 🧑🏿‍🦱'],
    ['Mongolian', 'ᠮᠣᠩᠭᠣᠯ\u180b'],
    ['ideographs', '葛\u{e0100}城'],
  ])('of a title or name keeps names in %s, composed and decomposed', (_, name) => {
    for (const form of [name, name.normalize('NFC'), name.normalize('NFD')]) expect(userName.parse(form)).toBe(form);
  });

  test('of several lines keeps direction marks', () => {
    const value = 'Say \u2067שלום\u2069 first';
    expect(text(taskRules.taskDetail).parse(value)).toBe(value);
  });
});
