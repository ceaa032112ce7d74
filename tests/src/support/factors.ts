import { createAuthenticator } from '@piecework/user/testing';
import { Secret, TOTP } from 'otpauth';
import type { Person } from './people';
import type { TestStack } from './stack';

/** What an authenticator app shows. @param steps after the present one: a code works once */
export const totpCode = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Sets up an authenticator app. @returns its secret, the recovery codes and a token that shows the factor */
export const addTotp = async (stack: Pick<TestStack, 'get'>, as: Pick<Person, 'token'>) => {
  const { secret } = await stack.get('startTotp', { as });
  return { secret, ...(await stack.get('confirmTotp', { as, body: { factorCode: totpCode(secret) } })) };
};

/** What a browser with a device answers to a new challenge. */
export const newPasskey = async ({ get, settings }: Pick<TestStack, 'get' | 'settings'>, as: Pick<Person, 'token'>) => {
  const { options } = await get('startPasskey', { as });
  return createAuthenticator(settings.allowedOrigins[0] ?? '').create(options);
};
