import { join } from 'node:path';
import { LOG_LEVELS, OperatorError } from '@piecework/base';
import {
  ADJUST_LIMIT,
  AUTO_APPROVE_HOURS,
  MAX_ADJUSTMENT,
  PAYMENT_SYSTEMS,
  type PaymentSystem,
  SERVICES,
  type ServiceName,
} from '@piecework/contracts';
import { FRONT_PORTS } from '@piecework/federation/fronts';
import { z } from 'zod';
import { deriveServiceKeys, type ServiceKeys } from './service-keys';
import { entriesOf } from './settings.entries';
import { INSECURE, insecureFaults } from './settings.insecure';
import {
  type FrontProviders,
  NEVER_IN_PRODUCTION,
  PROVIDER_SETTING_NAMES,
  type Providers,
  readFrontProviders,
  readProviders,
} from './settings.providers';
import { rateLimits } from './settings.rate-limits';

/* Every setting of docs/operations.md. One error lists all faults; no setting falls back silently. */

const listOf = (what: string, isOne: (text: string) => boolean) =>
  entriesOf((text, fault) => (isOne(text) ? [text] : fault(`'${text}' is no ${what}`)));
// A browser sends exactly this form, so no other form could match.
const origins = listOf(
  'origin like https://piecework.example',
  (text) => URL.canParse(text) && new URL(text).origin === text,
);
const hostNames = listOf(
  'host name like api.piecework.example',
  (text) => URL.canParse(`http://${text}`) && new URL(`http://${text}`).host === text,
);
/** `INTERNAL_REMOTES=mf_worker=http://mf-worker:3002/mf-manifest.json,…`, as in `/remotes.json`. */
const manifests = entriesOf((entry, fault) => {
  const [, name = '', address = ''] = /^(\w+)=(https?:\/\/.+)$/.exec(entry) ?? [];
  return URL.canParse(address)
    ? [[name, address]]
    : fault(`'${entry}' must be the name of a remote, an equals sign and the address of its manifest`);
}).transform((listed): Record<string, string> => Object.fromEntries(listed));
/** Users beside root. Each accesses one database, except `tools`. */
const MONGODB_USERS = [...SERVICES, 'tools'] as const;
export const KAFKA_USERS = [...SERVICES, 'gateway', 'tools'] as const;

/** The services' ports follow from the base port P, up to P+106. */
export const HIGHEST_BASE_PORT = 65_535 - 106;
const wholeNumber = (min: number, max: number, fault = `must be a whole number from ${min} to ${max}`) =>
  z.string().regex(/^\d+$/, fault).transform(Number).pipe(z.int(fault).min(min, fault).max(max, fault));
const NO_HOURS = `must be a whole number of hours from 0 (never) to ${AUTO_APPROVE_HOURS.max}`;
/** Each step doubles the memory and the time of a hash: 2^15 blocks of 1 KiB are 32 MiB. One cost for all: times would tell accounts apart. */
const PASSWORD_COST = { min: 4, default: 15 };
const url = z.url({ protocol: /^https?$/ });
const mongodbUri = z
  .string()
  .regex(/^mongodb(\+srv)?:\/\/\S+$/, 'must be a connection string such as mongodb://mongodb:27017/?replicaSet=rs0');
/** `name:password` pairs for a job. No fault repeats a password. */
const usersOf = <N extends string>(names: readonly N[]) =>
  entriesOf((entry, fault) => {
    const [given, password = '', ...rest] = entry.split(':');
    const name = names.find((one) => one === given);
    return name && password !== '' && rest.length === 0
      ? [{ name, password }]
      : fault(
          `${name ?? 'an entry'} must be one of ${names.join(', ')}, a colon and a password without commas and colons`,
        );
  });
const brokers = listOf('broker like kafka:9092', (text) => /^[^\s:/]+:\d{1,5}$/.test(text));

/** `PAYOUT_CURRENCIES=bkash:BDT,other:EUR`: the others pay dollars. */
const payoutCurrencies = entriesOf((entry, fault) => {
  const [given, currency = '', ...rest] = entry.split(':');
  const system = PAYMENT_SYSTEMS.find((one) => one === given);
  return system && rest.length === 0 && Intl.supportedValuesOf('currency').includes(currency)
    ? [[system, currency] as const]
    : fault(`'${entry}' must be one of ${PAYMENT_SYSTEMS.join(', ')}, a colon and a currency such as BDT`);
}).transform((listed): Partial<Record<PaymentSystem, string>> => Object.fromEntries(listed));

const insecure = listOf(`override (${INSECURE.join(', ')})`, (text) => (INSECURE as readonly string[]).includes(text));

const secret = z.string().refine((value) => Buffer.byteLength(value) >= 32, 'must be at least 32 bytes long');

const isServiceName = (name: string): name is ServiceName => (SERVICES as readonly string[]).includes(name);

/** `SERVICE_KEYS=wallet:NEW:OLD,task:KEY`: the first key of a service signs. No fault repeats a key. */
const serviceKeys = entriesOf((entry, fault) => {
  const [name = '', ...given] = entry.split(':');
  const isGood = isServiceName(name) && given.length > 0 && given.every((key) => /^[\w+/=-]{32,200}$/.test(key));
  return isGood
    ? [[name, given]]
    : fault(
        `${isServiceName(name) ? name : 'an entry'} must be a service (${SERVICES.join(', ')}), a colon and a key of 32 characters or more, such as openssl rand -hex 32 prints`,
      );
}).transform((listed): ServiceKeys => Object.fromEntries(listed));

const variables = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  STORE: z.enum(['sqlite', 'mongodb']).optional(),
  MONGODB_URI: mongodbUri.optional(),
  MONGODB_USERNAME: z.string().optional(),
  MONGODB_PASSWORD: z.string().optional(),
  MONGODB_USERS: usersOf(MONGODB_USERS).default([]),
  EVENTS: z.enum(['sqlite', 'kafka']).optional(),
  KAFKA_BROKERS: brokers.optional(),
  KAFKA_USERNAME: z.string().optional(),
  KAFKA_PASSWORD: z.string().optional(),
  KAFKA_USERS: usersOf(KAFKA_USERS).default([]),
  IDENTITY: z.enum(['embedded', 'firebase']).optional(),
  PAYMENTS: z.enum(['simulated', 'stripe']).optional(),
  IMAGES: z.enum(['files', 'gridfs', 'imgbb']).optional(),
  COIN_CREDIT: z.enum(['manual', 'automatic']).optional(),
  /** Coins that an admin adjusts within a day without another admin. */
  ADJUST_LIMIT: wholeNumber(0, MAX_ADJUSTMENT).default(ADJUST_LIMIT),
  /** Used by tasks whose buyer chooses no time. */
  AUTO_APPROVE_HOURS: wholeNumber(0, AUTO_APPROVE_HOURS.max, NO_HOURS).default(AUTO_APPROVE_HOURS.default),
  /** Which tasks wait for an admin before others see them. */
  REVIEW_TASKS: z.enum(['off', 'new-buyers', 'all']).default('off'),
  REVIEW_WORDS: listOf('word or phrase', (text) => /[\p{L}\p{N}]/u.test(text)).default([]),
  SUPPORT_EMAIL: z.email('must look like name@example.com').optional(),
  /** Who runs this installation, in the default texts of LEGAL_DIR. */
  OPERATOR_NAME: z.string().min(1).max(200).default('Piecework'),
  LEGAL_DIR: z.string().min(1).optional(),
  /** `outbox`: mails are kept and shown to admins, none leaves. */
  MAIL: z.enum(['none', 'outbox', 'smtp']).default('none'),
  /** A confirmed address is required before the first withdrawal. */
  VERIFY_EMAIL: z.enum(['0', '1']).default('0'),
  JWT_SECRET: secret.optional(),
  JWT_SECRET_PREVIOUS: secret.optional(),
  SERVICE_KEYS: serviceKeys.default({}),
  PASSWORD_COST: wholeNumber(PASSWORD_COST.min, PASSWORD_COST.default).default(PASSWORD_COST.default),
  /** Whether an admin without a second factor can only set one up. @default `required` in production without demo data */
  ADMIN_SECOND_FACTOR: z.enum(['required', 'optional']).optional(),
  PAYOUT_CURRENCIES: payoutCurrencies.default({ bkash: 'BDT', rocket: 'BDT', nagad: 'BDT' }),
  PAYOUT_KEY: secret.optional(),
  PAYOUT_KEY_PREVIOUS: secret.optional(),
  ALLOW_INSECURE: insecure.default([]),
  DATA_DIR: z.string().min(1).default('.data'),
  DEMO_DATA: z.enum(['0', '1']).default('0'),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  RATE_LIMITS: rateLimits,
  PORT: wholeNumber(1, HIGHEST_BASE_PORT).default(3000),
  /** `loopback`: this machine only. `all`: for a program alone in its container. */
  LISTEN: z.enum(['loopback', 'all']).default('loopback'),
  /** Time that open connections get when a service stops. */
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(60).default(0),
  /** Serves the gateway's metrics without authentication: do not publish this port. */
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  /** Limits METRICS_PORT to the network in which this machine has that name. */
  METRICS_HOST: z.string().min(1).optional(),
  /** Number of proxies in front of the gateway, which trusts them for the caller's address. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  PUBLIC_ORIGIN: url.optional(),
  /** The gateway's address for browsers, if not under the public origin; pictures are served from there. */
  GATEWAY_ORIGIN: url.optional(),
  GATEWAY_HOSTS: hostNames.default([]),
  ALLOWED_ORIGINS: origins.optional(),
  /** Addresses that must answer once before the gateway is ready, such as separate front-end servers. */
  REMOTES_FILE: z.string().min(1).optional(),
  /** Where the shell's server reads the manifests of remotes whose addresses for browsers it cannot reach. */
  INTERNAL_REMOTES: manifests.default({}),
  USER_URL: url.optional(),
  TASK_URL: url.optional(),
  SUBMISSION_URL: url.optional(),
  WALLET_URL: url.optional(),
  MEDIA_URL: url.optional(),
  NOTIFICATION_URL: url.optional(),
  GATEWAY_URL: url.optional(),
});

export const SETTING_NAMES: readonly string[] = [...Object.keys(variables.shape), ...PROVIDER_SETTING_NAMES];

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

/** IPv6 addresses are in brackets, as in a URL. */
const gatewayHostsOf = (
  value: Pick<Variables, 'GATEWAY_HOSTS' | 'PUBLIC_ORIGIN' | 'GATEWAY_ORIGIN' | 'GATEWAY_URL'>,
): readonly string[] => {
  const given = [value.PUBLIC_ORIGIN, value.GATEWAY_ORIGIN, value.GATEWAY_URL].filter((url) => url !== undefined);
  const names = given.map((url) => new URL(url).hostname);
  return [...new Set(['localhost', '127.0.0.1', '[::1]', ...names, ...value.GATEWAY_HOSTS])];
};

const remotesFileOf = (value: Pick<Variables, 'REMOTES_FILE' | 'DATA_DIR'>): string =>
  value.REMOTES_FILE ?? join(value.DATA_DIR, 'remotes.json');

const serviceKeysOf = (value: Pick<Variables, 'JWT_SECRET' | 'JWT_SECRET_PREVIOUS' | 'SERVICE_KEYS'>): ServiceKeys => {
  const derived = [value.JWT_SECRET, value.JWT_SECRET_PREVIOUS]
    .filter((one) => one !== undefined)
    .map(deriveServiceKeys);
  return Object.fromEntries(
    SERVICES.map((service) => [service, value.SERVICE_KEYS[service] ?? derived.flatMap((keys) => keys[service])]),
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

/** The password of the demo admin is public: a factor would protect nothing. */
const requiresAdminFactorOf = ({
  ADMIN_SECOND_FACTOR: chosen,
  NODE_ENV,
  ALLOW_INSECURE,
}: Pick<Variables, 'ADMIN_SECOND_FACTOR' | 'NODE_ENV' | 'ALLOW_INSECURE'>): boolean =>
  chosen === undefined ? NODE_ENV === 'production' && !ALLOW_INSECURE.includes('demo-data') : chosen === 'required';

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
    INTERNAL_REMOTES: true,
    METRICS_PORT: true,
    METRICS_HOST: true,
    GATEWAY_URL: true,
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
    internalRemotes: value.INTERNAL_REMOTES,
    metricsPort: value.METRICS_PORT,
    metricsHost: value.METRICS_HOST,
    /** Absent: the address for browsers. */
    gatewayUrl: value.GATEWAY_URL,
  }));
export type FrontSettings = z.output<typeof frontSchema> & FrontProviders;

const schema = variables.transform((value) => ({
  production: value.NODE_ENV === 'production',
  store: value.STORE ?? 'sqlite',
  /** Set when `store` is `mongodb` or `images` is `gridfs`. Includes user and password. */
  mongodbUri: mongodbUriOf(value),
  mongodbUsers: value.MONGODB_USERS,
  events: value.EVENTS ?? 'sqlite',
  kafka: {
    /** Not empty when `events` is `kafka`. */
    brokers: value.KAFKA_BROKERS ?? [],
    login:
      value.KAFKA_USERNAME !== undefined && value.KAFKA_PASSWORD !== undefined
        ? { username: value.KAFKA_USERNAME, password: value.KAFKA_PASSWORD }
        : undefined,
  },
  kafkaUsers: value.KAFKA_USERS,
  identity: value.IDENTITY ?? 'embedded',
  payments: value.PAYMENTS ?? 'simulated',
  images: value.IMAGES ?? 'files',
  coinCredit: value.COIN_CREDIT ?? 'manual',
  adjustLimit: value.ADJUST_LIMIT,
  autoApproveHours: value.AUTO_APPROVE_HOURS,
  reviewTasks: value.REVIEW_TASKS,
  /** In the texts of a task they make it wait, too. */
  reviewWords: value.REVIEW_WORDS,
  /** Shown to people; absent: nothing is shown. */
  supportEmail: value.SUPPORT_EMAIL,
  operatorName: value.OPERATOR_NAME,
  legalDir: value.LEGAL_DIR,
  mail: value.MAIL,
  verifyEmail: value.VERIFY_EMAIL === '1',
  /** Log2 of scrypt's N. */
  passwordCost: value.PASSWORD_COST,
  requiresAdminFactor: requiresAdminFactorOf(value),
  jwtSecret: value.JWT_SECRET,
  jwtSecretPrevious: value.JWT_SECRET_PREVIOUS,
  serviceKeys: serviceKeysOf(value),
  /** ISO 4217, by payment system. */
  payoutCurrencies: value.PAYOUT_CURRENCIES,
  /** The first one encrypts account numbers, each decrypts. */
  payoutKeys: [value.PAYOUT_KEY, value.PAYOUT_KEY_PREVIOUS].filter((key) => key !== undefined),
  dataDir: value.DATA_DIR,
  demoData: value.DEMO_DATA === '1',
  logLevel: value.LOG_LEVEL,
  rateLimits: value.RATE_LIMITS,
  port: value.PORT,
  listen: value.LISTEN,
  drainSeconds: value.DRAIN_SECONDS,
  metricsPort: value.METRICS_PORT,
  metricsHost: value.METRICS_HOST,
  trustProxy: value.TRUST_PROXY,
  publicOrigin: value.PUBLIC_ORIGIN,
  gatewayOrigin: value.GATEWAY_ORIGIN ?? value.PUBLIC_ORIGIN ?? `http://localhost:${value.PORT + 80}`,
  gatewayHosts: gatewayHostsOf(value),
  allowedOrigins: allowedOriginsOf(value),
  remotesFile: remotesFileOf(value),
  serviceUrls: {
    user: value.USER_URL ?? `http://127.0.0.1:${value.PORT + 101}`,
    task: value.TASK_URL ?? `http://127.0.0.1:${value.PORT + 102}`,
    submission: value.SUBMISSION_URL ?? `http://127.0.0.1:${value.PORT + 103}`,
    wallet: value.WALLET_URL ?? `http://127.0.0.1:${value.PORT + 104}`,
    media: value.MEDIA_URL ?? `http://127.0.0.1:${value.PORT + 105}`,
    notification: value.NOTIFICATION_URL ?? `http://127.0.0.1:${value.PORT + 106}`,
  },
  gatewayUrl: value.GATEWAY_URL ?? `http://127.0.0.1:${value.PORT + 80}`,
}));

const CHOSEN_IN_PRODUCTION = [
  'STORE',
  'EVENTS',
  'IDENTITY',
  'PAYMENTS',
  'IMAGES',
  'COIN_CREDIT',
  'PUBLIC_ORIGIN',
] as const;
const CHOSEN_FOR_FRONTS_IN_PRODUCTION = ['IDENTITY', 'PAYMENTS'] as const;

const neededBy = ({ STORE, IMAGES, MONGODB_URI, EVENTS, KAFKA_BROKERS }: Env): string[] => [
  ...(STORE === 'mongodb' && !MONGODB_URI ? ['MONGODB_URI: is missing, and STORE=mongodb needs it'] : []),
  ...(IMAGES === 'gridfs' && STORE !== 'mongodb' && !MONGODB_URI
    ? ['MONGODB_URI: is missing, and IMAGES=gridfs needs it']
    : []),
  ...(EVENTS === 'kafka' && !KAFKA_BROKERS?.replaceAll(',', '').trim()
    ? ['KAFKA_BROKERS: is missing, and EVENTS=kafka needs it']
    : []),
];

/** Otherwise no person could confirm an address. Firebase sends mails of its own. */
const unconfirmable = ({ VERIFY_EMAIL, MAIL = 'none', IDENTITY }: Env): string[] =>
  VERIFY_EMAIL === '1' && MAIL === 'none' && IDENTITY !== 'firebase'
    ? ['MAIL: is none, and VERIFY_EMAIL=1 needs outbox or smtp']
    : [];

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

/** `all` is the whole product in one process; Compose runs `demo` and `job` once. */
export type ProgramName = ServiceName | 'all' | 'gateway' | 'tools' | 'demo' | 'job';

type Secret = 'tokens' | 'payouts' | 'stripeAccount' | 'imgbb' | 'smtp';

/** Secrets that a program does not need may be missing in its environment. */
const NEEDS: Record<ProgramName, { keys: readonly ServiceName[]; secrets: readonly Secret[] }> = {
  all: { keys: SERVICES, secrets: ['tokens', 'payouts', 'stripeAccount', 'imgbb', 'smtp'] },
  user: { keys: ['user'], secrets: ['tokens'] },
  task: { keys: ['task'], secrets: [] },
  submission: { keys: ['submission'], secrets: [] },
  wallet: { keys: ['wallet'], secrets: ['payouts', 'stripeAccount'] },
  media: { keys: ['media'], secrets: ['imgbb'] },
  notification: { keys: ['notification'], secrets: ['smtp'] },
  gateway: { keys: SERVICES, secrets: ['tokens'] },
  tools: { keys: SERVICES, secrets: [] },
  demo: { keys: ['user'], secrets: [] },
  job: { keys: [], secrets: [] },
};

export const needsPayoutKey = (program: ProgramName): boolean => NEEDS[program].secrets.includes('payouts');

/** Outside production the data folder has one. */
const missingPayoutKey = (given: Env, program: ProgramName): string[] => {
  if (!needsPayoutKey(program) || given.PAYOUT_KEY !== undefined) return [];
  if (given.PAYOUT_KEY_PREVIOUS !== undefined) return ['PAYOUT_KEY: is missing, and PAYOUT_KEY_PREVIOUS needs it'];
  return given.NODE_ENV === 'production' ? ['PAYOUT_KEY: is missing'] : [];
};

const fastHashes = ({ NODE_ENV, PASSWORD_COST: cost }: Env): string[] =>
  NODE_ENV === 'production' && cost !== undefined ? [`PASSWORD_COST: ${NEVER_IN_PRODUCTION}`] : [];

const missingSecrets = (given: Env, keysGiven: ServiceKeys, program: ProgramName): string[] => {
  if (given.JWT_SECRET !== undefined) return [];
  const { keys, secrets } = NEEDS[program];
  if (secrets.includes('tokens')) return ['JWT_SECRET: is missing'];
  const missing = keys.filter((service) => !keysGiven[service]);
  return missing.length > 0
    ? [`SERVICE_KEYS: has no key of ${missing.join(', ')}, and there is no JWT_SECRET that it could be derived from`]
    : [];
};

export type Settings = { readonly [K in keyof Parsed]: Readonly<Parsed[K]> };
type Parsed = z.output<typeof schema> & Providers;

/** `message` lists every fault, one per line. */
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

/** Not a zod refinement: zod skips those as soon as one field is invalid. */
const unchosen = (given: Env, names: readonly string[]): string[] =>
  given.NODE_ENV === 'production'
    ? names.filter((name) => given[name] === undefined).map((name) => `${name}: must be chosen by name in production`)
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

const refusedIn = (given: Record<string, string>): string[] =>
  insecureFaults(given, insecure.safeParse(given.ALLOW_INSECURE ?? '').data ?? []);

const frozen = (settings: Parsed): Settings => {
  for (const part of Object.values(settings)) if (typeof part === 'object') Object.freeze(part);
  return Object.freeze(settings);
};

/** Settings that `program` does not need may be missing. @throws {SettingsError} */
export const readSettings = (env: Env, program: ProgramName = 'all'): Settings => {
  const given = givenOf(env);
  const parsed = schema.safeParse(given);
  const { providers, faults: ofProviders } = readProviders(
    given,
    given.NODE_ENV === 'production',
    NEEDS[program].secrets,
  );
  const keysGiven = serviceKeys.safeParse(given.SERVICE_KEYS ?? '').data ?? {};
  const faults = [
    ...missingSecrets(given, keysGiven, program),
    ...missingPayoutKey(given, program),
    ...faultsOf(given, parsed.error),
    ...unchosen(given, CHOSEN_IN_PRODUCTION),
    ...neededBy(given),
    ...halfLogins(given),
    ...unconfirmable(given),
    ...fastHashes(given),
    ...ofProviders,
    ...refusedIn(given),
  ];
  if (!parsed.success || faults.length > 0) throw new SettingsError(faults);
  const payoutKeys = needsPayoutKey(program) ? parsed.data.payoutKeys : [];
  return frozen({ ...parsed.data, payoutKeys, ...providers });
};
