import { localStore } from './storage';

/** The access token is kept under this key of the local storage only (P-1.13), for all tabs. */
export const TOKEN_KEY = 'access-token';

export const readToken = (): string | null => localStore.get(TOKEN_KEY);

interface Claims {
  email: string;
  exp: number;
  iat: number;
  /** Only of people without a user record. */
  name?: string;
  picture?: string;
}

/** What a token says. It is not checked here: the gateway does. */
export const claimsOf = (token: string | null): Claims | null => {
  try {
    const base64 = (token?.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const claims = JSON.parse(new TextDecoder().decode(bytes)) as Partial<Claims>;
    return typeof claims.email === 'string' && typeof claims.exp === 'number' ? (claims as Claims) : null;
  } catch {
    return null;
  }
};

/** A token is replaced so long before its end that no call meets it on its way. */
const AHEAD_MS = 60_000;
/** By how much the server's clock is ahead of this one, as the last new token told. */
let serverAhead = 0;

export const isFresh = (token: string | null): boolean => {
  const claims = claimsOf(token);
  return claims !== null && claims.exp * 1000 - AHEAD_MS > Date.now() + serverAhead;
};

export const noteServerClock = (token: string): void => {
  const issued = claimsOf(token)?.iat;
  if (issued) serverAhead = issued * 1000 - Date.now();
};
