import { type Clock, MINUTE_MS } from '@piecework/base';
import { FRESH_FACTOR_MINUTES, isOpenWhileSuspended, type OperationSpec, type ServiceName } from '@piecework/contracts';
import { fail } from '@piecework/http';
import type { AccessClaims, Assertion, Assertions, IdentityClaims, Tokens, Verified } from '@piecework/identity';
import { apiKeyIdOf, isApiKey, looksLikeApiKey } from '@piecework/identity';
import type { GatewayFailure } from '../gateway-failure';
import type { Account } from './account';
import type { AccountProjection } from './account-projection';
import type { EndedSessions, TokenHolder } from './ended-sessions';

export type VerifyIdentity = (
  token: string,
) => Verified<IdentityClaims & { exp: number }> | Promise<Verified<IdentityClaims & { exp: number }>>;

/** Whether the account has a second factor. */
export type HasFactor = (userId: string) => Promise<boolean>;

export type IsOwner = (identity: { uid: string; email: string; emailVerified: false }) => Promise<boolean>;

export interface AccessControlDeps {
  tokens: Pick<Tokens, 'verifyAccess'>;
  assertions: Pick<Assertions, 'sign'>;
  verifyIdentity: VerifyIdentity;
  isOwner: IsOwner;
  hasFactor: HasFactor;
  /** `ADMIN_SECOND_FACTOR`. */
  requiresAdminFactor: boolean;
  accounts: Pick<AccountProjection, 'byEmail' | 'byId' | 'keyById' | 'lookUp' | 'isCaughtUp'>;
  sessions: Pick<EndedSessions, 'hasEnded'>;
  clock: Clock;
}

export interface Caller {
  account: Account | null;
  identity: IdentityClaims | null;
  assertionFor(service: ServiceName): string | undefined;
  holder: TokenHolder | null;
  /** Expiry of the token, in milliseconds since 1970; 0 without one. */
  until: number;
}

export type AccessDecision = { ok: true; who: Caller } | { ok: false; failure: GatewayFailure };

type Kind = 'access' | 'identity';
interface VerifiedToken {
  kind: Kind;
  identity: IdentityClaims;
  until: number;
  /** When its session last gave a second factor; 0: never. */
  factorAt: number;
  identityAssertion?: AssertionFor;
  /** Cached result of the ownership check: a user id. */
  owns?: string;
}
type AssertionFor = (service: ServiceName) => string;

const FRESH_FACTOR_MS = FRESH_FACTOR_MINUTES * MINUTE_MS;

const MAX_TOKENS = 20_000;
const MAX_TOKEN_LENGTH = 4096;
/** Milliseconds; well below an assertion's lifetime. */
const ASSERTION_REUSE_MS = 60_000;

const BAD_KEY = 'This API key isn’t valid. Please create a new one in your account.';
const NO_BUYER = 'API keys work only while their owner is a buyer.';

const ANONYMOUS: Caller = Object.freeze({
  account: null,
  identity: null,
  assertionFor: () => undefined,
  holder: null,
  until: 0,
});
const refuse = (failure: GatewayFailure): AccessDecision => ({ ok: false, failure });
const admit = (who: Caller): AccessDecision => ({ ok: true, who });

const KINDS = {
  access: ['access'],
  'access-or-new': ['access'],
  optional: ['access'],
  identity: ['identity'],
  any: ['access', 'identity'],
} as const satisfies Record<Exclude<OperationSpec['auth'], 'none'>, readonly Kind[]>;

const bearer = (header: string | undefined): string | undefined => {
  if (!header || header.length > MAX_TOKEN_LENGTH + 7 || header.slice(0, 7).toLowerCase() !== 'bearer ')
    return undefined;
  return header.slice(7).trim() || undefined;
};

/** A refusal by state is a conflict: 401 and 403 can end the session of a browser (D-5.3). */
const isClosedToSuspended = (spec: OperationSpec, { isSuspended }: Account): boolean =>
  isSuspended && !isOpenWhileSuspended(spec);

/** Caches verified tokens until they expire: repeated requests need no cryptography. */
const createTokenReader = (deps: Pick<AccessControlDeps, 'tokens' | 'verifyIdentity' | 'clock'>) => {
  const { tokens, verifyIdentity, clock } = deps;
  const verifiedTokens = new Map<string, VerifiedToken>();

  const remember = (token: string, entry: VerifiedToken): VerifiedToken => {
    if (verifiedTokens.size >= MAX_TOKENS) verifiedTokens.delete(verifiedTokens.keys().next().value as string);
    verifiedTokens.set(token, entry);
    return entry;
  };

  const check = async (kind: Kind, token: string): Promise<VerifiedToken | 'bad' | 'expired'> => {
    const verified: Verified<AccessClaims & { exp: number }> =
      kind === 'access' ? tokens.verifyAccess(token) : await verifyIdentity(token);
    if (!verified.ok) return verified.reason;
    const {
      uid,
      email,
      name = '',
      picture = '',
      provider = 'password',
      emailVerified,
      session,
      exp,
      factorAt = 0,
    } = verified.claims;
    return {
      kind,
      identity: {
        uid,
        email: email.toLowerCase(),
        name,
        picture,
        provider,
        ...(emailVerified !== undefined && { emailVerified }),
        ...(session && { session }),
      },
      until: exp * 1000,
      factorAt,
    };
  };

  return async (kinds: readonly Kind[], token: string): Promise<VerifiedToken | 'bad' | 'expired'> => {
    const remembered = verifiedTokens.get(token);
    if (remembered && remembered.until > clock.now()) return kinds.includes(remembered.kind) ? remembered : 'bad';
    if (remembered) verifiedTokens.delete(token);
    let reason: 'bad' | 'expired' = 'bad';
    for (const kind of kinds) {
      const checked = await check(kind, token);
      if (typeof checked === 'object') return remember(token, checked);
      if (checked === 'expired') reason = 'expired';
    }
    return reason;
  };
};

/** Authenticates and authorizes (D-5.3, P-8). Rejects when an unknown email cannot be looked up. */
export const createAccessControl = (deps: AccessControlDeps) => {
  const { assertions, accounts, sessions, isOwner, hasFactor, requiresAdminFactor, clock } = deps;
  const readSigned = createTokenReader(deps);
  const signedFor = new WeakMap<Account, AssertionFor>();

  /** Per request: a session can end while its token is cached. */
  const readToken = async (kinds: readonly Kind[], token: string): Promise<VerifiedToken | 'bad' | 'expired'> => {
    const verified = await readSigned(kinds, token);
    return typeof verified === 'object' && sessions.hasEnded(verified.identity) ? 'expired' : verified;
  };

  const signerOf = (assertion: Assertion): AssertionFor => {
    const signed = new Map<ServiceName, { token: string; until: number }>();
    return (service) => {
      const cachedAssertion = signed.get(service);
      if (cachedAssertion && cachedAssertion.until > clock.now()) return cachedAssertion.token;
      const token = assertions.sign(service, assertion);
      signed.set(service, { token, until: clock.now() + ASSERTION_REUSE_MS });
      return token;
    };
  };

  /** Cached by object identity: the projection replaces an account with each change. */
  const asActor = (account: Account, { holder, until }: Pick<Caller, 'holder' | 'until'>): AccessDecision => {
    let assertionFor = signedFor.get(account);
    if (!assertionFor) {
      const { userId, email, name, role, roleVersion } = account;
      assertionFor = signerOf({ actor: { userId, email, name, role, roleVersion }, identity: null });
      signedFor.set(account, assertionFor);
    }
    return admit({ account, identity: null, assertionFor, holder, until });
  };

  /** With the session of the token, which the cached assertion of the account lacks. */
  const asSession = (account: Account, token: VerifiedToken): AccessDecision => {
    const { userId, email, name, role, roleVersion } = account;
    const { identity } = token;
    const assertionFor = signerOf({ actor: { userId, email, name, role, roleVersion }, identity });
    return admit({ account, identity, assertionFor, holder: identity, until: token.until });
  };

  const workers = new WeakMap<Account, Account>();
  /** A suspended admin has the rights of a worker. Cached like the assertions, which it is the key of. */
  const withoutAdmin = (account: Account): Account => {
    if (!account.isSuspended || account.role !== 'admin') return account;
    const worker = workers.get(account) ?? { ...account, role: 'worker' as const };
    workers.set(account, worker);
    return worker;
  };

  const asIdentity = (token: VerifiedToken): AccessDecision => {
    const { identity, until } = token;
    token.identityAssertion ??= signerOf({ actor: null, identity });
    return admit({ account: null, identity, assertionFor: token.identityAssertion, holder: identity, until });
  };

  /** For a token older than the user record, with an unverified email (docs/adr/0027): another identity may own the record. */
  const isOwnedByAnotherIdentity = async (token: VerifiedToken, { userId }: Account): Promise<boolean> => {
    const { uid, email, emailVerified } = token.identity;
    if (emailVerified !== false || token.owns === userId) return false;
    if (!(await isOwner({ uid, email, emailVerified }))) return true;
    token.owns = userId;
    return false;
  };

  /** A 409: a 401 or 403 could end the session in the browser (D-5.3). */
  const factorRefusal = async (
    { freshFactor, beforeFactor }: OperationSpec,
    { factorAt }: VerifiedToken,
    { userId, role }: Account,
  ): Promise<GatewayFailure | null> => {
    const isNeeded = role === 'admin' && requiresAdminFactor && !beforeFactor && factorAt === 0;
    const isStale = freshFactor && factorAt <= clock.now() - FRESH_FACTOR_MS;
    if (!isNeeded && !isStale) return null;
    if (await hasFactor(userId)) return fail('factor-required');
    return isNeeded ? fail('factor-missing') : null;
  };

  const admitAccessToken = async (spec: OperationSpec, token: VerifiedToken): Promise<AccessDecision> => {
    if (!accounts.isCaughtUp()) return refuse(fail('unavailable'));
    const account = accounts.byEmail(token.identity.email) ?? (await accounts.lookUp(token.identity.email));
    if (!account) return spec.auth === 'access' ? refuse(fail('not-registered')) : asIdentity(token);
    if (account.closed) return refuse(fail('unauthenticated', { message: 'This account is closed.' }));
    if (await isOwnedByAnotherIdentity(token, account)) return refuse(fail('unauthenticated'));
    if (isClosedToSuspended(spec, account)) return refuse(fail('account-suspended'));
    const caller = withoutAdmin(account);
    if (spec.roles && !spec.roles.includes(caller.role)) return refuse(fail('forbidden'));
    const refusal = await factorRefusal(spec, token, caller);
    if (refusal) return refuse(refusal);
    return spec.withSession
      ? asSession(caller, token)
      : asActor(caller, { holder: token.identity, until: token.until });
  };

  /** A key is refused with a reason also where another invalid token is ignored: its program would take the public answer for its own. */
  const admitKey = (spec: OperationSpec, token: string): AccessDecision => {
    if (!accounts.isCaughtUp()) return refuse(fail('unavailable'));
    const key = accounts.keyById(apiKeyIdOf(token) ?? '');
    // Before anything else, so that no answer reveals which ids exist.
    if (!isApiKey(token, key?.hash) || !key) return refuse(fail('unauthenticated', { message: BAD_KEY }));
    const account = accounts.byId(key.userId);
    if (!account || account.closed) return refuse(fail('unauthenticated', { message: BAD_KEY }));
    if (!spec.keys) return refuse(fail('key-not-allowed'));
    // A key must not grow with its owner's role.
    if (account.role !== 'buyer') return refuse(fail('forbidden', { message: NO_BUYER }));
    if (isClosedToSuspended(spec, account)) return refuse(fail('account-suspended'));
    return asActor(account, { holder: null, until: 0 });
  };

  /** The user service checks its own store and has more precise failures. */
  const admitIdentityToken = (spec: OperationSpec, token: VerifiedToken): AccessDecision => {
    if (spec.service === 'user') return asIdentity(token);
    if (!accounts.isCaughtUp()) return refuse(fail('unavailable'));
    const account = accounts.byEmail(token.identity.email);
    if (account?.closed) return refuse(fail('account-closed'));
    if (account && isClosedToSuspended(spec, account)) return refuse(fail('account-suspended'));
    return asIdentity(token);
  };

  const admitOptionalToken = async (spec: OperationSpec, token: string | undefined): Promise<AccessDecision> => {
    const verified = token === undefined ? 'bad' : await readToken(KINDS.optional, token);
    if (typeof verified === 'string') return admit(ANONYMOUS);
    const admission = await admitAccessToken(spec, verified).catch(() => refuse(fail('unavailable')));
    return admission.ok && admission.who.account ? admission : admit(ANONYMOUS);
  };

  return async (
    spec: OperationSpec,
    headers: Readonly<Record<string, string | undefined>>,
  ): Promise<AccessDecision> => {
    if (spec.auth === 'none') return admit(ANONYMOUS);
    const given = bearer(headers.authorization);
    if (given !== undefined && looksLikeApiKey(given)) return admitKey(spec, given);
    if (spec.auth === 'optional') return admitOptionalToken(spec, given);
    if (given === undefined) return refuse(fail('unauthenticated'));
    const verified = await readToken(KINDS[spec.auth], given);
    if (verified === 'expired') return refuse(fail('token-expired'));
    if (verified === 'bad') return refuse(fail('unauthenticated'));
    return verified.kind === 'access' ? admitAccessToken(spec, verified) : admitIdentityToken(spec, verified);
  };
};
