import { generateKeyPair } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { FIREBASE_ENV } from '@piecework/config/testing';
import jwt from 'jsonwebtoken';

export const PROJECT = FIREBASE_ENV.FIREBASE_PROJECT_ID;

export const makeKey = async (kid: string) => {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return { kid, privateKey, publicKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' } };
};
export type Key = Awaited<ReturnType<typeof makeKey>>;

type Claims = Record<string, unknown>;

/** Claims of a Firebase token issued at `now`; `undefined` removes a claim. */
export const firebaseClaims = (now: number, changes: Record<string, unknown> = {}): Claims => {
  const seconds = Math.floor(now / 1000);
  return {
    iss: `https://securetoken.google.com/${PROJECT}`,
    aud: PROJECT,
    auth_time: seconds,
    user_id: 'firebase-ann',
    sub: 'firebase-ann',
    iat: seconds,
    exp: seconds + 3600,
    name: 'Ann',
    email: 'ann@example.com',
    email_verified: false,
    firebase: { identities: { email: ['ann@example.com'] }, sign_in_provider: 'password' },
    ...changes,
  };
};

/** Signs a string, because `sign` refuses an object with invalid claims. */
export const signed = (key: Key, claims: Claims, options: jwt.SignOptions = {}): string =>
  jwt.sign(JSON.stringify(claims), key.privateKey, {
    algorithm: 'RS256',
    header: { alg: 'RS256', kid: key.kid, typ: 'JWT' },
    ...options,
  });

/** As the Auth emulator issues them. */
export const unsigned = (claims: Claims): string => jwt.sign(JSON.stringify(claims), '', { algorithm: 'none' });

export const startKeyServer = async () => {
  const answerKeys = (response: ServerResponse) => {
    response.setHeader('content-type', 'application/json');
    if (keys.cacheControl) response.setHeader('cache-control', keys.cacheControl);
    response.end(JSON.stringify({ keys: keys.published.map(({ jwk }) => jwk) }));
  };
  const server = createServer((_request, response) => {
    keys.asked += 1;
    keys.answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const keys = {
    url: `http://127.0.0.1:${port}/jwk`,
    published: [] as Key[],
    cacheControl: 'public, max-age=20000, must-revalidate, no-transform',
    asked: 0,
    answer: answerKeys,
    recover: () => {
      keys.answer = answerKeys;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return keys;
};
export type KeyServer = Awaited<ReturnType<typeof startKeyServer>>;
