import { stringify } from 'node:querystring';
import { type Clock, type Ids, type Log, OverloadedError } from '@piecework/base';
import {
  type EventType,
  OPERATIONS,
  type OperationId,
  type OperationInput,
  type OperationSpec,
  type ServiceName,
} from '@piecework/contracts';
import { BusUnavailableError } from '@piecework/event-log';
import {
  ASSERTION_HEADER,
  correlationIdOf,
  fail,
  failField,
  isFailure,
  logCall,
  type PlainRequest,
  type PlainResponse,
  problemResponse,
  type Reply,
  validate,
} from '@piecework/http';
import type { Assertion, Assertions } from '@piecework/identity';
import { StoreUnavailableError } from '@piecework/store';
import type { Transact, Unit } from '../events/unit';
import { runOnce } from './idempotency';
import { type Call, NOT_OFFERED, type OperationHandler, type ServiceFailure } from './operations';

export interface OperationHandlerDeps {
  operations: Readonly<Record<string, OperationHandler>>;
  transact: Transact;
  /** The required audience of assertions. */
  service: ServiceName;
  assertions: Pick<Assertions, 'verify'>;
  /** Keys of this service; the first one signs. */
  serviceKeys: readonly string[];
  clock: Clock;
  ids: Ids;
  log: Log;
}

const ANONYMOUS: Assertion = { actor: null, identity: null };

const createAssertionReader = (deps: Pick<OperationHandlerDeps, 'service' | 'assertions' | 'clock'>) => {
  const { service, assertions, clock } = deps;
  const cache = new Map<string, Assertion & { exp: number }>();
  return (header: string | undefined): Assertion | null => {
    if (header === undefined) return ANONYMOUS;
    const remembered = cache.get(header);
    if (remembered && remembered.exp * 1000 > clock.now()) return remembered;
    const verified = assertions.verify(service, header);
    if (!verified.ok) return null;
    if (cache.size >= 5000) cache.clear();
    cache.set(header, verified.claims);
    return verified.claims;
  };
};

const linkToNext = (query: PlainRequest['query'], next: NonNullable<Reply['next']>): string => {
  const offset = query.start === undefined ? 'offset' : 'start';
  const rest = typeof next === 'number' ? { [offset]: String(next) } : next;
  const asked = { ...query, ...rest } as NodeJS.Dict<string | string[]>;
  return `<?${stringify(asked)}>; rel="next"`;
};

/** Never rejects. */
export const createOperationHandler = (deps: OperationHandlerDeps) => {
  const { clock, ids, log, service } = deps;
  const readAssertion = createAssertionReader(deps);

  const refusalOf = (spec: OperationSpec, { actor, identity }: Assertion): ServiceFailure | null => {
    if (spec.auth === 'none' || spec.auth === 'optional') return null;
    if (spec.auth === 'access') {
      if (!actor) return fail('unauthenticated');
      return spec.roles && !spec.roles.includes(actor.role) ? fail('forbidden') : null;
    }
    return actor || identity ? null : fail('unauthenticated');
  };

  const callOf = (
    operation: OperationId,
    spec: OperationSpec,
    handler: OperationHandler,
    request: PlainRequest,
    input: OperationInput<OperationId>,
    who: Assertion,
    correlationId: string,
  ): Call => {
    const key = spec.idempotent ? request.headers['idempotency-key'] : undefined;
    const account = who.actor?.userId ?? null;
    const cause = { correlationId, causationId: null, actor: account, actorEmail: who.actor?.email };
    return {
      actor: who.actor,
      identity: who.identity,
      correlationId,
      headers: request.headers,
      raw: request.raw,
      whenGone: request.whenGone,
      transact: <R>(fn: (unit: Unit) => Promise<R>) =>
        deps.transact<EventType, R>(cause, handler.emits, (unit) =>
          key === undefined || account === null
            ? fn(unit)
            : (runOnce(
                unit,
                { clock, keys: deps.serviceKeys },
                { account, operation, key, request: [input.params, input.body] },
                () => fn(unit),
              ) as Promise<R>),
        ),
    };
  };

  const respond = (result: Reply | ServiceFailure, request: PlainRequest, correlationId: string): PlainResponse => {
    if (isFailure(result)) return problemResponse(result, correlationId, service);
    return {
      status: result.status,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        ...(result.next !== undefined && { link: linkToNext(request.query, result.next) }),
        ...result.headers,
      },
      body: result.body,
    };
  };

  const failureOf = (error: unknown, operation: string, correlationId: string): ServiceFailure => {
    if (error instanceof StoreUnavailableError || error instanceof BusUnavailableError) {
      log.error({ err: error, operation, correlationId }, 'the store or the event log is unavailable');
      return fail('unavailable');
    }
    if (error instanceof OverloadedError) {
      log.warn({ err: error, operation, correlationId }, 'call refused: overloaded');
      return fail('unavailable');
    }
    log.error({ err: error, operation, correlationId }, 'call failed: unexpected error');
    return fail('internal');
  };

  return async (operation: OperationId, request: PlainRequest): Promise<PlainResponse> => {
    const began = clock.now();
    const correlationId = correlationIdOf(request.headers, ids);
    const spec: OperationSpec = OPERATIONS[operation];
    const handler = deps.operations[operation];
    let account: string | null = null;
    const run = async (): Promise<Reply | ServiceFailure> => {
      if (!handler || handler === NOT_OFFERED) return fail('not-found');
      const who = readAssertion(request.headers[ASSERTION_HEADER]);
      if (!who) return fail('unauthenticated');
      account = who.actor?.userId ?? null;
      const refusal = refusalOf(spec, who);
      if (refusal) return refusal;
      const key = request.headers['idempotency-key'];
      if (spec.idempotent && key !== undefined && !/^[\x21-\x7e]{1,200}$/.test(key)) {
        return failField('Idempotency-Key', 'Idempotency-Key must be 1 to 200 visible ASCII characters');
      }
      const valid = validate(spec, request);
      if (!valid.ok) return valid.failure;
      const input = valid.input as OperationInput<OperationId>;
      return handler.handle(input, callOf(operation, spec, handler, request, input, who, correlationId));
    };
    const answer = async (): Promise<PlainResponse> => {
      try {
        return respond(await run(), request, correlationId);
      } catch (error) {
        return problemResponse(failureOf(error, operation, correlationId), correlationId, service);
      }
    };
    const response = await answer();
    const { status, body } = response;
    const call = { operation, status, ms: clock.now() - began, correlationId, account };
    logCall(log, call, { params: request.params, body });
    return response;
  };
};
