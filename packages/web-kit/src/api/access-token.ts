import { localStore } from '../storage';

/** The access token is kept under this key of the local storage only (P-1.13), for all tabs. */
export const TOKEN_KEY = 'access-token';

export const readToken = (): string | null => localStore.get(TOKEN_KEY);

interface Claims {
  email: string;
  exp: number;
  iat: number;
  /** Only for identities without a user record. */
  name?: string;
  picture?: string;
}

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

/** Renewed this long before it expires, so that no request carries an expired token. */
const AHEAD_MS = 60_000;
/** Offset of the server's clock, from the last new token. */
let serverAhead = 0;

export const isFresh = (token: string | null): boolean => {
  const claims = claimsOf(token);
  return claims !== null && claims.exp * 1000 - AHEAD_MS > Date.now() + serverAhead;
};

export const noteServerClock = (token: string): void => {
  const issued = claimsOf(token)?.iat;
  if (issued) serverAhead = issued * 1000 - Date.now();
};
