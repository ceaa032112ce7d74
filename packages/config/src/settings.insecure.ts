import { entropyOf } from './entropy';

/* Production refuses these combinations of valid values, unless ALLOW_INSECURE names them. */

export const INSECURE = [
  'simulated-credit',
  'demo-data',
  'http-origin',
  'local-origins',
  'weak-secret',
  'mail-outbox',
] as const;
type Insecure = (typeof INSECURE)[number];

type Given = Readonly<Record<string, string>>;

const MIN_ENTROPY = 128;
const WORDS = /secret|password|passphrase|change|example|default|insecure|piecework|qwerty|letmein/i;

const urlOf = (text = ''): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);
const isLocal = ({ hostname }: URL): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname) || hostname.endsWith('.localhost');

const isWeak = (secret: string): boolean => WORDS.test(secret) || entropyOf(secret) < MIN_ENTROPY;

const creditFaults = ({ PAYMENTS, COIN_CREDIT }: Given): string[] =>
  PAYMENTS === 'simulated' && COIN_CREDIT === 'automatic'
    ? ['COIN_CREDIT: automatic gives coins for test cards while PAYMENTS=simulated']
    : [];

const demoFaults = ({ DEMO_DATA }: Given): string[] =>
  DEMO_DATA === '1' ? ['DEMO_DATA: 1 makes an admin whose password is public'] : [];

const httpFaults = (given: Given): string[] =>
  ['PUBLIC_ORIGIN', 'GATEWAY_ORIGIN'].flatMap((name) => {
    const url = urlOf(given[name]);
    return url?.protocol === 'http:' && !isLocal(url)
      ? [`${name}: http: sends passwords and tokens unencrypted: must be an https address`]
      : [];
  });

const localFaults = ({ PUBLIC_ORIGIN, ALLOWED_ORIGINS = '' }: Given): string[] => {
  const allowed = ALLOWED_ORIGINS.split(',').flatMap((text) => urlOf(text.trim()) ?? []);
  const local = allowed.filter(isLocal);
  const isPublic = [urlOf(PUBLIC_ORIGIN), ...allowed].some((url) => url && !isLocal(url));
  return isPublic && local.length > 0
    ? [
        `ALLOWED_ORIGINS: ${local.map(({ origin }) => origin).join(', ')} beside a public origin lets any program on a visitor's machine call as a page of ours`,
      ]
    : [];
};

const SECRETS = ['JWT_SECRET', 'JWT_SECRET_PREVIOUS', 'PAYOUT_KEY', 'PAYOUT_KEY_PREVIOUS'] as const;

const secretFaults = (given: Given): string[] => {
  const { SERVICE_KEYS = '' } = given;
  const weak = (name: string, secret: string | undefined): string[] =>
    secret !== undefined && isWeak(secret)
      ? [`${name}: can be guessed: must be random, such as openssl rand -hex 32 prints`]
      : [];
  const keys = SERVICE_KEYS.split(',').flatMap((entry) => entry.split(':').slice(1));
  return [...SECRETS.flatMap((name) => weak(name, given[name])), ...weak('SERVICE_KEYS', keys.find(isWeak))];
};

const outboxFaults = ({ MAIL }: Given): string[] =>
  MAIL === 'outbox' ? ['MAIL: outbox shows every admin the links with which people reset passwords'] : [];

const CHECKS: Record<Insecure, (given: Given) => string[]> = {
  'simulated-credit': creditFaults,
  'demo-data': demoFaults,
  'http-origin': httpFaults,
  'local-origins': localFaults,
  'weak-secret': secretFaults,
  'mail-outbox': outboxFaults,
};

/** One fault per line, with its override and without secrets. */
export const insecureFaults = (given: Given, allowed: readonly string[]): string[] =>
  given.NODE_ENV === 'production'
    ? INSECURE.filter((word) => !allowed.includes(word)).flatMap((word) =>
        CHECKS[word](given).map((fault) => `${fault} (or allow it with ALLOW_INSECURE=${word})`),
      )
    : [];
