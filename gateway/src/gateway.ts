import { Readable } from 'node:stream';
import type { Clock, Ids, Log } from '@piecework/base';
import type { Settings } from '@piecework/config';
import { OPERATIONS, type OperationId, type OperationSpec, type ServiceName } from '@piecework/contracts';
import type { EventBus } from '@piecework/event-log';
import {
  ASSERTION_HEADER,
  CallerGoneError,
  CORRELATION_HEADER,
  correlationIdOf,
  createInFlightLimiter,
  fail,
  isFailure,
  logCall,
  NETWORK_HEADER,
  type PlainRequest,
  type PlainResponse,
  problemResponse,
  validate,
} from '@piecework/http';
import type { Assertions, Tokens } from '@piecework/identity';
import { z } from 'zod';
import { type Caller, createAccessControl, type IsOwner } from './access/access-control';
import { createAccountProjection } from './access/account-projection';
import { createEndedSessions } from './access/ended-sessions';
import { createIdentityVerifier } from './access/identity-verifier';
import { type ComposedOperation, createComposedOperations } from './composed/composed-operations';
import { requireOwnPictures } from './composed/own-pictures';
import { createSharedTaskLists } from './composed/shared-task-lists';
import { pathOf } from './contract-routes';
import type { GatewayFailure } from './gateway-failure';
import { costOfList, createListBudget, isList, type Turn } from './http/list-budget';
import { createRateLimiter } from './http/rate-limiter';
import { BodyTooLargeError, BodyTooSlowError, guardBody } from './http/request-body';
import { createLiveStreams } from './live/live-stream';
import { type ServiceClient, ServiceUnavailableError } from './upstream/service-client';

export interface GatewayDeps {
  settings: Settings;
  bus: Pick<EventBus, 'subscribe'>;
  clock: Clock;
  ids: Ids;
  log: Log;
  tokens: Pick<Tokens, 'verifyAccess' | 'verifyIdentity'>;
  assertions: Pick<Assertions, 'sign'>;
  services: ServiceClient;
}

const owningSchema = z.object({ isOwner: z.boolean() });

/** nginx's status for a caller that disconnected before the response. */
export const CALLER_GONE_STATUS = 499;

export interface Connection {
  network: string;
  /** `then` runs when the response is sent or the connection lost. */
  whenClosed(then: (bytesSent: number) => void): void;
}

const LIST_NAMES = Object.keys(OPERATIONS.listTasks.query.shape);

const JSON_TYPE = 'application/json; charset=utf-8';

/** Concurrent calls per account. */
const MAX_CALLS_PER_ACCOUNT = 100;

const ACCOUNT_LISTS_AT_ONCE = 2;
const NETWORK_LISTS_AT_ONCE = 8;
const LIST_WAIT_MS = 10_000;
const REFUSED_LIST_COST = 1;

const HASHES_PASSWORD: ReadonlySet<OperationId> = new Set([
  'signIn',
  'signUp',
  'changePassword',
  'resetPassword',
]);

/** An allow-list: callers must not send our internal headers. */
const FORWARDED_HEADERS = [
  'content-type',
  'content-length',
  'idempotency-key',
  'if-none-match',
  // Detects cross-site forms in the sign-in popup.
  'sec-fetch-site',
  'stripe-signature',
] as const;

const forwardedHeaders = (
  headers: PlainRequest['headers'],
  ours: { assertion: string | undefined; network: string | undefined; correlationId: string },
  hasBody: boolean,
): Record<string, string> => {
  const forwarded: Record<string, string> = { [CORRELATION_HEADER]: ours.correlationId };
  if (ours.assertion !== undefined) forwarded[ASSERTION_HEADER] = ours.assertion;
  if (ours.network !== undefined) forwarded[NETWORK_HEADER] = ours.network;
  for (const name of FORWARDED_HEADERS) {
    const value = headers[name];
    if (value !== undefined && (hasBody || !name.startsWith('content-'))) forwarded[name] = value;
  }
  return forwarded;
};

export const createGateway = (deps: GatewayDeps) => {
  const { settings, bus, clock, ids, log, tokens, assertions, services } = deps;
  const userByEmail = (email: string) => services.internal('user', 'userByEmail', { email });
  const accountsAfter = (userId: string) => services.internal('user', 'accountsAfter', { userId });
  const sessions = createEndedSessions({ clock });
  const accounts = createAccountProjection({ bus, userByEmail, accountsAfter, sessions, clock, log });
  const verifyIdentity = createIdentityVerifier({ settings, tokens, services });
  const isOwner: IsOwner = async (identity) =>
    owningSchema.parse(await services.internal('user', 'isOwner', identity)).isOwner;
  const admit = createAccessControl({
    tokens,
    assertions,
    verifyIdentity,
    isOwner,
    accounts,
    sessions,
    clock,
  });
  const sharedLists = createSharedTaskLists({ clock });
  const live = createLiveStreams({ bus, accounts, sessions, clock, log, onEvent: sharedLists.onEvent });
  const composedOperations = createComposedOperations({ settings, services, live, clock });
  const perAccount = createRateLimiter({
    clock,
    limit: settings.rateLimits.accountPerSecond,
    windowMs: 1000,
  });

  const editsPerAccount = createRateLimiter({
    clock,
    // A burst of a whole minute's edits would slow down the readers of the tasks.
    limit: Math.ceil(settings.rateLimits.editsPerMinute / 6),
    windowMs: 10_000,
  });

  const accountCalls = createInFlightLimiter({ limit: MAX_CALLS_PER_ACCOUNT });
  const downloads = createInFlightLimiter({
    limit: settings.rateLimits.accountDownloads,
    overall: settings.rateLimits.downloads,
  });
  const anonymousCalls = createInFlightLimiter({ limit: settings.rateLimits.strangersAtOnce });
  const signInCalls = createInFlightLimiter({ limit: settings.rateLimits.signInsAtOnce });

  const accountLists = createListBudget({
    clock,
    perSecond: settings.rateLimits.accountListKib,
    atOnce: ACCOUNT_LISTS_AT_ONCE,
  });
  const networkLists = createListBudget({
    clock,
    perSecond: settings.rateLimits.networkListKib,
    atOnce: NETWORK_LISTS_AT_ONCE,
  });

  const secondsToWait = (spec: OperationSpec, { account, identity }: Caller): number => {
    const key = account?.userId ?? identity?.email;
    if (key === undefined || spec.limit !== 'standard') return 0;
    return perAccount.take(key) || (spec.isEdit ? editsPerAccount.take(key) : 0);
  };

  /** Concurrency limit per caller. A slot lasts until the response is sent: a slow reader holds a connection to the service. */
  const withinConcurrencyLimit = async <R>(
    operation: OperationId,
    { account, identity }: Caller,
    connection: Connection | undefined,
    call: () => Promise<R>,
  ): Promise<R | GatewayFailure> => {
    const key = account?.userId ?? identity?.email;
    const isHashing = HASHES_PASSWORD.has(operation);
    const { limit, isDownload }: OperationSpec = OPERATIONS[operation];
    const ofAccount = isDownload ? downloads : accountCalls;
    if (!connection) return key === undefined ? call() : ofAccount.run(key, call);
    if (key === undefined && limit !== 'standard' && !isHashing) return call();
    const limiter = isHashing ? signInCalls : key === undefined ? anonymousCalls : ofAccount;
    const release = limiter.tryAcquire(isHashing ? connection.network : (key ?? connection.network));
    if (!release) return fail('too-many-requests', { retryAfter: 1 });
    connection.whenClosed(release);
    return call();
  };

  /**
   * A list waits for its turn in the queue of its account, then in the one of its network; visitors of a network have a queue of their own. The turn of an
   * account, or of the visitors, lasts until the response is sent. That of a network ends with the answer: one slow reader must not delay its neighbours.
   */
  const withinListBudget = async (
    request: PlainRequest,
    { account, identity }: Caller,
    connection: Connection | undefined,
    call: () => Promise<PlainResponse | GatewayFailure>,
  ): Promise<PlainResponse | GatewayFailure> => {
    const key = account?.userId ?? identity?.email;
    const network =
      connection && (key === undefined ? `visitors of ${connection.network}` : connection.network);
    const until = clock.now() + LIST_WAIT_MS;
    const waits = [
      ...(key === undefined ? [] : [() => accountLists.enter(key, until, request.whenGone)]),
      ...(network === undefined ? [] : [() => networkLists.enter(network, until, request.whenGone)]),
    ];
    const turns: Turn[] = [];
    for (const wait of waits) {
      const turn = await wait();
      if (!turn) {
        for (const entered of turns) entered.end(0);
        return fail('too-many-requests', { retryAfter: LIST_WAIT_MS / 1000 });
      }
      turns.push(turn);
    }
    const [own, shared] = turns;
    let cost = costOfList(request.query);
    try {
      const answer = await call();
      const isRefused = isFailure(answer) || answer.status >= 400;
      cost = isRefused ? REFUSED_LIST_COST : costOfList(request.query, answer.headers);
      return answer;
    } finally {
      shared?.end(cost);
      if (!connection) own?.end(cost);
      connection?.whenClosed((bytes) => {
        own?.end(cost + bytes / 1024);
        shared?.charge(bytes / 1024);
      });
    }
  };

  const forward = async (
    operation: OperationId,
    service: ServiceName,
    request: PlainRequest,
    who: Caller,
    correlationId: string,
    connection?: Connection,
  ): Promise<PlainResponse | GatewayFailure> => {
    const spec: OperationSpec = OPERATIONS[operation];
    const withinMs = settings.rateLimits.bodySeconds * 1000;
    const body = guardBody(spec, request, { clock, withinMs });
    if (!body.ok) return body.failure;
    const hasBody = body.raw !== undefined || request.body !== undefined;
    let { raw } = body;
    if (spec.ownPictures && who.account) {
      const { userId } = who.account;
      const checked = await requireOwnPictures({ ...request, raw }, userId, services, correlationId);
      if (!checked.ok) return checked.failure;
      raw = checked.raw;
    }
    const { raw: _, ...rest } = request;
    // It limits sign-ins and sign-ups by network.
    const network = service === 'user' ? connection?.network : undefined;
    const response = await services.call(service, operation, {
      ...rest,
      headers: forwardedHeaders(
        request.headers,
        { assertion: who.assertionFor(service), network, correlationId },
        hasBody,
      ),
      ...(raw && { raw }),
    });
    // The service rejected our assertion (key rotation), not the caller's token: 401 would sign them out.
    if (response.status === 401 && who.account) {
      if (response.body instanceof Readable) response.body.destroy();
      throw new ServiceUnavailableError(service, 'refused the assertion of the gateway');
    }
    if (operation === 'createUser' && who.identity) accounts.forget(who.identity.email);
    const mayHaveChanged = response.status < 300 || response.status >= 500;
    if (service === 'task' && spec.method !== 'GET' && mayHaveChanged) sharedLists.invalidate();
    return response;
  };

  const answerSharedTaskList = (
    request: PlainRequest,
    correlationId: string,
  ): Promise<PlainResponse | GatewayFailure> => {
    // Unknown parameters would multiply the cache keys.
    const query = Object.fromEntries(
      LIST_NAMES.flatMap((name) => (name in request.query ? [[name, request.query[name]]] : [])),
    );
    const headers = { [CORRELATION_HEADER]: correlationId };
    const anonymousRequest = {
      method: 'GET',
      path: request.path,
      params: {},
      query,
      headers,
      body: undefined,
    };
    const ask = () => services.call('task', 'listTasks', anonymousRequest);
    return sharedLists.answer(pathOf(OPERATIONS.listTasks, anonymousRequest), request, ask);
  };

  const run = async (
    operation: OperationId,
    request: PlainRequest,
    who: Caller,
    correlationId: string,
    connection?: Connection,
  ): Promise<PlainResponse | GatewayFailure> => {
    const spec: OperationSpec = OPERATIONS[operation];
    const retryAfter = secondsToWait(spec, who);
    if (retryAfter > 0) return fail('too-many-requests', { retryAfter });
    if (spec.service !== 'gateway') {
      const { service } = spec;
      const isShared = operation === 'listTasks' && !who.account;
      return withinConcurrencyLimit(operation, who, connection, () => {
        if (isShared) return answerSharedTaskList(request, correlationId);
        const call = () => forward(operation, service, request, who, correlationId, connection);
        return isList(spec) ? withinListBudget(request, who, connection, call) : call();
      });
    }
    const valid = validate(spec, request);
    if (!valid.ok) return valid.failure;
    const compose: ComposedOperation = composedOperations[operation as keyof typeof composedOperations];
    const reply = await compose(request, who, correlationId);
    return isFailure(reply) ? reply : { ...reply, headers: { 'content-type': JSON_TYPE, ...reply.headers } };
  };

  const failureOf = (error: unknown, operation: OperationId, correlationId: string): GatewayFailure => {
    if (error instanceof BodyTooLargeError) return fail('too-large');
    if (error instanceof BodyTooSlowError) return fail('request-timeout');
    if (error instanceof ServiceUnavailableError) {
      log.warn({ err: error, operation, correlationId }, 'a service does not answer');
      return fail('unavailable');
    }
    log.error({ err: error, operation, correlationId }, 'call failed: unexpected error');
    return fail('internal');
  };

  const finish = (answer: PlainResponse | GatewayFailure, correlationId: string): PlainResponse => {
    const response = isFailure(answer) ? problemResponse(answer, correlationId, 'gateway') : answer;
    response.headers[CORRELATION_HEADER] = correlationId;
    return response;
  };

  return {
    /** Never rejects. Without a connection (simulation) unauthenticated calls are unlimited. */
    handle: async (
      operation: OperationId,
      request: PlainRequest,
      connection?: Connection,
    ): Promise<PlainResponse> => {
      const began = clock.now();
      const correlationId = correlationIdOf(request.headers, ids);
      let account: string | null = null;
      const answer = async (): Promise<PlainResponse | GatewayFailure> => {
        const admission = await admit(OPERATIONS[operation], request.headers);
        if (!admission.ok) return admission.failure;
        account = admission.who.account?.userId ?? null;
        return run(operation, request, admission.who, correlationId, connection);
      };
      const { params } = request;
      const logAnswer = (status: number) =>
        logCall(log, { operation, status, ms: clock.now() - began, correlationId, account }, { params });
      try {
        const response = finish(await answer(), correlationId);
        logAnswer(response.status);
        return response;
      } catch (error) {
        const isGone = error instanceof CallerGoneError || request.raw?.errored;
        const failure = isGone ? fail('unavailable') : failureOf(error, operation, correlationId);
        const response = finish(failure, correlationId);
        logAnswer(isGone ? CALLER_GONE_STATUS : response.status);
        return response;
      }
    },
    /** Does not wait for the backlog: see `caughtUp`. */
    start: async () => {
      await Promise.all([accounts.start(), live.start()]);
    },
    caughtUp: accounts.caughtUp,
    isCaughtUp: accounts.isCaughtUp,
    stop: async () => {
      await Promise.all([live.stop(), accounts.stop()]);
    },
    counters: {
      piecework_refused_strangers_total: {
        help: 'Calls without an account refused by the concurrency limit of their network',
        value: anonymousCalls.refused,
      },
      piecework_refused_sign_ins_total: {
        help: 'Sign-ins, sign-ups and password changes refused by the concurrency limit of their network',
        value: signInCalls.refused,
      },
      piecework_shared_lists_total: {
        help: 'Task lists for anonymous callers answered from the cache',
        value: sharedLists.hits,
      },
      piecework_refused_downloads_total: {
        help: 'Downloads refused by the limit of their account or of all accounts',
        value: downloads.refused,
      },
      piecework_refused_lists_total: {
        help: 'Lists that waited too long for the budget of their account or network, or whose caller left',
        value: () => accountLists.refused() + networkLists.refused(),
      },
      piecework_refused_accounts_total: {
        help: 'Calls refused by the concurrency limit of their account',
        value: accountCalls.refused,
      },
    },
    gauges: {
      piecework_live_streams: { help: 'Open live streams', value: live.count },
      piecework_waiting_lists: {
        help: 'Lists that wait for the budget of their account or network',
        value: () => accountLists.waiting() + networkLists.waiting(),
      },
      piecework_ended_sessions: {
        help: 'Ended sessions whose tokens have not expired yet',
        value: sessions.size,
      },
      piecework_known_accounts: { help: 'Accounts in the projection', value: accounts.size },
    },
  };
};
export type Gateway = ReturnType<typeof createGateway>;
