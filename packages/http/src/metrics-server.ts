import { createApp, HOSTS, listen, ownAddressesOf } from './server';

interface MetricsText {
  contentType: string;
  /** Prometheus text format. */
  text(): Promise<string>;
}

interface MetricsServerSettings {
  metricsPort?: number | undefined;
  metricsHost?: string | undefined;
  listen: keyof typeof HOSTS;
}

/**
 * Serves metrics to a remote scraper, on a port that is not public.
 *
 * @returns undefined without METRICS_PORT
 * @throws {ListenError}, and {OperatorError} when METRICS_HOST is no name of this machine
 */
export const serveMetrics = async (
  metrics: MetricsText,
  { metricsPort, metricsHost, listen: facing }: MetricsServerSettings,
): Promise<{ port: number; stop(): Promise<void> } | undefined> => {
  if (metricsPort === undefined) return undefined;
  const app = createApp();
  app.get('/metrics', async (_request, response) => {
    response.writeHead(200, { 'content-type': metrics.contentType }).end(await metrics.text());
  });
  app.get('/healthz', (_request, response) => void response.json({ ok: true }));
  app.use((_request, response) => void response.status(404).end());
  return listen(app, metricsPort, metricsHost === undefined ? HOSTS[facing] : await ownAddressesOf(metricsHost));
};
