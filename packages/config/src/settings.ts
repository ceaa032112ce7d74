import { join } from 'node:path';
import { LOG_LEVELS, OperatorError } from '@piecework/base';
import { SERVICES, type ServiceName } from '@piecework/contracts';
import { FRONT_PORTS } from '@piecework/contracts/fronts';
import { z } from 'zod';
import { deriveServiceKeys, type ServiceKeys } from './service-keys';
import { INSECURE, insecureFaults } from './settings.insecure';
import {
  type FrontProviders,
  PROVIDER_SETTING_NAMES,
  type Providers,
  readFrontProviders,
  readProviders,
} from './settings.providers';

/*
 * Every setting of docs/operations.md, read once from the environment. What is missing or wrong is listed as a whole; nothing falls back
 * silently, and in production each part must be chosen by name.
 */

/** With commas between. */
const listOf = (what: string, isOne: (text: string) => boolean) =>
  z.string().transform((value, context) => {
    const listed = value
      .split(',')
      .map((text) => text.trim())
      .filter(Boolean);
    for (const text of listed.filter((one) => !isOne(one)))
      context.addIssue({ code: 'custom', message: `'${text}' is no ${what}` });
    return listed;
  });
// A browser sends exactly this; anything more would never be the same.
const origins = listOf(
  'origin like https://piecework.example',
  (text) => URL.canParse(text) && new URL(text).origin === text,
);
const hostNames = listOf(
  'host name like api.piecework.example',
  (text) => URL.canParse(`http://${text}`) && new URL(`http://${text}`).host === text,
);
const addresses = listOf(
  'address like http://shell:3000/',
  (text) => /^https?:\/\//.test(text) && URL.canParse(text),
);
/** Users of the MongoDB of an installation, beside its root: each of one database, but for `tools`. */
const MONGODB_USERS = [...SERVICES, 'tools'] as const;
export type MongodbUser = (typeof MONGODB_USERS)[number];

/** The services' ports follow from the base port P, up to P+105. */
export const HIGHEST_BASE_PORT = 65_535 - 105;
const NO_BASE_PORT = `must be a whole number from 1 to ${HIGHEST_BASE_PORT}`;
const port = z
  .string()
  .regex(/^\d+$/, NO_BASE_PORT)
  .transform(Number)
  .pipe(z.int(NO_BASE_PORT).min(1, NO_BASE_PORT).max(HIGHEST_BASE_PORT, NO_BASE_PORT));
const NO_PORT = 'must be a whole number from 1 to 65535';
const anyPort = z
  .string()
  .regex(/^\d+$/, NO_PORT)
  .transform(Number)
  .pipe(z.int(NO_PORT).min(1, NO_PORT).max(65_535, NO_PORT));
const url = z.url({ protocol: /^https?$/ });
const mongodbUri = z
  .string()
  .regex(
    /^mongodb(\+srv)?:\/\/\S+$/,
    'must be a connection string such as mongodb://mongodb:27017/?replicaSet=rs0',
  );
/** `name:password` pairs: users that the job `replica-set` makes. A fault repeats no password. */
const mongodbUsers = z.string().transform((value, context) => {
  const users: { name: MongodbUser; password: string }[] = [];
  for (const entry of value
    .split(',')
    .map((text) => text.trim())
    .filter(Boolean)) {
    const [name = '', password = '', ...rest] = entry.split(':');
    const known = MONGODB_USERS.find((one) => one === name);
    if (known && password !== '' && rest.length === 0) users.push({ name: known, password });
    else
      context.addIssue({
        code: 'custom',
        message: `${known ?? 'an entry'} must be one of ${MONGODB_USERS.join(', ')}, a colon and a password without commas and colons`,
      });
  }
  return users;
});
const brokers = listOf('broker like kafka:9092', (text) => /^[^\s:/]+:\d{1,5}$/.test(text));

const insecure = listOf(`override (${INSECURE.join(', ')})`, (text) =>
  (INSECURE as readonly string[]).includes(text),
);

const RATE_LIMITS = {
  /** Wrong passwords (docs/adr/0032): per email and network in 15 minutes; per email, of all networks, in an hour. */
  signInFailures: 10,
  signInFailuresPerEmail: 30,
  /** Wrong old passwords of a change of password, per account in an hour. */
  passwordChangeFailures: 10,
  /** Sign-ins, sign-ups and password changes that run at a time, per network. */
  signInsAtOnce: 8,
  /** Calls of /identity/* and /jwt per minute and address. */
  identityPerMinute: 300,
  /** Other calls per second and account, and per second and address. */
  accountPerSecond: 100,
  addressPerSecond: 300,
  /** Uploads of one account at a time, and of all identities together that have not registered. */
  accountUploads: 8,
  unregisteredUploads: 4,
  /** Megabytes of uploads in memory; an account, and those who have not registered, get a third each. */
  uploadMegabytes: 48,
  /** KiB that an upload brings per second, after its first 5 seconds. */
  uploadKibPerSecond: 8,
  /** Memory of a process that decodes pictures, in megabytes (RSS), and seconds that a picture may take in it. */
  decodeMegabytes: 256,
  decodeSeconds: 10,
  /** Submissions that wait at a time for a task that was just posted: of one account, and of all accounts per process. */
  submissionWaitsPerAccount: 4,
  submissionWaits: 128,
  /** Calls of people without an account that run at a time, per network. */
  strangersAtOnce: 30,
  /** Stored KiB of the rows that one answer of a list holds; the rest is at its `Link`. */
  listKilobytes: 512,
  /** Seconds for which the reader of an answer may take nothing of what waits for it. */
  stalledReaderSeconds: 15,
  /** Seconds in which a body must have arrived, but for uploads. */
  bodySeconds: 10,
  /** Megabytes (2^20 bytes) of pictures per UTC day that one account may store, and one identity that has not registered. */
  uploadMegabytesPerDay: 50,
  unregisteredUploadMegabytesPerDay: 10,
  /** The same of all identities together that have not registered: anyone can have many. */
  allUnregisteredUploadMegabytesPerDay: 4096,
};
export type RateLimits = typeof RATE_LIMITS;

/** `name=number` pairs: `RATE_LIMITS=accountPerSecond=500,addressPerSecond=5000`. */
const rateLimits = z
  .string()
  .default('')
  .transform((value, context): RateLimits => {
    const limits = { ...RATE_LIMITS };
    for (const pair of value
      .split(',')
      .map((p) => p.trim())
      .filter(Boolean)) {
      const [name = '', number = '', ...rest] = pair.split('=').map((p) => p.trim());
      if (!Object.hasOwn(limits, name) || !/^[1-9]\d{0,8}$/.test(number) || rest.length > 0) {
        context.addIssue({
          code: 'custom',
          message: `'${pair}' is not one of ${Object.keys(limits).join(', ')} with a whole number above 0`,
        });
      } else limits[name as keyof RateLimits] = Number(number);
    }
    return limits;
  });

const secret = z.string().refine((value) => Buffer.byteLength(value) >= 32, 'must be at least 32 bytes long');

const isServiceName = (name: string): name is ServiceName => (SERVICES as readonly string[]).includes(name);

/** `name:key` pairs, of which the first of a service signs: `SERVICE_KEYS=wallet:NEW:OLD,task:KEY`. A fault repeats no key. */
const serviceKeys = z.string().transform((value, context): ServiceKeys => {
  const keys: Partial<Record<ServiceName, readonly string[]>> = {};
  for (const listed of value
    .split(',')
    .map((text) => text.trim())
    .filter(Boolean)) {
    const [name = '', ...given] = listed.split(':');
    const isGood =
      isServiceName(name) && given.length > 0 && given.every((key) => /^[\w+/=-]{32,200}$/.test(key));
    if (isGood) keys[name] = given;
    else
      context.addIssue({
        code: 'custom',
        message: `${isServiceName(name) ? name : 'an entry'} must be a service (${SERVICES.join(', ')}), a colon and a key of 32 characters or more, such as openssl rand -hex 32 prints`,
      });
  }
  return keys;
});

const variables = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  STORE: z.enum(['sqlite', 'mongodb']).optional(),
  MONGODB_URI: mongodbUri.optional(),
  MONGODB_USERNAME: z.string().optional(),
  MONGODB_PASSWORD: z.string().optional(),
  MONGODB_USERS: mongodbUsers.default([]),
  EVENTS: z.enum(['sqlite', 'kafka']).optional(),
  KAFKA_BROKERS: brokers.optional(),
  KAFKA_USERNAME: z.string().optional(),
  KAFKA_PASSWORD: z.string().optional(),
  IDENTITY: z.enum(['embedded', 'firebase']).optional(),
  PAYMENTS: z.enum(['simulated', 'stripe']).optional(),
  IMAGES: z.enum(['files', 'gridfs', 'imgbb']).optional(),
  COIN_CREDIT: z.enum(['manual', 'automatic']).optional(),
  JWT_SECRET: secret.optional(),
  JWT_SECRET_PREVIOUS: secret.optional(),
  SERVICE_KEYS: serviceKeys.default({}),
  ALLOW_INSECURE: insecure.default([]),
  DATA_DIR: z.string().min(1).default('.data'),
  DEMO_DATA: z.enum(['0', '1']).default('0'),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  RATE_LIMITS: rateLimits,
  /** The base port P: the shell's; the rest follows from it. */
  PORT: port.default(3000),
  /** Who reaches the listening ports: this machine alone, or the network of the container that the program has to itself. */
  LISTEN: z.enum(['loopback', 'all']).default('loopback'),
  /** Where the gateway also serves its metrics, to whoever reaches that port: one that is not published. */
  METRICS_PORT: anyPort.optional(),
  /** Proxies between the internet and the gateway: whose word for the caller's address is taken. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  PUBLIC_ORIGIN: url.optional(),
  /** Where browsers reach the gateway, when that is not under the public origin: pictures are shown from there. */
  GATEWAY_ORIGIN: url.optional(),
  /** Further names of the gateway, beside those of the addresses here and of this machine. */
  GATEWAY_HOSTS: hostNames.default([]),
  ALLOWED_ORIGINS: origins.optional(),
  /** What must have answered once before the gateway is called ready: front ends that are served by programs of their own. */
  READY_AFTER: addresses.default([]),
  REMOTES_FILE: z.string().min(1).optional(),
  USER_URL: url.optional(),
  TASK_URL: url.optional(),
  SUBMISSION_URL: url.optional(),
  WALLET_URL: url.optional(),
  MEDIA_URL: url.optional(),
  /** For what is no browser and comes from beside the gateway. */
  GATEWAY_URL: url.optional(),
});

export const SETTING_NAMES: readonly string[] = [...Object.keys(variables.shape), ...PROVIDER_SETTING_NAMES];

/** On one's own machine the shell and each remote's own page, under both names of the machine. */
const localOrigins = (basePort: number): string[] =>
  ['localhost', '127.0.0.1'].flatMap((host) =>
    Object.values(FRONT_PORTS).map((offset) => `http://${host}:${basePort + offset}`),
  );

type Variables = z.output<typeof variables>;

const allowedOriginsOf = (
  value: Pick<Variables, 'ALLOWED_ORIGINS' | 'PUBLIC_ORIGIN' | 'NODE_ENV' | 'PORT'>,
): readonly string[] =>
  value.ALLOWED_ORIGINS ?? [
    ...(value.PUBLIC_ORIGIN ? [new URL(value.PUBLIC_ORIGIN).origin] : []),
    ...(value.NODE_ENV === 'production' ? [] : localOrigins(value.PORT)),
  ];

/** The host names that the gateway answers to; IPv6 addresses in brackets, as in a URL. */
const gatewayHostsOf = (
  value: Pick<Variables, 'GATEWAY_HOSTS' | 'PUBLIC_ORIGIN' | 'GATEWAY_ORIGIN' | 'GATEWAY_URL'>,
): readonly string[] => {
  const given = [value.PUBLIC_ORIGIN, value.GATEWAY_ORIGIN, value.GATEWAY_URL].filter(
    (url) => url !== undefined,
  );
  const names = given.map((url) => new URL(url).hostname);
  return [...new Set(['localhost', '127.0.0.1', '[::1]', ...names, ...value.GATEWAY_HOSTS])];
};

const remotesFileOf = (value: Pick<Variables, 'REMOTES_FILE' | 'DATA_DIR'>): string =>
  value.REMOTES_FILE ?? join(value.DATA_DIR, 'remotes.json');

/** The keys that were given, and for the other services those that derive from the secret. */
const serviceKeysOf = (
  value: Pick<Variables, 'JWT_SECRET' | 'JWT_SECRET_PREVIOUS' | 'SERVICE_KEYS'>,
): ServiceKeys => {
  const derived = [value.JWT_SECRET, value.JWT_SECRET_PREVIOUS]
    .filter((one) => one !== undefined)
    .map(deriveServiceKeys);
  return Object.fromEntries(
    SERVICES.map((service) => [
      service,
      value.SERVICE_KEYS[service] ?? derived.flatMap((keys) => keys[service]),
    ]),
  );
};

const mongodbUriOf = ({
  MONGODB_URI: uri,
  MONGODB_USERNAME: name,
  MONGODB_PASSWORD: password,
}: Pick<Variables, 'MONGODB_URI' | 'MONGODB_USERNAME' | 'MONGODB_PASSWORD'>): string | undefined =>
  name === undefined || password === undefined
    ? uri
    : uri?.replace('://', `://${encodeURIComponent(name)}:${encodeURIComponent(password)}@`);

/** What a server of files needs: no secret, no store, nothing to choose. */
const frontSchema = variables
  .pick({
    NODE_ENV: true,
    ALLOW_INSECURE: true,
    PORT: true,
    LISTEN: true,
    DATA_DIR: true,
    LOG_LEVEL: true,
    PUBLIC_ORIGIN: true,
    ALLOWED_ORIGINS: true,
    REMOTES_FILE: true,
    IDENTITY: true,
    PAYMENTS: true,
  })
  .transform((value) => ({
    port: value.PORT,
    listen: value.LISTEN,
    logLevel: value.LOG_LEVEL,
    publicOrigin: value.PUBLIC_ORIGIN,
    allowedOrigins: allowedOriginsOf(value),
    remotesFile: remotesFileOf(value),
  }));
export type FrontSettings = z.output<typeof frontSchema> & FrontProviders;

const schema = variables.transform((value) => ({
  production: value.NODE_ENV === 'production',
  store: value.STORE ?? 'sqlite',
  /** Given whenever `store` is `mongodb` or `images` is `gridfs`; with the user and the password. */
  mongodbUri: mongodbUriOf(value),
  mongodbUsers: value.MONGODB_USERS,
  events: value.EVENTS ?? 'sqlite',
  kafka: {
    /** Not empty whenever `events` is `kafka`. */
    brokers: value.KAFKA_BROKERS ?? [],
    login:
      value.KAFKA_USERNAME !== undefined && value.KAFKA_PASSWORD !== undefined
        ? { username: value.KAFKA_USERNAME, password: value.KAFKA_PASSWORD }
        : undefined,
  },
  identity: value.IDENTITY ?? 'embedded',
  payments: value.PAYMENTS ?? 'simulated',
  images: value.IMAGES ?? 'files',
  coinCredit: value.COIN_CREDIT ?? 'manual',
  /** Given to programs that sign or verify the tokens of browsers. */
  jwtSecret: value.JWT_SECRET,
  jwtSecretPrevious: value.JWT_SECRET_PREVIOUS,
  serviceKeys: serviceKeysOf(value),
  dataDir: value.DATA_DIR,
  demoData: value.DEMO_DATA === '1',
  logLevel: value.LOG_LEVEL,
  rateLimits: value.RATE_LIMITS,
  port: value.PORT,
  listen: value.LISTEN,
  metricsPort: value.METRICS_PORT,
  trustProxy: value.TRUST_PROXY,
  publicOrigin: value.PUBLIC_ORIGIN,
  gatewayOrigin: value.GATEWAY_ORIGIN ?? value.PUBLIC_ORIGIN ?? `http://localhost:${value.PORT + 80}`,
  gatewayHosts: gatewayHostsOf(value),
  readyAfter: value.READY_AFTER,
  allowedOrigins: allowedOriginsOf(value),
  remotesFile: remotesFileOf(value),
  serviceUrls: {
    user: value.USER_URL ?? `http://127.0.0.1:${value.PORT + 101}`,
    task: value.TASK_URL ?? `http://127.0.0.1:${value.PORT + 102}`,
    submission: value.SUBMISSION_URL ?? `http://127.0.0.1:${value.PORT + 103}`,
    wallet: value.WALLET_URL ?? `http://127.0.0.1:${value.PORT + 104}`,
    media: value.MEDIA_URL ?? `http://127.0.0.1:${value.PORT + 105}`,
  },
  gatewayUrl: value.GATEWAY_URL ?? `http://127.0.0.1:${value.PORT + 80}`,
}));

/** Nothing that touches money or people is left to a default in production. */
const CHOSEN_IN_PRODUCTION = [
  'STORE',
  'EVENTS',
  'IDENTITY',
  'PAYMENTS',
  'IMAGES',
  'COIN_CREDIT',
  'PUBLIC_ORIGIN',
] as const;
/** A page's policy lets in whom these name. */
const CHOSEN_FOR_FRONTS_IN_PRODUCTION = ['IDENTITY', 'PAYMENTS'] as const;

/** A choice that says nothing without another setting: both or neither, in one list of faults. */
const neededBy = ({ STORE, IMAGES, MONGODB_URI, EVENTS, KAFKA_BROKERS }: Env): string[] => [
  ...(STORE === 'mongodb' && !MONGODB_URI ? ['MONGODB_URI: is missing, and STORE=mongodb needs it'] : []),
  ...(IMAGES === 'gridfs' && STORE !== 'mongodb' && !MONGODB_URI
    ? ['MONGODB_URI: is missing, and IMAGES=gridfs needs it']
    : []),
  ...(EVENTS === 'kafka' && !KAFKA_BROKERS?.replaceAll(',', '').trim()
    ? ['KAFKA_BROKERS: is missing, and EVENTS=kafka needs it']
    : []),
];

/** A user without a password, or the other way round. */
const halfLogins = (given: Env): string[] => [
  ...['MONGODB', 'KAFKA'].flatMap((engine) => {
    const [name, password] = [`${engine}_USERNAME`, `${engine}_PASSWORD`];
    if (Boolean(given[name]) === Boolean(given[password])) return [];
    return given[name]
      ? [`${password}: is missing, and ${name} needs it`]
      : [`${name}: is missing, and ${password} needs it`];
  }),
  ...(given.MONGODB_USERNAME && /^[^/]*\/\/[^/?]*@/.test(given.MONGODB_URI ?? '')
    ? ['MONGODB_USERNAME: MONGODB_URI names a user already']
    : []),
];

/** A program that reads the settings; `all` is the whole product in one process, `demo` and `job` are what Compose runs once. */
export type ProgramName = ServiceName | 'all' | 'gateway' | 'tools' | 'demo' | 'job';

/** What each program needs. The secrets of others may be missing in its environment. */
const NEEDS: Record<
  ProgramName,
  {
    /** The secret of the tokens that browsers hold. */
    tokens: boolean;
    keys: readonly ServiceName[];
    stripeAccount: boolean;
    imgbb: boolean;
  }
> = {
  all: { tokens: true, keys: SERVICES, stripeAccount: true, imgbb: true },
  user: { tokens: true, keys: ['user'], stripeAccount: false, imgbb: false },
  task: { tokens: false, keys: ['task'], stripeAccount: false, imgbb: false },
  submission: { tokens: false, keys: ['submission'], stripeAccount: false, imgbb: false },
  wallet: { tokens: false, keys: ['wallet'], stripeAccount: true, imgbb: false },
  media: { tokens: false, keys: ['media'], stripeAccount: false, imgbb: true },
  gateway: { tokens: true, keys: SERVICES, stripeAccount: false, imgbb: false },
  tools: { tokens: false, keys: SERVICES, stripeAccount: false, imgbb: false },
  demo: { tokens: false, keys: ['user'], stripeAccount: false, imgbb: false },
  job: { tokens: false, keys: [], stripeAccount: false, imgbb: false },
};

const missingSecrets = (given: Env, keysGiven: ServiceKeys, program: ProgramName): string[] => {
  if (given.JWT_SECRET !== undefined) return [];
  const { tokens, keys } = NEEDS[program];
  if (tokens) return ['JWT_SECRET: is missing'];
  const missing = keys.filter((service) => !keysGiven[service]);
  return missing.length > 0
    ? [
        `SERVICE_KEYS: has no key of ${missing.join(', ')}, and there is no JWT_SECRET that it could be derived from`,
      ]
    : [];
};

/** `firebase`, `stripe`, `stripeAccount` and `imgbb` are given whenever they are chosen and the program needs them. */
export type Settings = { readonly [K in keyof Parsed]: Readonly<Parsed[K]> };
type Parsed = z.output<typeof schema> & Providers;

/** The settings are wrong; `message` lists every fault, one a line. */
export class SettingsError extends OperatorError {
  override readonly name = 'SettingsError';
  constructor(readonly faults: readonly string[]) {
    super(`Some settings are wrong:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
}

type Env = Readonly<Record<string, string | undefined>>;

/** Empty variables count as absent. */
const givenOf = (env: Env): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => Boolean(entry[1])));

const faultsOf = (given: Env, error: z.ZodError | undefined): string[] =>
  (error?.issues ?? []).map(
    (issue) =>
      `${issue.path.join('.')}: ${given[String(issue.path[0])] === undefined && issue.code === 'invalid_type' ? 'is missing' : issue.message}`,
  );

/** Beside the schemas: their own checks of the whole are skipped as soon as one field is wrong. */
const unchosen = (given: Env, names: readonly string[]): string[] =>
  given.NODE_ENV === 'production'
    ? names
        .filter((name) => given[name] === undefined)
        .map((name) => `${name}: must be chosen by name in production`)
    : [];

/** @throws {SettingsError} */
export const readFrontSettings = (env: Env): FrontSettings => {
  const given = givenOf(env);
  const parsed = frontSchema.safeParse(given);
  const { providers, faults: ofProviders } = readFrontProviders(given, given.NODE_ENV === 'production');
  const faults = [
    ...faultsOf(given, parsed.error),
    ...unchosen(given, CHOSEN_FOR_FRONTS_IN_PRODUCTION),
    ...ofProviders,
    ...refusedIn(given),
  ];
  if (!parsed.success || faults.length > 0) throw new SettingsError(faults);
  return { ...parsed.data, ...providers };
};

/** What production refuses; what ALLOW_INSECURE names wrongly is a fault of its own. */
const refusedIn = (given: Record<string, string>): string[] =>
  insecureFaults(given, insecure.safeParse(given.ALLOW_INSECURE ?? '').data ?? []);

/** With each of its parts. */
const frozen = (settings: Parsed): Settings => {
  for (const part of Object.values(settings)) if (typeof part === 'object') Object.freeze(part);
  return Object.freeze(settings);
};

/**
 * @param program what it does not need may be missing, and is not read
 * @throws {SettingsError}
 */
export const readSettings = (env: Env, program: ProgramName = 'all'): Settings => {
  const given = givenOf(env);
  const parsed = schema.safeParse(given);
  const { providers, faults: ofProviders } = readProviders(
    given,
    given.NODE_ENV === 'production',
    NEEDS[program],
  );
  const keysGiven = serviceKeys.safeParse(given.SERVICE_KEYS ?? '').data ?? {};
  const faults = [
    ...missingSecrets(given, keysGiven, program),
    ...faultsOf(given, parsed.error),
    ...unchosen(given, CHOSEN_IN_PRODUCTION),
    ...neededBy(given),
    ...halfLogins(given),
    ...ofProviders,
    ...refusedIn(given),
  ];
  if (!parsed.success || faults.length > 0) throw new SettingsError(faults);
  return frozen({ ...parsed.data, ...providers });
};
