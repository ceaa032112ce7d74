import type { Ids, Log } from '@piecework/base';
import { ASSERTION_HEADER, CORRELATION_HEADER, correlationIdOf, fail } from '@piecework/http';
import { createHttpAdapter } from '@piecework/http/adapter';
import { createApp, mountOperations } from '@piecework/http/server';
import type { Assertions } from '@piecework/identity';
import express from 'express';
import { countRequests, createMetrics, type Metrics } from '../metrics';
import { type ServiceRuntime, UnknownInternalCallError } from '../runtime';

/** Counts and times the calls of `runtime`, and logs its internal ones: over HTTP and within this process alike. */
export const observeCalls = (
  runtime: ServiceRuntime,
  { metrics, log }: { metrics: Metrics; log: Log },
): ServiceRuntime => ({
  ...runtime,
  internal: async (name, args, correlationId, caller) => {
    try {
      const answer = await runtime.internal(name, args, correlationId);
      log.debug({ internal: name, caller, correlationId }, 'internal call answered');
      return answer;
    } catch (error) {
      if (!(error instanceof UnknownInternalCallError))
        log.error({ err: error, internal: name, caller, correlationId }, 'an internal call failed');
      throw error;
    }
  },
  dispatch: async (operation, request) => {
    const began = process.hrtime.bigint();
    const response = await runtime.dispatch(operation, request);
    metrics.observe(operation, response.status, Number(process.hrtime.bigint() - began) / 1e9);
    return response;
  },
});

export const createServiceMetrics = (runtime: ServiceRuntime): Metrics => {
  const metrics = createMetrics(runtime.name);
  for (const [name, gauge] of Object.entries(runtime.gauges)) metrics.gauge(name, gauge.help, gauge.value);
  metrics.labelledGauge(
    'piecework_timer_overdue_seconds',
    'Age of the oldest deadline that has passed and was not handled, by timer; 0 when there is none',
    'timer',
    runtime.overdue,
  );
  metrics.labelledGauge(
    'piecework_parked_event_seconds',
    'Age of a parked event, by id; of the 100 oldest',
    'event',
    runtime.parkedAges,
  );
  metrics.labelledCounter(
    'piecework_store_commands_total',
    'Commands to the store, by name',
    'command',
    runtime.commands,
  );
  countRequests(metrics, runtime.requests);
  return metrics;
};

export const createServiceApp = (
  runtime: ServiceRuntime,
  deps: { metrics: Metrics; assertions: Pick<Assertions, 'verifyInternal'>; ids: Ids; log: Log },
): express.Express => {
  const { metrics, assertions, ids, log } = deps;
  const app = createApp();
  const adapter = createHttpAdapter({ ids, log });

  mountOperations(app, adapter, runtime.operations, runtime.dispatch);

  app.post('/internal/:name', express.json({ limit: '1mb' }), async (request, response) => {
    const correlationId = correlationIdOf({ [CORRELATION_HEADER]: request.header(CORRELATION_HEADER) }, ids);
    const { name = '' } = request.params;
    const verified = assertions.verifyInternal(runtime.name, request.header(ASSERTION_HEADER) ?? '');
    if (!verified.ok) return adapter.refuse(request, response, fail('unauthenticated'), {}, correlationId);
    try {
      const args = (request.body as Record<string, unknown> | undefined) ?? {};
      response.json((await runtime.internal(name, args, correlationId, verified.claims.iss)) ?? null);
    } catch (error) {
      if (error instanceof UnknownInternalCallError)
        return adapter.refuse(request, response, fail('not-found'), {}, correlationId);
      return adapter.refuse(request, response, fail('internal'), {}, correlationId);
    }
  });

  app.get('/healthz', (_request, response) => void response.json({ ok: true }));
  app.get('/readyz', async (_request, response) => {
    const reason = await runtime.ready().then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    response.status(reason === null ? 200 : 503).json(reason === null ? { ok: true } : { ok: false, reason });
  });
  app.get('/metrics', async (_request, response) => {
    response.setHeader('content-type', metrics.contentType);
    response.end(await metrics.text());
  });

  app.use((request, response) => adapter.refuse(request, response, fail('not-found'))).use(adapter.onError);
  return app;
};
