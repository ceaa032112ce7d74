import type { Clock, Ids, Log } from '@piecework/base';
import type { Settings } from '@piecework/config';
import { OPERATIONS, type OperationId } from '@piecework/contracts';
import type { EventBus } from '@piecework/event-log';
import {
  CallerGoneError,
  CORRELATION_HEADER,
  correlationIdOf,
  fail,
  isFailure,
  logCall,
  type PlainRequest,
  type PlainResponse,
  problemResponse,
  validate,
} from '@piecework/http';
import type { Assertions, Tokens } from '@piecework/identity';
import { z } from 'zod';
import { createAccessControl, type HasFactor, type IsOwner } from './access/access-control';
import { createAccountProjection } from './access/account-projection';
import { createEndedSessions } from './access/ended-sessions';
import { createIdentityVerifier } from './access/identity-verifier';
import type { Answer, Call, Connection } from './call';
import { type ComposedOperation, createComposedOperations } from './composed/composed-operations';
import { createSharedTaskLists } from './composed/shared-task-lists';
import type { GatewayFailure } from './gateway-failure';
import { createAccountRates } from './http/account-rates';
import { createConcurrencyLimits } from './http/concurrency-limits';
import { isList } from './http/list-budget';
import { createListTurns } from './http/list-turns';
import { BodyTooLargeError, BodyTooSlowError, guardBody, readBody } from './http/request-body';
import { createLiveStreams } from './live/live-stream';
import { createForward } from './upstream/forward';
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
const factorSchema = z.object({ hasFactor: z.boolean() });

/** nginx's status for a caller that disconnected before the response. */
export const CALLER_GONE_STATUS = 499;

const JSON_TYPE = 'application/json; charset=utf-8';

/** Admits the caller of a request. */
const createAdmission = ({ settings, bus, clock, log, tokens, assertions, services }: GatewayDeps) => {
  const userByEmail = (email: string) => services.internal('user', 'userByEmail', { email });
  const accountsAfter = (userId: string) => services.internal('user', 'accountsAfter', { userId });
  const sessions = createEndedSessions({ clock });
  const accounts = createAccountProjection({ bus, userByEmail, accountsAfter, sessions, clock, log });
  const verifyIdentity = createIdentityVerifier({ settings, tokens, services });
  const isOwner: IsOwner = async (identity) =>
    owningSchema.parse(await services.internal('user', 'isOwner', identity)).isOwner;
  const hasFactor: HasFactor = async (userId) =>
    factorSchema.parse(await services.internal('user', 'hasFactor', { userId })).hasFactor;
  const { requiresAdminFactor } = settings;
  const ofFactors = { hasFactor, requiresAdminFactor };
  const admit = createAccessControl({
    tokens,
    assertions,
    verifyIdentity,
    isOwner,
    ...ofFactors,
    accounts,
    sessions,
    clock,
  });
  return { sessions, accounts, admit };
};

const failureOf = (error: unknown, log: Log, facts: Pick<Call, 'operation' | 'correlationId'>): GatewayFailure => {
  if (error instanceof BodyTooLargeError) return fail('too-large');
  if (error instanceof BodyTooSlowError) return fail('request-timeout');
  if (error instanceof ServiceUnavailableError) {
    log.warn({ err: error, ...facts }, 'a service does not answer');
    return fail('unavailable');
  }
  log.error({ err: error, ...facts }, 'call failed: unexpected error');
  return fail('internal');
};

const finish = (answer: Answer, correlationId: string): PlainResponse => {
  const response = isFailure(answer) ? problemResponse(answer, correlationId, 'gateway') : answer;
  response.headers[CORRELATION_HEADER] = correlationId;
  return response;
};

export const createGateway = (deps: GatewayDeps) => {
  const { settings, bus, clock, ids, log, services } = deps;
  const { sessions, accounts, admit } = createAdmission(deps);
  const sharedLists = createSharedTaskLists({ clock });
  const live = createLiveStreams({ bus, accounts, sessions, clock, log, onEvent: sharedLists.onEvent });
  const composedOperations = createComposedOperations({ settings, services, live, clock, log });
  const secondsToWait = createAccountRates(settings.rateLimits, clock);
  const concurrency = createConcurrencyLimits(settings.rateLimits);
  const listTurns = createListTurns(settings.rateLimits, clock);
  const { forward, answerSharedTaskList } = createForward({ settings, services, accounts, sharedLists, clock });

  const compose = async ({ operation, spec, request, who, correlationId }: Call): Promise<Answer> => {
    const guarded = guardBody(spec, request, { clock, withinMs: settings.rateLimits.bodySeconds * 1000 });
    if (!guarded.ok) return guarded.failure;
    const { body, isJson } = await readBody({ body: request.body, raw: guarded.raw });
    if (!isJson) return fail('not-json');
    const valid = validate(spec, { ...request, body });
    if (!valid.ok) return valid.failure;
    const composed: ComposedOperation = composedOperations[operation as keyof typeof composedOperations];
    const reply = await composed({ ...request, body }, who, correlationId);
    return isFailure(reply) ? reply : { ...reply, headers: { 'content-type': JSON_TYPE, ...reply.headers } };
  };

  const run = async (call: Call): Promise<Answer> => {
    const { operation, spec, who } = call;
    const retryAfter = secondsToWait(call);
    if (retryAfter > 0) return fail('too-many-requests', { retryAfter });
    const { service } = spec;
    if (service === 'gateway') return spec.isDownload ? concurrency.run(call, () => compose(call)) : compose(call);
    return concurrency.run(call, () => {
      if (operation === 'listTasks' && !who.account) return answerSharedTaskList(call);
      return isList(spec) ? listTurns.run(call, () => forward(service, call)) : forward(service, call);
    });
  };

  return {
    /** Never rejects. Without a connection (simulation) unauthenticated calls are unlimited. */
    handle: async (operation: OperationId, request: PlainRequest, connection?: Connection): Promise<PlainResponse> => {
      const began = clock.now();
      const correlationId = correlationIdOf(request.headers, ids);
      const spec = OPERATIONS[operation];
      let account: string | null = null;
      const answer = async (): Promise<Answer> => {
        const admission = await admit(spec, request.headers);
        if (!admission.ok) return admission.failure;
        const { who } = admission;
        account = who.account?.userId ?? null;
        return run({ operation, spec, request, who, correlationId, connection });
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
        const failure = isGone ? fail('unavailable') : failureOf(error, log, { operation, correlationId });
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
      ...concurrency.counters,
      ...listTurns.counters,
      piecework_shared_lists_total: {
        help: 'Task lists for anonymous callers answered from the cache',
        value: sharedLists.hits,
      },
    },
    gauges: {
      piecework_live_streams: { help: 'Open live streams', value: live.count },
      ...listTurns.gauges,
      piecework_ended_sessions: { help: 'Ended sessions whose tokens have not expired yet', value: sessions.size },
      piecework_known_accounts: { help: 'Accounts in the projection', value: accounts.size },
    },
  };
};
export type Gateway = ReturnType<typeof createGateway>;
