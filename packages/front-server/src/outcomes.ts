import express, { type Express, type Request } from 'express';
import { Counter, Registry } from 'prom-client';
import { z } from 'zod';

/** What a page reports of a build of a remote: `loaded`; `failed`, it could not be loaded; `error`, a page of it threw. */
const reportSchema = z.strictObject({
  remote: z.string().max(100),
  version: z.string().max(100),
  outcome: z.enum(['loaded', 'failed', 'error']),
});

/**
 * Counts what browsers report of the builds of remotes: POST /remotes/outcomes.
 *
 * @param isKnown bounds the number of time series: anyone can post
 */
export const createOutcomes = (isKnown: (remote: string, version: string) => boolean) => {
  const registry = new Registry();
  const counter = new Counter({
    name: 'piecework_remote_outcomes_total',
    help: 'What browsers report of the builds of remotes: loaded, failed to load, or a page of it threw (error)',
    labelNames: ['remote', 'version', 'outcome'],
    registers: [registry],
  });
  const isSameOrigin = ({ headers }: Request) => (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin';

  return {
    metrics: { contentType: registry.contentType, text: () => registry.metrics() },
    mount: (app: Express): void => {
      app.post('/remotes/outcomes', express.json({ limit: '1kb' }), (request, response) => {
        const { success, data } = reportSchema.safeParse(request.body);
        if (!success || !isSameOrigin(request)) return void response.status(400).end();
        if (isKnown(data.remote, data.version)) counter.inc(data);
        response.status(204).end();
      });
    },
  };
};
