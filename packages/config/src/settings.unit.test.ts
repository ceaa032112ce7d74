import { readFileSync } from 'node:fs';
import { SERVICES } from '@piecework/contracts';
import { FRONT_PORTS } from '@piecework/federation/fronts';
import { FIREBASE_ENV, IMGBB_ENV, STRIPE_ENV } from '../testing';
import { deriveServiceKeys } from './service-keys';
import { type ProgramName, readFrontSettings, readSettings, type Settings, SettingsError } from './settings';
import { INSECURE } from './settings.insecure';

const SECRET = 'a secret that is long enough for all';

const settings = (env: Record<string, string | undefined> = {}): Settings =>
  readSettings({ JWT_SECRET: SECRET, ...env });

const faultsOf = (
  env: Record<string, string | undefined>,
  read: (env: Record<string, string | undefined>) => unknown = (given) => readSettings(given),
): readonly string[] => {
  try {
    read(env);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
};

const RANDOM = '9b1c64f0e7a25d38c0b4f16e92ad7853e1f60c4b87d92a35be047c1d68f3a59e';

const CHOSEN = {
  NODE_ENV: 'production',
  JWT_SECRET: RANDOM,
  PAYOUT_KEY: [...RANDOM].reverse().join(''),
  STORE: 'sqlite',
  EVENTS: 'sqlite',
  IDENTITY: 'embedded',
  PAYMENTS: 'simulated',
  IMAGES: 'files',
  COIN_CREDIT: 'manual',
  PUBLIC_ORIGIN: 'https://piecework.example/some/page',
};

describe('settings', () => {
  test('default to embedded engines', () => {
    expect(settings()).toMatchObject({
      production: false,
      store: 'sqlite',
      events: 'sqlite',
      identity: 'embedded',
      payments: 'simulated',
      images: 'files',
      coinCredit: 'manual',
      dataDir: '.data',
      demoData: false,
      port: 3000,
      trustProxy: 0,
    });
  });

  test('list every error by its name', () => {
    const faults = faultsOf({
      STORE: 'oracle',
      LOG_LEVEL: 'loud',
      COIN_CREDIT: 'sometimes',
      PUBLIC_ORIGIN: 'ftp://example.com',
      TRUST_PROXY: '-1',
      PORT: 'high',
      METRICS_PORT: '65536',
      RATE_LIMITS: 'speed=9',
    });
    for (const name of [
      'STORE',
      'LOG_LEVEL',
      'COIN_CREDIT',
      'PUBLIC_ORIGIN',
      'TRUST_PROXY',
      'PORT',
      'METRICS_PORT',
      'RATE_LIMITS',
    ])
      expect(faults.filter((fault) => fault.startsWith(`${name}: `))).toHaveLength(1);
    expect(faults).toContain('JWT_SECRET: is missing');
    expect(faults).toHaveLength(9);
  });

  test('report all errors in one message, one per line', () => {
    expect(() => readSettings({ PORT: '0' })).toThrow(
      'Some settings are wrong:\n  JWT_SECRET: is missing\n  PORT: must be a whole number from 1 to 65429',
    );
  });

  test('require an explicit choice of each part in production, listed beside all other errors', () => {
    expect(faultsOf({ NODE_ENV: 'production' })).toEqual([
      'JWT_SECRET: is missing',
      'PAYOUT_KEY: is missing',
      ...['STORE', 'EVENTS', 'IDENTITY', 'PAYMENTS', 'IMAGES', 'COIN_CREDIT', 'PUBLIC_ORIGIN'].map(
        (name) => `${name}: must be chosen by name in production`,
      ),
    ]);
    for (const name of Object.keys(CHOSEN).filter((key) => !['NODE_ENV', 'JWT_SECRET', 'PAYOUT_KEY'].includes(key)))
      expect(faultsOf({ ...CHOSEN, [name]: undefined })).toEqual([`${name}: must be chosen by name in production`]);
    expect(readSettings(CHOSEN).production).toBe(true);
  });

  test('hash passwords with 32 MiB, and with less only in tests', () => {
    expect(settings().passwordCost).toBe(15);
    for (const cost of ['3', '16', '14.5', 'x'])
      expect(faultsOf({ JWT_SECRET: SECRET, PASSWORD_COST: cost })).toEqual([
        'PASSWORD_COST: must be a whole number from 4 to 15',
      ]);
    expect(faultsOf({ JWT_SECRET: SECRET, PASSWORD_COST: '4' })).toEqual([]);
    expect(faultsOf({ ...CHOSEN, PASSWORD_COST: '14' })).toEqual([
      'PASSWORD_COST: is for tests, and refused in production',
    ]);
    expect(readSettings(CHOSEN).passwordCost).toBe(15);
  });

  test('treat an empty variable as absent', () => {
    expect(settings({ STORE: '', PORT: '', JWT_SECRET_PREVIOUS: '', ALLOWED_ORIGINS: '' })).toEqual(settings());
    expect(faultsOf({ JWT_SECRET: '' })).toEqual(['JWT_SECRET: is missing']);
  });

  test.each(['JWT_SECRET', 'JWT_SECRET_PREVIOUS', 'PAYOUT_KEY'])('require 32 bytes in %s', (name) => {
    const with32 = { JWT_SECRET: SECRET, [name]: 'é'.repeat(16) };
    expect(faultsOf(with32)).toEqual([]);
    expect(faultsOf({ ...with32, [name]: 'x'.repeat(31) })).toEqual([`${name}: must be at least 32 bytes long`]);
  });

  test.each([' ', '0', '-1', '1.5', '1e3', '0x10', 'abc', '65430', '99999999999'])(
    'refuse the PORT %p, whose derived ports would be out of range',
    (port) => {
      expect(faultsOf({ JWT_SECRET: SECRET, PORT: port })).toEqual(['PORT: must be a whole number from 1 to 65429']);
    },
  );

  test('derive the service ports P+101 to P+106, unless they are set', () => {
    expect(settings({ PORT: '65429', WALLET_URL: 'http://wallet:8080' }).serviceUrls).toEqual({
      user: 'http://127.0.0.1:65530',
      task: 'http://127.0.0.1:65531',
      submission: 'http://127.0.0.1:65532',
      wallet: 'http://wallet:8080',
      media: 'http://127.0.0.1:65534',
      notification: 'http://127.0.0.1:65535',
    });
  });

  test('override only the limits named in RATE_LIMITS', () => {
    const { rateLimits } = settings();
    expect(settings({ RATE_LIMITS: ' accountPerSecond = 500 , addressPerSecond=5000,' }).rateLimits).toEqual({
      ...rateLimits,
      accountPerSecond: 500,
      addressPerSecond: 5000,
    });
  });

  test.each([
    'accountPerSecond',
    'accountPerSecond=0',
    'accountPerSecond=-1',
    'accountPerSecond=1.5',
    'accountPerSecond=5=6',
    'accountPerSecond=9999999999',
    'toString=1',
    '__proto__=1',
  ])('explain an invalid RATE_LIMITS: %s', (pair) => {
    expect(faultsOf({ JWT_SECRET: SECRET, RATE_LIMITS: `signInFailures=3,${pair}` })).toEqual([
      expect.stringContaining(`'${pair}' is not one of signInFailures, `),
    ]);
  });

  test('allow the origins of localhost and the public origin; in production only configured ones', () => {
    expect(settings({ PORT: '4000', PUBLIC_ORIGIN: 'https://piecework.example' }).allowedOrigins).toEqual([
      'https://piecework.example',
      ...['localhost', '127.0.0.1'].flatMap((host) =>
        Object.values(FRONT_PORTS).map((offset) => `http://${host}:${4000 + offset}`),
      ),
    ]);
    expect(readSettings(CHOSEN).allowedOrigins).toEqual(['https://piecework.example']);
    expect(settings({ ALLOWED_ORIGINS: ' https://a.example ,, https://b.example' }).allowedOrigins).toEqual([
      'https://a.example',
      'https://b.example',
    ]);
  });

  test.each(['https://a.example/', 'a.example', 'https://A.example', '*'])(
    'refuse an ALLOWED_ORIGINS that no browser sends: %s',
    (origin) => {
      expect(faultsOf({ JWT_SECRET: SECRET, ALLOWED_ORIGINS: `https://b.example, ${origin}` })).toEqual([
        `ALLOWED_ORIGINS: '${origin}' is no origin like https://piecework.example`,
      ]);
    },
  );

  test("derive the gateway's URL for browsers from the setting, the public origin or localhost", () => {
    const PUBLIC_ORIGIN = 'https://piecework.example';
    const GATEWAY_ORIGIN = 'https://api.piecework.example';
    expect(settings({ PUBLIC_ORIGIN, GATEWAY_ORIGIN }).gatewayOrigin).toBe(GATEWAY_ORIGIN);
    expect(settings({ PUBLIC_ORIGIN }).gatewayOrigin).toBe(PUBLIC_ORIGIN);
    expect(settings({ PORT: '4000' }).gatewayOrigin).toBe('http://localhost:4080');
  });

  test('validate the remotes of INTERNAL_REMOTES', () => {
    const given = 'mf_worker=http://mf-worker:3002/mf-manifest.json';
    expect(readFrontSettings({ INTERNAL_REMOTES: `${given}, ` }).internalRemotes).toEqual({
      mf_worker: 'http://mf-worker:3002/mf-manifest.json',
    });
    for (const wrong of ['mf-worker=http://a/', 'mf_worker=a', 'http://mf-worker:3002/'])
      expect(() => readFrontSettings({ INTERNAL_REMOTES: `${given},${wrong}` })).toThrow(
        `INTERNAL_REMOTES: '${wrong}' must be the name of a remote, an equals sign`,
      );
  });

  test('require a second factor of admins in production, but not with demo data', () => {
    const requires = (env: Record<string, string>) => settings(env).requiresAdminFactor;
    expect([requires({}), requires({ ADMIN_SECOND_FACTOR: 'required' })]).toEqual([false, true]);
    expect([requires(CHOSEN), requires({ ...CHOSEN, ADMIN_SECOND_FACTOR: 'optional' })]).toEqual([true, false]);
    expect(requires({ ...CHOSEN, ALLOW_INSECURE: 'demo-data' })).toBe(false);
  });

  test('require confirmed addresses only where one can be confirmed', () => {
    expect(settings({}).verifyEmail).toBe(false);
    expect(settings({ VERIFY_EMAIL: '1', MAIL: 'outbox' }).verifyEmail).toBe(true);
    expect(settings({ VERIFY_EMAIL: '1', ...FIREBASE_ENV }).verifyEmail).toBe(true);
    expect(() => settings({ VERIFY_EMAIL: '1' })).toThrow('MAIL: is none, and VERIFY_EMAIL=1 needs outbox or smtp');
  });

  test('have the currencies of payment systems', () => {
    expect(settings({}).payoutCurrencies).toEqual({ bkash: 'BDT', rocket: 'BDT', nagad: 'BDT' });
    expect(settings({ PAYOUT_CURRENCIES: 'other:EUR' }).payoutCurrencies).toEqual({ other: 'EUR' });
    for (const wrong of ['bkash', 'paypal:USD', 'bkash:TAKA', 'bkash:BDT:1'])
      expect(() => settings({ PAYOUT_CURRENCIES: wrong })).toThrow(
        `PAYOUT_CURRENCIES: '${wrong}' must be one of bkash, rocket, nagad, other, a colon and a currency such as BDT`,
      );
  });

  test('have an address for questions only when it is set', () => {
    expect(settings({ SUPPORT_EMAIL: '' }).supportEmail).toBeUndefined();
    expect(settings({ SUPPORT_EMAIL: 'help@piecework.example' }).supportEmail).toBe('help@piecework.example');
    expect(() => settings({ SUPPORT_EMAIL: 'help' })).toThrow('SUPPORT_EMAIL: must look like name@example.com');
  });

  test('give front ends the address of the gateway only when it is set', () => {
    expect(readFrontSettings({}).gatewayUrl).toBeUndefined();
    const GATEWAY_URL = 'http://gateway:3080';
    expect(readFrontSettings({ GATEWAY_URL }).gatewayUrl).toBe(GATEWAY_URL);
  });

  test('are frozen', () => {
    const read = settings();
    for (const part of [read, read.rateLimits, read.allowedOrigins, read.serviceUrls])
      expect(Object.isFrozen(part)).toBe(true);
  });
});

describe('settings of external providers', () => {
  test('are read as set', () => {
    const read = settings({ ...FIREBASE_ENV, ...STRIPE_ENV, ...IMGBB_ENV });
    expect(read).toMatchObject({ identity: 'firebase', payments: 'stripe', images: 'imgbb' });
    expect(read.firebase).toEqual({
      projectId: 'demo-piecework',
      apiKey: 'AIza-made_up',
      authDomain: 'demo-piecework.firebaseapp.com',
      emulatorHost: undefined,
    });
    expect(read.stripe).toEqual({
      publishableKey: 'pk_test_madeup',
      scriptUrl: 'https://js.stripe.com/endive/stripe.js',
    });
    expect(read.stripeAccount).toEqual({
      secretKey: 'sk_test_madeup',
      webhookSecret: 'whsec_madeup',
      apiBase: undefined,
    });
    expect(read.imgbb).toEqual({ apiKey: '0123456789abcdef', url: 'https://api.imgbb.com/1/upload' });
    for (const part of [read.firebase, read.stripe, read.stripeAccount, read.imgbb])
      expect(Object.isFrozen(part)).toBe(true);
  });

  test('include the hosts of test servers', () => {
    expect(settings({ ...FIREBASE_ENV, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }).firebase?.emulatorHost).toBe(
      '127.0.0.1:9099',
    );
    expect(
      settings({
        ...STRIPE_ENV,
        STRIPE_API_BASE: 'http://127.0.0.1:12111',
        STRIPE_JS_URL: 'http://localhost:8000/stripe.js',
      }),
    ).toMatchObject({
      stripeAccount: { apiBase: 'http://127.0.0.1:12111' },
      stripe: { scriptUrl: 'http://localhost:8000/stripe.js' },
    });
    expect(settings({ ...IMGBB_ENV, IMGBB_URL: 'http://127.0.0.1:8000/up' }).imgbb?.url).toBe(
      'http://127.0.0.1:8000/up',
    );
  });

  test('are ignored while no provider is chosen, invalid keys included', () => {
    const { IDENTITY, ...firebase } = FIREBASE_ENV;
    const { PAYMENTS, ...stripe } = STRIPE_ENV;
    const read = settings({ ...firebase, ...stripe, IMGBB_API_KEY: 'not a key', STRIPE_API_BASE: 'nowhere' });
    expect([read.firebase, read.stripe, read.imgbb]).toEqual([undefined, undefined, undefined]);
    expect(read).toMatchObject({ identity: 'embedded', payments: 'simulated', images: 'files' });
  });

  test('list all missing keys beside all other errors', () => {
    expect(faultsOf({ IDENTITY: 'firebase', PAYMENTS: 'stripe', IMAGES: 'imgbb', LOG_LEVEL: 'loud' })).toEqual([
      'JWT_SECRET: is missing',
      expect.stringMatching(/^LOG_LEVEL: /),
      ...['FIREBASE_AUTH_DOMAIN', 'FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY'].map(
        (name) => `${name}: is missing, and IDENTITY=firebase needs it`,
      ),
      ...['STRIPE_PUBLISHABLE_KEY', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'].map(
        (name) => `${name}: is missing, and PAYMENTS=stripe needs it`,
      ),
      'IMGBB_API_KEY: is missing, and IMAGES=imgbb needs it',
    ]);
  });

  test.each(
    [...Object.keys(FIREBASE_ENV), ...Object.keys(STRIPE_ENV), ...Object.keys(IMGBB_ENV)].filter((name) =>
      /_/.test(name),
    ),
  )('are incomplete without %s', (name) => {
    expect(faultsOf({ JWT_SECRET: SECRET, ...FIREBASE_ENV, ...STRIPE_ENV, ...IMGBB_ENV, [name]: undefined })).toEqual([
      expect.stringMatching(new RegExp(`^${name}: is missing, and `)),
    ]);
  });

  test.each([
    ['FIREBASE_PROJECT_ID', 'A Project'],
    ['FIREBASE_API_KEY', 'a key'],
    ['FIREBASE_AUTH_DOMAIN', 'https://piecework.firebaseapp.com'],
    ['FIREBASE_AUTH_DOMAIN', "x.example; script-src 'unsafe-inline'"],
    ['FIREBASE_AUTH_EMULATOR_HOST', 'http://localhost:9099'],
    ['FIREBASE_AUTH_EMULATOR_HOST', 'emulator'],
    ['STRIPE_SECRET_KEY', 'pk_test_swapped'],
    ['STRIPE_PUBLISHABLE_KEY', 'sk_test_swapped'],
    ['STRIPE_PUBLISHABLE_KEY', 'pk_live_of_another_mode'],
    ['STRIPE_WEBHOOK_SECRET', 'sk_test_madeup'],
    ['STRIPE_API_BASE', 'localhost:12111'],
    ['STRIPE_JS_URL', 'stripe.js'],
    ['IMGBB_API_KEY', 'a key'],
    ['IMGBB_URL', 'ftp://imgbb.example'],
  ])('refuse %s when it is %s, without repeating it', (name, value) => {
    const faults = faultsOf({ JWT_SECRET: SECRET, ...FIREBASE_ENV, ...STRIPE_ENV, ...IMGBB_ENV, [name]: value });
    expect(faults).toEqual([expect.stringMatching(new RegExp(`^${name}: (must be|is for another mode) `))]);
    expect(faults[0]).not.toContain(value);
  });

  test.each([
    ['FIREBASE_AUTH_EMULATOR_HOST', 'localhost:9099'],
    ['STRIPE_API_BASE', 'http://localhost:12111'],
    ['STRIPE_JS_URL', 'https://js.stripe.com.evil.example/stripe.js'],
    ['IMGBB_URL', 'http://imgbb.example/upload'],
  ])('refuse the test setting %s in production', (name, value) => {
    const production = { ...CHOSEN, ...FIREBASE_ENV, ...STRIPE_ENV, ...IMGBB_ENV };
    expect(faultsOf(production)).toEqual([]);
    expect(faultsOf({ ...production, STRIPE_JS_URL: 'https://js.stripe.com/v3/' })).toEqual([]);
    expect(faultsOf({ ...production, [name]: value })).toEqual([expect.stringContaining(`${name}: `)]);
  });

  test('exclude demo data', () => {
    for (const chosen of [FIREBASE_ENV, STRIPE_ENV]) {
      expect(faultsOf({ JWT_SECRET: SECRET, ...chosen, DEMO_DATA: '1' })).toEqual([
        expect.stringMatching(/^DEMO_DATA: .*--no-demo/),
      ]);
      expect(settings({ ...chosen, DEMO_DATA: '0' }).demoData).toBe(false);
    }
    expect(settings({ ...IMGBB_ENV, DEMO_DATA: '1' }).demoData).toBe(true);
  });

  test("load the version of Stripe.js that Stripe's loader requests", () => {
    const loader = readFileSync('node_modules/@stripe/stripe-js/dist/pure.mjs', 'utf8');
    const train = /RELEASE_TRAIN = '(\w+)'/.exec(loader)?.[1];
    expect(train).toBeDefined();
    expect(settings(STRIPE_ENV).stripe?.scriptUrl).toBe(`https://js.stripe.com/${train}/stripe.js`);
  });
});

describe('secrets that a program does not need', () => {
  const ALL = { ...FIREBASE_ENV, ...STRIPE_ENV, ...IMGBB_ENV, JWT_SECRET: SECRET };
  const WITHOUT_SECRETS = {
    ...ALL,
    JWT_SECRET: undefined,
    STRIPE_SECRET_KEY: undefined,
    STRIPE_WEBHOOK_SECRET: undefined,
    IMGBB_API_KEY: undefined,
  };
  const KEY = '0123456789abcdef'.repeat(4);
  const KEYS = SERVICES.map((name) => `${name}:${KEY}`).join();
  const missingIn = (program: ProgramName, env: Record<string, string | undefined>) =>
    faultsOf(env, (given) => readSettings(given, program)).map((fault) => fault.split(':')[0]);
  const STRIPE = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'];

  test.each<[ProgramName, string[]]>([
    ['all', ['JWT_SECRET', ...STRIPE, 'IMGBB_API_KEY']],
    ['user', ['JWT_SECRET']],
    ['task', ['SERVICE_KEYS']],
    ['submission', ['SERVICE_KEYS']],
    ['wallet', ['SERVICE_KEYS', ...STRIPE]],
    ['media', ['SERVICE_KEYS', 'IMGBB_API_KEY']],
    ['gateway', ['JWT_SECRET']],
    ['tools', ['SERVICE_KEYS']],
    ['demo', ['SERVICE_KEYS']],
    ['job', []],
  ])('are optional: %s requires only %j', (program, needed) => {
    expect(missingIn(program, WITHOUT_SECRETS)).toEqual(needed);
    expect(missingIn(program, ALL)).toEqual([]);
  });

  test('are not read when they are set', () => {
    for (const program of ['user', 'task', 'submission', 'media', 'gateway', 'tools', 'demo', 'job'] as const)
      expect([program, JSON.stringify(readSettings(ALL, program))]).toEqual([
        program,
        expect.not.stringMatching(/sk_test|whsec/),
      ]);
    expect(readSettings(ALL, 'wallet').imgbb).toBeUndefined();
  });

  test('include the key of account numbers, which only the wallet reads', () => {
    const { PAYOUT_KEY, ...keyless } = CHOSEN;
    for (const program of ['all', 'wallet'] as const) {
      expect(missingIn(program, keyless)).toEqual(['PAYOUT_KEY']);
      expect(missingIn(program, { ...keyless, PAYOUT_KEY_PREVIOUS: RANDOM })).toEqual(['PAYOUT_KEY']);
      expect(readSettings({ ...CHOSEN, PAYOUT_KEY_PREVIOUS: RANDOM }, program).payoutKeys).toEqual([
        PAYOUT_KEY,
        RANDOM,
      ]);
    }
    expect(missingIn('gateway', keyless)).toEqual([]);
    expect(JSON.stringify(readSettings(CHOSEN, 'gateway'))).not.toContain(PAYOUT_KEY);
  });

  test('include the keys of all other services', () => {
    const keyless = { ...WITHOUT_SECRETS, ...STRIPE_ENV, ...IMGBB_ENV };
    for (const program of ['task', 'submission', 'wallet', 'media'] as const) {
      const other = program === 'task' ? 'wallet' : 'task';
      expect(missingIn(program, { ...keyless, SERVICE_KEYS: `${program}:${KEY}` })).toEqual([]);
      expect(missingIn(program, { ...keyless, SERVICE_KEYS: `${other}:${KEY}` })).toEqual(['SERVICE_KEYS']);
    }
    expect(missingIn('tools', { ...keyless, SERVICE_KEYS: KEYS })).toEqual([]);
    expect(missingIn('demo', { ...keyless, SERVICE_KEYS: `user:${KEY}` })).toEqual([]);
    expect(missingIn('gateway', { ...keyless, SERVICE_KEYS: KEYS })).toEqual(['JWT_SECRET']);
  });
});

describe('the mail server', () => {
  const SMTP_URL = 'smtps://mailer:hunter2@mail.example:465';
  const SMTP = { JWT_SECRET: SECRET, MAIL: 'smtp', SMTP_URL, MAIL_FROM: 'no-reply@piecework.example' };

  test('is read by the programs that send mail', () => {
    expect(settings({}).mail).toBe('none');
    expect(settings(SMTP).smtp).toEqual({ url: SMTP_URL, from: { name: '', address: 'no-reply@piecework.example' } });
    expect(readSettings(SMTP, 'notification').smtp?.url).toBe(SMTP_URL);
    expect(JSON.stringify(readSettings(SMTP, 'gateway'))).not.toContain('hunter2');
    expect(settings({ ...SMTP, MAIL: 'outbox' }).smtp).toBeUndefined();
  });

  test.each([
    ['Piecework <no-reply@piecework.example>', 'Piecework'],
    ['"Piecework, the market" <no-reply@piecework.example>', 'Piecework, the market'],
    [' <no-reply@piecework.example> ', ''],
  ])('sends as %s', (MAIL_FROM, name) => {
    expect(settings({ ...SMTP, MAIL_FROM }).smtp?.from).toEqual({ name, address: 'no-reply@piecework.example' });
  });

  test('needs its settings by name, and only in programs that send mail', () => {
    const chosen = { JWT_SECRET: SECRET, MAIL: 'smtp' };
    const missing = ['SMTP_URL', 'MAIL_FROM'].map((name) => `${name}: is missing, and MAIL=smtp needs it`);
    expect(faultsOf(chosen)).toEqual(missing);
    expect(faultsOf(chosen, (env) => readSettings(env, 'notification'))).toEqual(missing);
    for (const program of ['user', 'wallet', 'gateway'] as const)
      expect(faultsOf(chosen, (env) => readSettings(env, program))).toEqual([]);
  });

  test.each([
    ['SMTP_URL', 'https://mail.example/hunter2'],
    ['SMTP_URL', 'mail.example:25'],
    ['SMTP_URL', 'smtp:///hunter2'],
    ['MAIL_FROM', 'Sender'],
    ['MAIL_FROM', 'Sender <no-reply>'],
    ['MAIL_FROM', 'a@b.example, hunter2@c.example'],
    ['MAIL_FROM', 'A <a@b.example>\r\nBcc: hunter2@c.example'],
  ])('refuses %s as %j, without repeating it', (name, value) => {
    const faults = faultsOf({ ...SMTP, [name]: value });
    expect(faults).toEqual([expect.stringMatching(new RegExp(`^${name}: must be `))]);
    expect(faults[0]).not.toContain(value);
  });
});

describe('SERVICE_KEYS', () => {
  const [NEW, OLD] = ['a1'.repeat(32), 'b2'.repeat(32)];

  test('override the keys derived from the secret', () => {
    const derived = deriveServiceKeys(SECRET);
    expect(settings().serviceKeys).toEqual(derived);
    expect(settings({ SERVICE_KEYS: ` wallet:${NEW}:${OLD} ,task:${NEW},` }).serviceKeys).toEqual({
      ...derived,
      wallet: [NEW, OLD],
      task: [NEW],
    });
  });

  test('have derived previous keys', () => {
    const OTHER = 'the secret of yesterday, as long as that';
    expect(settings({ JWT_SECRET_PREVIOUS: OTHER }).serviceKeys.media).toEqual([
      deriveServiceKeys(SECRET).media[0],
      deriveServiceKeys(OTHER).media[0],
    ]);
  });

  test('differ from each other and from the secret', () => {
    const keys = Object.values(settings().serviceKeys).flat();
    expect(new Set([...keys, SECRET]).size).toBe(SERVICES.length + 1);
  });

  test.each([NEW, 'wallet', 'wallet:', `wallet:${NEW}:`, 'wallet:short', `purse:${NEW}`, `wallet=${NEW}`])(
    'are service:key; an error repeats no key: %s',
    (keys) => {
      const faults = faultsOf({ JWT_SECRET: SECRET, SERVICE_KEYS: keys });
      expect(faults).toEqual([expect.stringMatching(/^SERVICE_KEYS: (wallet|an entry) must be a service /)]);
      expect(faults[0]).not.toContain(NEW);
    },
  );
});

describe('credentials of MongoDB and Kafka', () => {
  const URI = 'mongodb://a.example:27017,b.example:27017/?replicaSet=rs0';
  const MONGODB = { STORE: 'mongodb', MONGODB_URI: URI };

  test('are in the connection string of MongoDB', () => {
    expect(settings(MONGODB).mongodbUri).toBe(URI);
    const login = { MONGODB_USERNAME: 'wallet', MONGODB_PASSWORD: 'a:b/c@d' };
    expect(settings({ ...MONGODB, ...login }).mongodbUri).toBe(
      'mongodb://wallet:a%3Ab%2Fc%40d@a.example:27017,b.example:27017/?replicaSet=rs0',
    );
    expect(settings({ ...MONGODB, MONGODB_URI: 'mongodb+srv://x.example/', ...login }).mongodbUri).toBe(
      'mongodb+srv://wallet:a%3Ab%2Fc%40d@x.example/',
    );
  });

  test('are passed to Kafka', () => {
    const KAFKA = { EVENTS: 'kafka', KAFKA_BROKERS: 'a:9092,b:9092' };
    expect(settings(KAFKA).kafka).toEqual({ brokers: ['a:9092', 'b:9092'], login: undefined });
    expect(settings({ ...KAFKA, KAFKA_USERNAME: 'wallet', KAFKA_PASSWORD: 'p' }).kafka.login).toEqual({
      username: 'wallet',
      password: 'p',
    });
  });

  test.each(['MONGODB', 'KAFKA'])('%s requires both user and password', (engine) => {
    const [name, password] = [`${engine}_USERNAME`, `${engine}_PASSWORD`];
    expect(faultsOf({ JWT_SECRET: SECRET, [name]: 'x' })).toEqual([`${password}: is missing, and ${name} needs it`]);
    expect(faultsOf({ JWT_SECRET: SECRET, [password]: 'x' })).toEqual([
      `${name}: is missing, and ${password} needs it`,
    ]);
  });

  test('are refused twice', () => {
    const both = { MONGODB_URI: 'mongodb://u:p@a.example/', MONGODB_USERNAME: 'wallet', MONGODB_PASSWORD: 'p' };
    expect(faultsOf({ JWT_SECRET: SECRET, ...both })).toEqual(['MONGODB_USERNAME: MONGODB_URI names a user already']);
  });

  test.each([
    ['MONGODB_USERS', 'mongodbUsers'],
    ['KAFKA_USERS', 'kafkaUsers'],
  ] as const)('%s lists users for the job; an error repeats no password', (variable, setting) => {
    expect(settings({ [variable]: ' user:one , tools:two,' })[setting]).toEqual([
      { name: 'user', password: 'one' },
      { name: 'tools', password: 'two' },
    ]);
    for (const users of ['user', 'user:', 'root:hunter2', 'user:hunter2:x', ':hunter2']) {
      const faults = faultsOf({ JWT_SECRET: SECRET, [variable]: users });
      expect(faults).toEqual([
        expect.stringMatching(new RegExp(`^${variable}: (user|an entry) must be one of user, .*, tools, a colon `)),
      ]);
      expect(faults[0]).not.toContain('hunter2');
    }
  });
});

describe('production refuses', () => {
  const refused = (env: Record<string, string | undefined>) => faultsOf({ ...CHOSEN, ...env });
  const HTTP = { PUBLIC_ORIGIN: 'http://piecework.example' };

  test.each<[string, Record<string, string>, string[]]>([
    ['simulated-credit', { COIN_CREDIT: 'automatic' }, ['COIN_CREDIT']],
    ['demo-data', { DEMO_DATA: '1' }, ['DEMO_DATA']],
    ['http-origin', HTTP, ['PUBLIC_ORIGIN']],
    ['http-origin', { ...HTTP, GATEWAY_ORIGIN: 'http://10.0.0.7:3080' }, ['PUBLIC_ORIGIN', 'GATEWAY_ORIGIN']],
    ['local-origins', { ALLOWED_ORIGINS: 'https://a.example,http://localhost:3000' }, ['ALLOWED_ORIGINS']],
    ['local-origins', { ALLOWED_ORIGINS: 'http://127.0.0.1:3000' }, ['ALLOWED_ORIGINS']],
    ['weak-secret', { JWT_SECRET: SECRET }, ['JWT_SECRET']],
    ['weak-secret', { JWT_SECRET_PREVIOUS: 'x'.repeat(64) }, ['JWT_SECRET_PREVIOUS']],
    ['weak-secret', { PAYOUT_KEY: 'x'.repeat(64) }, ['PAYOUT_KEY']],
    ['weak-secret', { SERVICE_KEYS: `wallet:${'0'.repeat(64)}` }, ['SERVICE_KEYS']],
    ['mail-outbox', { MAIL: 'outbox' }, ['MAIL']],
  ])('%s: %j, unless ALLOW_INSECURE names it', (word, env, names) => {
    const faults = refused(env);
    expect(faults).toEqual(
      names.map((name) =>
        expect.stringMatching(new RegExp(`^${name}: .+ \\(or allow it with ALLOW_INSECURE=${word}\\)$`)),
      ),
    );
    for (const secret of [SECRET, 'xxx', '0000']) expect(faults.join()).not.toContain(secret);
    expect(refused({ ...env, ALLOW_INSECURE: ` ${word} ,` })).toEqual([]);
    const others = INSECURE.filter((other) => other !== word).join();
    expect(refused({ ...env, ALLOW_INSECURE: others })).toHaveLength(names.length);
    expect(faultsOf({ ...CHOSEN, ...env, NODE_ENV: 'development' })).toEqual([]);
  });

  test('all insecure settings in one list, beside every other error', () => {
    const faults = refused({
      COIN_CREDIT: 'automatic',
      DEMO_DATA: '1',
      ...HTTP,
      ALLOWED_ORIGINS: 'http://localhost:3000',
      JWT_SECRET: SECRET,
      LOG_LEVEL: 'loud',
    });
    expect(faults.map((fault) => fault.split(':')[0])).toEqual([
      'LOG_LEVEL',
      'COIN_CREDIT',
      'DEMO_DATA',
      'PUBLIC_ORIGIN',
      'ALLOWED_ORIGINS',
      'JWT_SECRET',
    ]);
  });

  test('an unknown name in ALLOW_INSECURE', () => {
    expect(refused({ ALLOW_INSECURE: 'demo-data,everything' })).toEqual([
      `ALLOW_INSECURE: 'everything' is no override (${INSECURE.join(', ')})`,
    ]);
    expect(faultsOf({ NODE_ENV: 'development', JWT_SECRET: SECRET, ALLOW_INSECURE: 'x' })).toHaveLength(1);
  });

  test.each([
    { PUBLIC_ORIGIN: 'http://localhost:3000', ALLOWED_ORIGINS: 'http://localhost:3000,http://localhost:3001' },
    { PUBLIC_ORIGIN: 'http://127.0.0.1:3000' },
    { PUBLIC_ORIGIN: 'http://[::1]:3000' },
    { ...STRIPE_ENV, COIN_CREDIT: 'automatic' },
  ])('neither a trial on one machine nor secure settings: %j', (env) => {
    expect(refused(env)).toEqual([]);
  });

  test('insecure origins of a front end by the same rules', () => {
    const chosen = { NODE_ENV: 'production', IDENTITY: 'embedded', PAYMENTS: 'simulated' };
    const env = { ...chosen, ...HTTP, ALLOWED_ORIGINS: 'http://piecework.example,http://localhost:3000' };
    expect(faultsOf(env, readFrontSettings).map((fault) => fault.split(':')[0])).toEqual([
      'PUBLIC_ORIGIN',
      'ALLOWED_ORIGINS',
    ]);
    const allowed = { ...env, ALLOW_INSECURE: 'http-origin,local-origins' };
    expect(faultsOf(allowed, readFrontSettings)).toEqual([]);
  });
});

describe('settings of a front end', () => {
  test("contain the providers' hosts and no secret", () => {
    const read = readFrontSettings({ ...FIREBASE_ENV, ...STRIPE_ENV });
    expect(read.firebase).toEqual({ authDomain: FIREBASE_ENV.FIREBASE_AUTH_DOMAIN, emulatorHost: undefined });
    expect(read.stripe).toEqual({ scriptUrl: 'https://js.stripe.com/endive/stripe.js' });
    expect(JSON.stringify(read)).not.toMatch(/made_up/);
  });

  test('contain no provider without a choice', () => {
    const { firebase, stripe } = readFrontSettings({ FIREBASE_AUTH_DOMAIN: 'x.example' });
    expect([firebase, stripe]).toEqual([undefined, undefined]);
  });

  test('list missing settings and those refused in production', () => {
    expect(faultsOf({ IDENTITY: 'firebase', PORT: 'high' }, readFrontSettings)).toEqual([
      'PORT: must be a whole number from 1 to 65429',
      'FIREBASE_AUTH_DOMAIN: is missing, and IDENTITY=firebase needs it',
    ]);
    const production = { NODE_ENV: 'production' };
    expect(faultsOf(production, readFrontSettings)).toEqual(
      ['IDENTITY', 'PAYMENTS'].map((name) => `${name}: must be chosen by name in production`),
    );
    expect(
      faultsOf(
        { ...production, ...FIREBASE_ENV, ...STRIPE_ENV, STRIPE_JS_URL: 'http://localhost:8000/stripe.js' },
        readFrontSettings,
      ),
    ).toEqual(['STRIPE_JS_URL: must be an address under https://js.stripe.com in production']);
  });
});
