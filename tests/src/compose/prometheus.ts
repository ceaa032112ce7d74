import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { runLabels } from '@piecework/base/testing/docker';
import { fetchInside } from './containers';

/** A time series of an instant query of Prometheus' HTTP API. */
export interface Sample {
  metric: Record<string, string>;
  /** Unix time in seconds, and the value as text, which may be `NaN`. */
  value: [number, string];
}

/** A Prometheus on the internal networks of a stack, with the scrape settings and rules of `docker/prometheus`. */
export interface Prometheus {
  /** Result of an instant query. */
  query(expression: string): Sample[];
  /** Pending and firing alerts. */
  alerts(): { labels: Record<string, string>; state: string }[];
  remove(): void;
}

/**
 * Runs the host's Prometheus binary in a container, because the image `prom/prometheus` cannot be pulled everywhere. Its data is not
 * persistent.
 *
 * @param binary Debian's `prometheus`, which has to be compatible with the libc of `image`
 * @param image an image with Node, which sends the queries
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
  docker('network', 'connect', `${project}_metrics`, name);
  const get = (path: string) => {
    const { status, data, error } = JSON.parse(fetchInside(name, `http://127.0.0.1:9090/api/v1/${path}`));
    if (status !== 'success') throw new Error(`Prometheus did not answer ${path}: ${error}`);
    return data;
  };
  return {
    query: (expression) => get(`query?query=${encodeURIComponent(expression)}`).result,
    alerts: () => get('alerts').alerts,
    remove: () => void docker('rm', '--force', '--volumes', name),
  };
};
