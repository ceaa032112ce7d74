import { createBaseHeaders } from './cors-headers';

test('the Link header of a truncated list is exposed to allowed origins only', () => {
  const headersFor = createBaseHeaders({ allowedOrigins: ['https://app.example'] });
  expect(headersFor('https://app.example')['access-control-expose-headers']).toContain('Link');
  expect(headersFor('https://evil.example')).not.toHaveProperty('access-control-expose-headers');
});
