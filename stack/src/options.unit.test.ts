import { randomBytes } from 'node:crypto';
import { FIREBASE_ENV, IMGBB_ENV, STRIPE_ENV } from '@piecework/config/testing';
import { readOptions, UsageError } from './options';
import { stackSettings } from './settings';

describe('the options of npm start', () => {
  const OPTIONS = 'The options are --port N, --data DIR, --no-demo, --no-build, --no-fronts and --processes.';

  test('have the documented defaults', () => {
    expect(readOptions([], {})).toEqual({ port: 3000, dataDir: '.data', demo: true, processes: false, fronts: true });
  });

  test('prefer the command line over the environment, and ignore an empty variable', () => {
    const env = { PORT: '4000', DATA_DIR: '/from/env' };
    expect(readOptions([], env)).toMatchObject({ port: 4000, dataDir: '/from/env' });
    expect(readOptions(['--port', '5000', '--data', '/typed', '--no-demo', '--processes'], env)).toEqual({
      port: 5000,
      dataDir: '/typed',
      demo: false,
      processes: true,
      fronts: true,
    });
    expect(readOptions([], { PORT: '', DATA_DIR: '' })).toMatchObject({ port: 3000, dataDir: '.data' });
  });

  test.each([
    [['--port', '0'], {}, "--port must be a whole number from 1 to 65429, not '0'."],
    [['--port', '65430'], {}, "--port must be a whole number from 1 to 65429, not '65430'."],
    [['--port', '3000.5'], {}, "--port must be a whole number from 1 to 65429, not '3000.5'."],
    [['--port', ''], {}, "--port must be a whole number from 1 to 65429, not ''."],
    [[], { PORT: 'abc' }, "PORT must be a whole number from 1 to 65429, not 'abc'."],
    [['--port'], {}, `Option '--port <value>' argument missing. ${OPTIONS}`],
    [['4000'], {}, `Unexpected argument '4000'. ${OPTIONS}`],
    [['--no-demo=1'], {}, `Option '--no-demo' does not take an argument. ${OPTIONS}`],
    [['--data', ''], {}, '--data must name a folder.'],
  ])('%p %p is refused with a message', (args, env, sentence) => {
    expect(() => readOptions(args, env)).toThrow(new UsageError(sentence));
  });

  test('limit the port, so that the derived ports are valid', () => {
    expect(readOptions(['--port', '65429'], {}).port).toBe(65_429);
  });
});

describe('loading the demo data', () => {
  const production = {
    NODE_ENV: 'production',
    STORE: 'sqlite',
    EVENTS: 'sqlite',
    IDENTITY: 'embedded',
    PAYMENTS: 'simulated',
    IMAGES: 'files',
    COIN_CREDIT: 'manual',
    PUBLIC_ORIGIN: 'https://piecework.example',
  };
  test.each([
    ['loads it by default', {}, [], true],
    ['does not load it with --no-demo', {}, ['--no-demo'], false],
    ['does not load it with DEMO_DATA=0', { DEMO_DATA: '0' }, [], false],
    ['prefers --no-demo to DEMO_DATA=1', { DEMO_DATA: '1' }, ['--no-demo'], false],
    ['does not load it in production by default: the password of its admin is public', production, [], false],
    ['does not load it with Stripe', STRIPE_ENV, [], false],
    ['does not load it with imgbb', IMGBB_ENV, [], false],
    ['does not load it with Firebase', FIREBASE_ENV, [], false],
    [
      'loads it in production when it is chosen and allowed',
      { ...production, DEMO_DATA: '1', ALLOW_INSECURE: 'demo-data' },
      [],
      true,
    ],
  ])('%s', (_rule, env, args, expected) => {
    const random = () => randomBytes(32).toString('hex');
    const given = { ...env, JWT_SECRET: random(), PAYOUT_KEY: random() };
    expect(stackSettings(readOptions(args, given), given).demoData).toBe(expected);
  });
});
