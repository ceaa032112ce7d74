import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { securityHeaders } from './security-headers';

const headersAt = (publicOrigin: string | undefined) => {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const contentSecurityPolicy = { useDefaults: false, directives: { defaultSrc: ["'none'"] } };
  securityHeaders({ publicOrigin }, { contentSecurityPolicy })(response.req, response, () => {});
  return response.getHeaders();
};

test('forbids sniffing, framing and referrers', () => {
  expect(headersAt('http://localhost:3000')).toEqual({
    'content-security-policy': "default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
});

test.each([
  ['https://piecework.example', 'max-age=31536000'],
  ['http://localhost:3000', undefined],
  [undefined, undefined],
])('of an installation at %s has Strict-Transport-Security: %s', (publicOrigin, expected) => {
  expect(headersAt(publicOrigin)['strict-transport-security']).toBe(expected);
});
