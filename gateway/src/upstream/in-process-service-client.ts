import { OPERATIONS, type OperationSpec, type ServiceName } from '@piecework/contracts';
import {
  CORRELATION_HEADER,
  createInFlightLimiter,
  fail,
  type PlainRequest,
  type PlainResponse,
  problemResponse,
} from '@piecework/http';
import type { ServiceRuntime } from '@piecework/service-runtime/runtime';
import { bufferBody, parseJson } from '../http/request-body';
import { passedHeaders, type ServiceClient, ServiceUnavailableError } from './service-client';

export type InProcessService = Pick<ServiceRuntime, 'dispatch' | 'internal' | 'ready'>;

/** As the body parser of a service reads it: an empty body is an empty object. */
const readJson = async (
  raw: NonNullable<PlainRequest['raw']>,
): Promise<{ ok: true; body: unknown } | { ok: false }> => {
  const bytes = await bufferBody(raw);
  return bytes ? parseJson(bytes) : { ok: true, body: {} };
};

/**
 * Calls the services of this process without a socket. `services` may change: one that is not in it, and every call
 * with a raw body, goes through `overHttp`.
 */
export const createInProcessServiceClient = (
  services: ReadonlyMap<ServiceName, { runtime: InProcessService }>,
  overHttp: ServiceClient,
  { maxInFlight = 512 }: { maxInFlight?: number } = {},
): ServiceClient => {
  const inFlight = createInFlightLimiter({ limit: maxInFlight });

  const dispatch = async (service: ServiceName, call: () => Promise<PlainResponse>): Promise<PlainResponse> => {
    const release = inFlight.tryAcquire(service);
    if (!release) throw new ServiceUnavailableError(service, 'too many calls in progress');
    try {
      const { headers, ...response } = await call();
      return { ...response, headers: passedHeaders(headers) };
    } finally {
      release();
    }
  };

  return {
    call: async (service, operation, request) => {
      const runtime = services.get(service)?.runtime;
      const spec: OperationSpec = OPERATIONS[operation];
      if (!runtime || spec.rawBody) return overHttp.call(service, operation, request);
      const { raw, ...rest } = request;
      const read = raw ? await readJson(raw) : { ok: true as const, body: request.body };
      if (!read.ok) return problemResponse(fail('not-json'), request.headers[CORRELATION_HEADER] ?? '');
      return dispatch(service, () => runtime.dispatch(operation, { ...rest, body: read.body }));
    },
    internal: async (service, name, args, correlationId) => {
      const runtime = services.get(service)?.runtime;
      if (!runtime) return overHttp.internal(service, name, args, correlationId);
      try {
        return (await runtime.internal(name, args, correlationId, 'gateway')) ?? null;
      } catch (error) {
        throw new ServiceUnavailableError(service, `failed to answer '${name}'`, { cause: error });
      }
    },
    isReady: async (service) => {
      const runtime = services.get(service)?.runtime;
      if (!runtime) return overHttp.isReady(service);
      return runtime.ready().then(
        () => true,
        () => false,
      );
    },
    close: overHttp.close,
  };
};
