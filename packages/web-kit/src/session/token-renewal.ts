import { claimsOf, isFresh, noteServerClock, readToken, TOKEN_KEY } from '../api/access-token';
import { jsonOf, request } from '../api/api';
import { ApiError, SESSION_ENDED } from '../api/api-error';
import { identityProvider } from '../identity';
import type { IdentityProvider } from '../identity/provider';
import { localStore } from '../storage';
import type { FactorProof } from './factor';
import { withSessionLock } from './session-lock';

const ended = (message = SESSION_ENDED) => new ApiError(401, 'session-ended', message);

const exchange = async (body: { email: string } & Partial<FactorProof>, idToken: string): Promise<string> => {
  const reply = await request({ method: 'POST', path: '/jwt', body, bearer: idToken });
  const { token } = jsonOf(reply) as { token: string };
  noteServerClock(token);
  return token;
};

const isRefusal = (error: unknown) => error instanceof ApiError && error.status === 401;

/** A rejected identity token (its secret has changed) is refreshed once. */
export const accessToken = async (provider: IdentityProvider, email: string, proof?: FactorProof): Promise<string> => {
  const body = { email, ...proof };
  try {
    return await exchange(body, await provider.idToken());
  } catch (error) {
    if (!isRefusal(error) || (error as ApiError).code === 'session-ended') throw error;
    return exchange(body, await provider.idToken({ isRefused: true }));
  }
};

/** Permanent failures; all others may be retried. */
const isOver = (error: unknown): error is ApiError =>
  error instanceof ApiError && [400, 401, 403, 404].includes(error.status);

const replace = async (stale: string): Promise<string> => {
  const present = readToken();
  if (!present) throw ended();
  // Another tab has renewed it.
  if (present !== stale && isFresh(present)) return present;
  const email = claimsOf(present)?.email;
  if (!email) throw ended();
  try {
    const token = await accessToken(await identityProvider(), email);
    // Signed out meanwhile, here or in another tab.
    if (readToken() !== present) throw ended();
    localStore.set(TOKEN_KEY, token);
    return token;
  } catch (error) {
    throw isOver(error) ? ended(error.code === 'account-closed' ? error.message : undefined) : error;
  }
};

let running: Promise<string> | undefined;
/** Concurrent callers share one renewal. Rejects with 401 when the session cannot be renewed. */
export const renew = (stale: string): Promise<string> => {
  running ??= withSessionLock(() => replace(stale)).finally(() => {
    running = undefined;
  });
  return running;
};
