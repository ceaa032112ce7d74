import { imageUrl } from './schemas';

describe('an image field', () => {
  const picture = `/images/${'0'.repeat(26)}.webp`;
  const takes = (value: string) => imageUrl('Task Image URL').safeParse(value).success;

  test('takes an https address, and a picture of ours by its path or on this machine', () => {
    for (const value of [
      'https://example.com/a.png',
      picture,
      `http://localhost:3080${picture}`,
      `http://127.0.0.1:3080${picture}`,
    ])
      expect([value, takes(value)]).toEqual([value, true]);
  });

  test('takes nothing that a browser would fetch from elsewhere without https', () => {
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
