import { readSettings, type Settings, SettingsError } from './settings';

const SECRET = 'a secret that is long enough for all';

const settings = (env: Record<string, string | undefined> = {}): Settings =>
  readSettings({ JWT_SECRET: SECRET, ...env });

const faultsOf = (env: Record<string, string | undefined>): readonly string[] => {
  try {
    readSettings(env);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
};

const CHOSEN = {
  NODE_ENV: 'production',
  JWT_SECRET: SECRET,
  STORE: 'sqlite',
  EVENTS: 'sqlite',
  IDENTITY: 'embedded',
  PAYMENTS: 'simulated',
  IMAGES: 'files',
  COIN_CREDIT: 'manual',
  PUBLIC_ORIGIN: 'https://piecework.example/some/page',
};

describe('settings', () => {
  test('everything is embedded unless it is chosen otherwise', () => {
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

  test('list every fault, each by its name', () => {
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

  test('say all of it in one message, one fault a line', () => {
    expect(() => readSettings({ PORT: '0' })).toThrow(
      'Some settings are wrong:\n  JWT_SECRET: is missing\n  PORT: must be a whole number from 1 to 65430',
    );
  });

  test('in production each part is chosen by name, and what is not is listed beside every other fault', () => {
    expect(faultsOf({ NODE_ENV: 'production' })).toEqual([
      'JWT_SECRET: is missing',
      ...['STORE', 'EVENTS', 'IDENTITY', 'PAYMENTS', 'IMAGES', 'COIN_CREDIT', 'PUBLIC_ORIGIN'].map(
        (name) => `${name}: must be chosen by name in production`,
      ),
    ]);
    for (const name of Object.keys(CHOSEN).filter((key) => !['NODE_ENV', 'JWT_SECRET'].includes(key)))
      expect(faultsOf({ ...CHOSEN, [name]: undefined })).toEqual([
        `${name}: must be chosen by name in production`,
      ]);
    expect(readSettings(CHOSEN).production).toBe(true);
  });

  test('an empty variable counts as absent', () => {
    expect(settings({ STORE: '', PORT: '', JWT_SECRET_PREVIOUS: '', ALLOWED_ORIGINS: '' })).toEqual(
      settings(),
    );
    expect(faultsOf({ JWT_SECRET: '' })).toEqual(['JWT_SECRET: is missing']);
  });

  test.each(['JWT_SECRET', 'JWT_SECRET_PREVIOUS'])('%s is at least 32 bytes long', (name) => {
    const with32 = { JWT_SECRET: SECRET, [name]: 'é'.repeat(16) };
    expect(faultsOf(with32)).toEqual([]);
    expect(faultsOf({ ...with32, [name]: 'x'.repeat(31) })).toEqual([
      `${name}: must be at least 32 bytes long`,
    ]);
  });

  test.each([' ', '0', '-1', '1.5', '1e3', '0x10', 'abc', '65431', '99999999999'])(
    'PORT is no base for the ports of all parts: %p',
    (port) => {
      expect(faultsOf({ JWT_SECRET: SECRET, PORT: port })).toEqual([
        'PORT: must be a whole number from 1 to 65430',
      ]);
    },
  );

  test('the services are looked for at P+101 to P+105 unless they are elsewhere', () => {
    expect(settings({ PORT: '65430', WALLET_URL: 'http://wallet:8080' }).serviceUrls).toEqual({
      user: 'http://127.0.0.1:65531',
      task: 'http://127.0.0.1:65532',
      submission: 'http://127.0.0.1:65533',
      wallet: 'http://wallet:8080',
      media: 'http://127.0.0.1:65535',
    });
  });

  test('RATE_LIMITS changes the limits that it names and leaves the others', () => {
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
  ])('RATE_LIMITS says what it does not understand: %s', (pair) => {
    expect(faultsOf({ JWT_SECRET: SECRET, RATE_LIMITS: `signInFailures=3,${pair}` })).toEqual([
      expect.stringContaining(`'${pair}' is not one of signInFailures, `),
    ]);
  });

  test('both names of this machine and the public origin may call; in production only what is named', () => {
    expect(settings({ PORT: '4000', PUBLIC_ORIGIN: 'https://piecework.example' }).allowedOrigins).toEqual([
      'https://piecework.example',
      ...['localhost', '127.0.0.1'].flatMap((host) =>
        [4000, 4001, 4002, 4003, 4004].map((port) => `http://${host}:${port}`),
      ),
    ]);
    expect(readSettings(CHOSEN).allowedOrigins).toEqual(['https://piecework.example']);
    expect(settings({ ALLOWED_ORIGINS: ' https://a.example ,, https://b.example' }).allowedOrigins).toEqual([
      'https://a.example',
      'https://b.example',
    ]);
  });

  test.each(['https://a.example/', 'a.example', 'https://A.example', '*'])(
    'ALLOWED_ORIGINS says what no browser would ever send: %s',
    (origin) => {
      expect(faultsOf({ JWT_SECRET: SECRET, ALLOWED_ORIGINS: `https://b.example, ${origin}` })).toEqual([
        `ALLOWED_ORIGINS: '${origin}' is no origin like https://piecework.example`,
      ]);
    },
  );

  test('browsers find the gateway where it is said, or under the public origin, or on this machine', () => {
    const PUBLIC_ORIGIN = 'https://piecework.example';
    const GATEWAY_ORIGIN = 'https://api.piecework.example';
    expect(settings({ PUBLIC_ORIGIN, GATEWAY_ORIGIN }).gatewayOrigin).toBe(GATEWAY_ORIGIN);
    expect(settings({ PUBLIC_ORIGIN }).gatewayOrigin).toBe(PUBLIC_ORIGIN);
    expect(settings({ PORT: '4000' }).gatewayOrigin).toBe('http://localhost:4080');
  });

  test('READY_AFTER lists addresses, and says what is none', () => {
    expect(settings().readyAfter).toEqual([]);
    expect(
      settings({ READY_AFTER: 'http://shell:3000/, http://mf-worker:3002/mf-manifest.json' }).readyAfter,
    ).toEqual(['http://shell:3000/', 'http://mf-worker:3002/mf-manifest.json']);
    expect(faultsOf({ JWT_SECRET: SECRET, READY_AFTER: 'shell:3000' })).toEqual([
      "READY_AFTER: 'shell:3000' is no address like http://shell:3000/",
    ]);
  });

  test('nobody can change them once they are read', () => {
    const read = settings();
    for (const part of [read, read.rateLimits, read.allowedOrigins, read.readyAfter, read.serviceUrls])
      expect(Object.isFrozen(part)).toBe(true);
  });
});
