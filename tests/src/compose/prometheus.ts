import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { runLabels } from '@piecework/base/testing/docker';
import { askInside } from './containers';

/** One time series of an answer of Prometheus' HTTP API: what it is called, and its value now. */
export interface Sample {
  metric: Record<string, string>;
  /** Seconds since 1970, and the value as text, which may be `NaN`. */
  value: [number, string];
}

/** A Prometheus on the inner network of a stack, with the scrape settings and the rules of `docker/prometheus`. */
export interface Prometheus {
  /** The samples of an instant query; `[]` for none. */
  query(expression: string): Sample[];
  /** Alerts that wait or fire now. */
  alerts(): { labels: Record<string, string>; state: string }[];
  remove(): void;
}

/**
 * Starts this machine's own program in a container, since the image `prom/prometheus` cannot be pulled everywhere. It stores nothing that
 * outlives it.
 *
 * @param binary Debian's `prometheus`; it has to run on the libc of `image`
 * @param image with Node in it, which asks for answers
 */
export const startPrometheus = (binary: string, project: string, image: string): Prometheus => {
  const name = `${project}-prometheus`;
  const docker = (...args: string[]) => execFileSync('docker', args, { encoding: 'utf8', stdio: 'pipe' });
  docker(
    ...['run', '--detach', '--name', name, '--network', `${project}_back`],
    ...Object.entries(runLabels()).flatMap(([label, value]) => ['--label', `${label}=${value}`]),
    ...['--user', '1000:1000', '--read-only', '--tmpfs', '/prometheus:mode=1777', '--memory', '256m'],
    ...['--volume', `${binary}:/usr/local/bin/prometheus:ro`],
    ...['--volume', `${resolve('docker/prometheus')}:/etc/prometheus:ro`],
    ...['--entrypoint', 'prometheus', image],
    ...['--config.file=/etc/prometheus/prometheus.yml', '--storage.tsdb.path=/prometheus'],
  );
  const ask = (path: string) => {
    const { status, data, error } = JSON.parse(askInside(name, `http://127.0.0.1:9090/api/v1/${path}`));
    if (status !== 'success') throw new Error(`Prometheus did not answer ${path}: ${error}`);
    return data;
  };
  return {
    query: (expression) => ask(`query?query=${encodeURIComponent(expression)}`).result,
    alerts: () => ask('alerts').alerts,
    remove: () => void docker('rm', '--force', '--volumes', name),
  };
};
