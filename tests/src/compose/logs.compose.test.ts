import { pause } from '@piecework/base/testing';
import { describeWithDocker } from '@piecework/base/testing/docker';
import { containersOf } from './containers';
import { type ComposeStack, prepareComposeStack } from './stack';

/** Differs from the ports of every other stack. */
const PORT_PREFIX = 44;
const PROJECT = `piecework-compose-${PORT_PREFIX}`;
const FILES = { COMPOSE_FILE: 'docker-compose.yml:docker/compose.logs.yml' };
/** Any program that runs alone. */
const PROGRAM = 'mf-public';
const SERVED = `${PROGRAM} is served`;

describeWithDocker('the log collector', () => {
  let stack: ComposeStack;
  const compose = async (...args: string[]) => {
    const { code, output } = await stack.run(args, FILES);
    if (code !== 0) throw new Error(`docker compose ${args.join(' ')} ended with ${code}:\n${output}`);
    return output;
  };
  /** The command of docs/operations.md. */
  const found = async (text: string): Promise<string[]> => {
    const script = `zgrep -h '${text}' /var/log/piecework/* || true`;
    return (await compose('exec', '-T', 'logs', 'sh', '-c', script)).split('\n').filter(Boolean);
  };
  const untilFound = async (text: string, count: number): Promise<string[]> => {
    for (const deadline = Date.now() + 20_000; ; await pause(200)) {
      const lines = await found(text);
      if (lines.length >= count) return lines;
      if (Date.now() > deadline) throw new Error(`found ${lines.length} of ${count} lines of ${text}`);
    }
  };

  beforeAll(() => {
    stack = prepareComposeStack(PORT_PREFIX);
  });
  afterAll(async () => {
    await compose('--profile', '*', 'down', '--volumes', '--timeout', '5');
    await stack.remove();
  });

  test('gets the lines of every container but its own', async () => {
    const output = await compose('--profile', '*', 'config', '--format', 'json');
    const { services } = JSON.parse(output) as { services: Record<string, { logging: { driver: string } }> };
    for (const [name, { logging }] of Object.entries(services))
      expect([name, logging.driver]).toEqual([name, name === 'logs' ? 'json-file' : 'syslog']);
  });

  test('finds a line of a container that was replaced since, also after its own replacement and in rotated files', async () => {
    await compose('build', 'logs', PROGRAM);
    await compose('up', '--detach', '--wait', 'logs', PROGRAM);
    const [line = ''] = await untilFound(SERVED, 1);
    expect(line).toMatch(new RegExp(`^\\S+Z ${PROJECT}-${PROGRAM}-1 \\{"level":30,.*\\}$`));

    await compose('up', '--detach', '--wait', '--force-recreate', PROGRAM);
    await untilFound(SERVED, 2);
    const kept = await compose('logs', '--no-log-prefix', PROGRAM);
    expect(kept).toContain(SERVED);
    expect(line).not.toContain(
      kept
        .trim()
        .split('\n')
        .find((one) => one.includes(SERVED)) ?? '',
    );

    const rotate = 'logrotate --force --state /tmp/test.state /etc/piecework/logrotate.conf';
    await compose('exec', '-T', 'logs', 'sh', '-c', rotate);
    await compose('up', '--detach', '--wait', '--force-recreate', 'logs');
    await compose('restart', PROGRAM);
    expect(await untilFound(SERVED, 3)).toContain(line);
    await compose('exec', '-T', 'logs', 'sh', '-c', rotate);
    expect(await compose('exec', '-T', 'logs', 'ls', '/var/log/piecework')).toMatch(/\.gz$/m);
    expect(await found(SERVED)).toContain(line);
  });

  test('does not keep a container from starting while it is down', async () => {
    await compose('stop', 'logs');
    await compose('up', '--detach', '--wait', '--force-recreate', PROGRAM);
    await compose('start', 'logs');
  });

  test('has no privileges, and publishes its port on this machine only', () => {
    const [{ Config, HostConfig }] = containersOf(PROJECT).get('logs') as [
      NonNullable<ReturnType<ReturnType<typeof containersOf>['get']>>[0],
    ];
    expect(Config.User).toBe('1000:1000');
    expect(HostConfig).toMatchObject({
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges:true'],
      ReadonlyRootfs: true,
      PidsLimit: 32,
      PortBindings: { '5514/udp': [{ HostIp: '127.0.0.1', HostPort: `${PORT_PREFIX}14` }] },
    });
  });
});
