import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { SERVICES } from '@piecework/contracts';
import { readSettings } from '@piecework/service-kit';
import { findProgram } from '../../../scripts/lib/programs.mjs';
import { tableUnder } from '../support/page';

const FOLDER = 'docker/prometheus';
const RULES = readFileSync(`${FOLDER}/alerts.yml`, 'utf8');
const SCRAPE = readFileSync(`${FOLDER}/prometheus.yml`, 'utf8');

const alerts = [...RULES.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);

describe('the alert rules', () => {
  test('ask only for metrics that there are', () => {
    const shown = tableUnder('Metrics').map(([metric = '']) => metric.replaceAll('`', ''));
    const asked = new Set(RULES.match(/\bpiecework_\w+/g));
    expect(asked.size).toBeGreaterThan(8);
    // A histogram is asked by its buckets.
    expect(
      [...asked].map((name) => name.replace(/_bucket$/, '')).filter((name) => !shown.includes(name)),
    ).toEqual([]);
  });

  test('each have a line on what to do', () => {
    const told = tableUnder('Alerts').map(([name = '']) => name.replaceAll('`', ''));
    expect(told).toEqual(alerts);
  });
});

test('the scrape settings look for each program on the port that it has in Compose', () => {
  const { serviceUrls } = readSettings({ JWT_SECRET: 'a secret that is long enough for all' });
  for (const name of SERVICES)
    expect(SCRAPE).toContain(`names: [${name}], type: A, port: ${new URL(serviceUrls[name]).port},`);
  const [, metricsPort] = /names: \[gateway\], type: A, port: (\d+),/.exec(SCRAPE) ?? [];
  expect(readFileSync('docker-compose.yml', 'utf8')).toContain(`METRICS_PORT: ${metricsPort}\n`);
});

const promtool = (...args: string[]) => {
  try {
    return execFileSync('promtool', args, { cwd: FOLDER, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`promtool ${args.join(' ')}\n${stdout}${stderr}`);
  }
};
const hasPromtool = findProgram('promtool');
if (!hasPromtool)
  process.stderr.write(
    'Skipped, because there is no promtool (Debian: prometheus): the syntax of alert rules\n',
  );

(hasPromtool ? describe : describe.skip)('Prometheus itself', () => {
  test('takes the scrape settings and the rules', () => {
    expect(promtool('check', 'config', 'prometheus.yml')).toContain('SUCCESS: 1 rule files found');
    expect(promtool('check', 'rules', 'alerts.yml')).toContain(`SUCCESS: ${alerts.length} rules found`);
  });

  test('fires each alert when it should, and none when nothing is wrong', () => {
    expect(promtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
    const tested = readFileSync(`${FOLDER}/alerts.test.yml`, 'utf8');
    for (const alert of alerts) expect(tested).toContain(`alertname: ${alert}\n`);
  });
});
