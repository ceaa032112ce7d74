import { createBaseHeaders } from './response-headers';

describe('every response', () => {
  const headersAt = (publicOrigin: string | undefined) =>
    createBaseHeaders({ publicOrigin, allowedOrigins: ['https://app.example'] });

  test.each([
    ['https://piecework.example', 'max-age=31536000'],
    ['http://localhost:3000', undefined],
    [undefined, undefined],
  ])('of an installation at %s has Strict-Transport-Security: %s', (publicOrigin, expected) => {
    const headersFor = headersAt(publicOrigin);
    for (const origin of [undefined, 'https://app.example', 'https://evil.example'])
      expect(headersFor(origin)['strict-transport-security']).toBe(expected);
  });

  test('exposes the Link header of a truncated list', () => {
    expect(headersAt(undefined)('https://app.example')['access-control-expose-headers']).toContain('Link');
    expect(headersAt(undefined)('https://evil.example')).not.toHaveProperty('access-control-expose-headers');
  });
});
