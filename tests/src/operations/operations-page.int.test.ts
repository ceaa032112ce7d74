import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readSettings, SETTING_NAMES, SettingsError } from '@piecework/config';
import { IMGBB_ENV, STRIPE_ENV } from '@piecework/config/testing';
import { SERVICES } from '@piecework/contracts';
import { tableUnder } from '../support/operations-page';
import { useStack } from '../support/stack';

// docs/operations.md must agree with the code.
const firstCode = (cell = '') => /`([^`]+)`/.exec(cell)?.[1] ?? '';

const SECRET = randomBytes(32).toString('hex');

/** Environment of the providers whose settings have defaults. */
const WITH_DEFAULTS = { ...STRIPE_ENV, ...IMGBB_ENV };

const faultsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readSettings({ JWT_SECRET: SECRET, ...env });
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
};

describe('docs/operations.md', () => {
  const settings = tableUnder('Settings');

  test('lists exactly the settings that exist', () => {
    expect(settings.map(([name]) => firstCode(name)).sort()).toEqual([...SETTING_NAMES].sort());
  });

  test('lists every value of enumerated settings', () => {
    for (const [name = '', values = ''] of settings) {
      const [fault = ''] = faultsOf({ [firstCode(name)]: 'no such value' });
      const choices = fault.includes('expected') ? [...fault.matchAll(/"([^"]+)"/g)].map(([, value]) => value) : [];
      const documented = [...values.matchAll(/`([^`]+)`/g)].map(([, value]) => value);
      if (choices.length > 0) expect([name, ...documented.sort()]).toEqual([name, ...choices.sort()]);
    }
  });

  test('marks the settings that production requires', () => {
    const marked = settings.filter(([name = '']) => name.endsWith('*')).map(([name]) => firstCode(name));
    const wanted = faultsOf({ NODE_ENV: 'production' }).map((fault) => fault.split(':')[0] as string);
    expect(marked.sort()).toEqual([...new Set([...wanted, 'JWT_SECRET'])].sort());
  });

  test('has the default values', () => {
    const defaultOf = (wanted: string) => firstCode(settings.find(([name]) => firstCode(name) === wanted)?.[1]);
    const { port, dataDir, logLevel, rateLimits, trustProxy, coinCredit } = readSettings({ JWT_SECRET: SECRET });
    const { stripe, imgbb } = readSettings({ JWT_SECRET: SECRET, ...WITH_DEFAULTS });
    expect(defaultOf('STRIPE_JS_URL')).toBe(stripe?.scriptUrl);
    expect(defaultOf('IMGBB_URL')).toBe(imgbb?.url);
    expect(defaultOf('PORT')).toBe(String(port));
    expect(defaultOf('DATA_DIR')).toBe(dataDir);
    expect(defaultOf('LOG_LEVEL')).toBe(logLevel);
    expect(defaultOf('TRUST_PROXY')).toBe(String(trustProxy));
    expect(defaultOf('COIN_CREDIT')).toBe(coinCredit);
    const limits = tableUnder('Limits').map(([name, limit]) => [firstCode(name), Number(limit)]);
    expect(Object.fromEntries(limits)).toEqual(rateLimits);
  });

  test('has the port of each service', () => {
    const { serviceUrls } = readSettings({ JWT_SECRET: SECRET, PORT: '3000' });
    const ports = Object.fromEntries(tableUnder('Ports').map(([port, what]) => [what, port]));
    for (const name of SERVICES) {
      const offset = Number(new URL(serviceUrls[name]).port) - 3000;
      expect(ports[name]).toBe(`P+${offset}`);
      const row = settings.find(([variable]) => firstCode(variable) === `${name.toUpperCase()}_URL`);
      expect(firstCode(row?.[1])).toBe(`http://127.0.0.1:P+${offset}`);
    }
  });

  test('lists every command for an installation', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const ours = Object.keys(scripts).filter(
      (name) => scripts[name]?.includes('stack/src/commands/') && !name.startsWith('docs:'),
    );
    const named = tableUnder('Commands').map(([command]) => firstCode(command).split(' ')[2]);
    expect(named.sort()).toEqual(ours.sort());
  });

  describe('its metrics', () => {
    const stack = useStack();

    test('and timers are those of /metrics, with their help texts', async () => {
      const { url, settings: running } = stack();
      const sources = [['gateway', url], ...SERVICES.map((name) => [name, running.serviceUrls[name]])];
      const shown = new Map<string, { help: string; of: string[] }>();
      const timers = new Map<string, string[]>();
      for (const [of = '', address] of sources) {
        const text = await (await fetch(`${address}/metrics`)).text();
        for (const [, timer = ''] of text.matchAll(/^piecework_timer_overdue_seconds\{timer="([^"]+)"/gm))
          timers.set(timer, [...(timers.get(timer) ?? []), of]);
        // prom-client documents the default metrics (https://github.com/siimon/prom-client).
        for (const [, metric = '', help = ''] of text.matchAll(/^# HELP (piecework_\S+) (.+)$/gm))
          shown.set(metric, { help, of: [...(shown.get(metric)?.of ?? []), of] });
      }
      const sourceOf = (of: readonly string[]) =>
        of.length === SERVICES.length + 1 ? 'all' : of.length === SERVICES.length ? 'services' : of.join(', ');
      const rows = [...shown].map(([metric, { help, of }]) => [`\`${metric}\``, sourceOf(of), help]);
      expect(tableUnder('Metrics').sort()).toEqual(rows.sort());
      const timerRows = [...timers].map(([timer, of]) => [`\`${timer}\``, sourceOf(of)]);
      expect(
        tableUnder('Timers')
          .map(([timer, of]) => [timer, of])
          .sort(),
      ).toEqual(timerRows.sort());
    });
  });
});
