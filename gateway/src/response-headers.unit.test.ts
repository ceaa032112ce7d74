import { createBaseHeaders } from './response-headers';

describe('every answer', () => {
  const headersAt = (publicOrigin: string | undefined) =>
    createBaseHeaders({ publicOrigin, allowedOrigins: ['https://app.example'] });

  test.each([
    ['https://piecework.example', 'max-age=31536000'],
    ['http://localhost:3000', undefined],
    [undefined, undefined],
  ])('of an installation at %s keeps browsers to TLS: %s', (publicOrigin, expected) => {
    const headersFor = headersAt(publicOrigin);
    for (const origin of [undefined, 'https://app.example', 'https://evil.example'])
      expect(headersFor(origin)['strict-transport-security']).toBe(expected);
  });

  test('tells pages of ours how a list that was cut goes on', () => {
    expect(headersAt(undefined)('https://app.example')['access-control-expose-headers']).toContain('Link');
    expect(headersAt(undefined)('https://evil.example')).not.toHaveProperty('access-control-expose-headers');
  });
});
