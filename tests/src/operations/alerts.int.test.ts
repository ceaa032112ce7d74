import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readSettings } from '@piecework/config';
import { SERVICES } from '@piecework/contracts';
import { findProgram } from '../../../scripts/lib/programs.mjs';
import { tableUnder } from '../support/operations-page';

const FOLDER = 'docker/prometheus';
const RULES = readFileSync(`${FOLDER}/alerts.yml`, 'utf8');
const SCRAPE = readFileSync(`${FOLDER}/prometheus.yml`, 'utf8');

const alerts = [...RULES.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);

describe('the alert rules', () => {
  test('query only documented metrics', () => {
    const shown = tableUnder('Metrics').map(([metric = '']) => metric.replaceAll('`', ''));
    const queried = new Set(RULES.match(/\bpiecework_\w+/g));
    expect(queried.size).toBeGreaterThan(8);
    // A histogram is queried by its buckets.
    expect([...queried].map((name) => name.replace(/_bucket$/, '')).filter((name) => !shown.includes(name))).toEqual(
      [],
    );
  });

  test('are all documented', () => {
    const documented = tableUnder('Alerts').map(([name = '']) => name.replaceAll('`', ''));
    expect(documented).toEqual(alerts);
  });
});

test('prometheus.yml scrapes each program at its port of docker-compose.yml', () => {
  const { serviceUrls } = readSettings({ JWT_SECRET: 'a secret that is long enough for all' });
  for (const name of SERVICES)
    expect(SCRAPE).toContain(`names: [${name}], type: A, port: ${new URL(serviceUrls[name]).port},`);
  const [, metricsPort] = /names: \[gateway, gateway-2\], type: A, port: (\d+),/.exec(SCRAPE) ?? [];
  expect(readFileSync('docker-compose.yml', 'utf8')).toContain(`METRICS_PORT: ${metricsPort}\n`);
});

test('PieceworkMemoryShort has the memory limits of docker-compose.yml', () => {
  const compose = readFileSync('docker-compose.yml', 'utf8');
  const limitIn = (block = '') => Number(/^ +mem_limit: (\d+)m$/m.exec(block)?.[1] ?? Number.NaN);
  const common = limitIn(/^x-program:.*?(?=^\S)/ms.exec(compose)?.[0].slice(1));
  /** MB of the media service's decoder processes. */
  const DECODERS = 2 * 256;
  const limitOf = (program: string) =>
    limitIn(new RegExp(`^  ${program}:\n.*?(?=^ {0,2}\\S)`, 'ms').exec(compose)?.[0].slice(2)) || common;
  const rule = /alert: PieceworkMemoryShort.*?for:/s.exec(RULES)?.[0] ?? '';
  const named = [...rule.matchAll(/program="(\w+)"} > 0\.9 \* (\d+) /g)];
  const limits = new Map(named.map(([, program = '', limit]) => [program, Number(limit)]));
  const [, but = '', others] = /program!~"([\w|]+)"} > 0\.9 \* (\d+) /.exec(rule) ?? [];
  expect(but.split('|').sort()).toEqual([...limits.keys()].sort());
  for (const program of [...SERVICES, 'gateway'])
    expect([program, limits.get(program) ?? Number(others)]).toEqual([
      program,
      limitOf(program) - (program === 'media' ? DECODERS : 0),
    ]);
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
  process.stderr.write('Skipped without promtool (Debian package prometheus): the syntax of alert rules\n');

(hasPromtool ? describe : describe.skip)('promtool', () => {
  test('accepts the scrape settings and the rules', () => {
    expect(promtool('check', 'config', 'prometheus.yml')).toContain('SUCCESS: 1 rule files found');
    expect(promtool('check', 'rules', 'alerts.yml')).toContain(`SUCCESS: ${alerts.length} rules found`);
  });

  test('passes the alert tests, which cover every alert', () => {
    expect(promtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
    const tested = readFileSync(`${FOLDER}/alerts.test.yml`, 'utf8');
    for (const alert of alerts) expect(tested).toContain(`alertname: ${alert}\n`);
  });
});
