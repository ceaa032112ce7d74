import { z } from 'zod';

/* Validates only the chosen providers. No fault repeats a value, which may be a key in the wrong variable. */

/** Stripe forbids other hosts for its script (https://docs.stripe.com/security/guide). */
const STRIPE_JS_ORIGIN = 'https://js.stripe.com';
/** The URL that @stripe/stripe-js loads; a test compares the two. */
const STRIPE_JS_URL = `${STRIPE_JS_ORIGIN}/endive/stripe.js`;
const IMGBB_URL = 'https://api.imgbb.com/1/upload';

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });
const like = (shape: RegExp, sentence: string) => z.string().regex(shape, sentence);
const NO_NAME = 'must be the name of a host, such as piecework.firebaseapp.com';
const host = like(/^[a-z\d-]+(\.[a-z\d-]+)+(:\d{1,5})?$/i, NO_NAME);
const hostAndPort = like(/^[a-z\d.-]+:\d{1,5}$/i, 'must be a host and a port, such as localhost:9099');

// The part that browsers need, and therefore the front-end servers.
const firebaseFront = z.object({ FIREBASE_AUTH_DOMAIN: host, FIREBASE_AUTH_EMULATOR_HOST: hostAndPort.optional() });
const stripeFront = z.object({ STRIPE_JS_URL: httpUrl.default(STRIPE_JS_URL) });

const firebase = firebaseFront
  .extend({
    FIREBASE_PROJECT_ID: like(/^[a-z][a-z\d.:-]{2,}$/, 'must be the id of a project, such as piecework-4f2a1'),
    FIREBASE_API_KEY: like(/^[\w-]+$/, 'must be the web API key of the project'),
  })
  .transform((value) => ({
    projectId: value.FIREBASE_PROJECT_ID,
    apiKey: value.FIREBASE_API_KEY,
    authDomain: value.FIREBASE_AUTH_DOMAIN,
    /** `host:port`. The emulator's tokens are unsigned: never in production. */
    emulatorHost: value.FIREBASE_AUTH_EMULATOR_HOST,
  }));

const stripe = stripeFront
  // Every browser receives this key, so a secret key must fail here.
  .extend({ STRIPE_PUBLISHABLE_KEY: like(/^pk_(test|live)_\w+$/, 'must be a publishable key, pk_…') })
  .transform((value) => ({ publishableKey: value.STRIPE_PUBLISHABLE_KEY, scriptUrl: value.STRIPE_JS_URL }));

const stripeAccount = z
  .object({
    STRIPE_SECRET_KEY: like(/^[sr]k_(test|live)_\w+$/, 'must be a secret key, sk_… or rk_…'),
    STRIPE_WEBHOOK_SECRET: like(/^whsec_\S+$/, "must be a webhook's signing secret, whsec_…"),
    STRIPE_API_BASE: httpUrl.optional(),
  })
  .transform((value) => ({
    secretKey: value.STRIPE_SECRET_KEY,
    webhookSecret: value.STRIPE_WEBHOOK_SECRET,
    /** For stripe-mock: never in production. */
    apiBase: value.STRIPE_API_BASE,
  }));

const imgbb = z
  .object({
    IMGBB_API_KEY: like(/^\w+$/, "must be the key of an account's API"),
    IMGBB_URL: httpUrl.default(IMGBB_URL),
  })
  .transform((value) => ({ apiKey: value.IMGBB_API_KEY, url: value.IMGBB_URL }));

const MAILBOX = /^(?:"?([^"<>\r\n]*?)"? *<([^<>\s]+)>|([^<>\s]+))$/;
const NO_MAILBOX = 'must be an address, optionally behind a name, such as Piecework <no-reply@piecework.example>';
const mailbox = z.string().transform((value, context) => {
  const [, name = '', named, bare] = MAILBOX.exec(value.trim()) ?? [];
  const address = named ?? bare ?? '';
  if (!z.email().safeParse(address).success) context.addIssue({ code: 'custom', message: NO_MAILBOX });
  return { name, address };
});

const isMailServer = (text: string): boolean =>
  /^smtps?:\/\/\S+$/.test(text) && URL.canParse(text) && new URL(text).hostname !== '';

const smtp = z
  .object({
    SMTP_URL: z.string().refine(isMailServer, 'must be the address of a mail server, smtp://… or smtps://…'),
    MAIL_FROM: mailbox,
  })
  .transform((value) => ({
    /** With the password of the server. */
    url: value.SMTP_URL,
    from: value.MAIL_FROM,
  }));

type Given = Readonly<Record<string, string>>;

const pick = <T>(choice: string, schema: z.ZodType<T>, given: Given, faults: string[]): T | undefined => {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues) {
    const name = String(path[0]);
    faults.push(given[name] === undefined ? `${name}: is missing, and ${choice} needs it` : `${name}: ${message}`);
  }
  return undefined;
};

const originOf = (address = ''): string | undefined => (URL.canParse(address) ? new URL(address).origin : undefined);
const modeOf = (key = ''): string | undefined => /^[prs]k_(test|live)_/.exec(key)?.[1];

const NO_DEMO =
  'its people have passwords of IDENTITY=embedded and pay with cards of PAYMENTS=simulated: choose 0, or --no-demo';
export const NEVER_IN_PRODUCTION = 'is for tests, and refused in production';

const faultsOf = (given: Given, production: boolean): string[] => {
  const isFirebase = given.IDENTITY === 'firebase';
  const isStripe = given.PAYMENTS === 'stripe';
  const key = modeOf(given.STRIPE_SECRET_KEY);
  const published = modeOf(given.STRIPE_PUBLISHABLE_KEY);
  const scriptOrigin = originOf(given.STRIPE_JS_URL);
  const tests: [name: string, isWrong: boolean, sentence: string][] = [
    [
      'FIREBASE_AUTH_EMULATOR_HOST',
      production && isFirebase && Boolean(given.FIREBASE_AUTH_EMULATOR_HOST),
      NEVER_IN_PRODUCTION,
    ],
    ['STRIPE_API_BASE', production && isStripe && Boolean(given.STRIPE_API_BASE), NEVER_IN_PRODUCTION],
    [
      'STRIPE_JS_URL',
      production && isStripe && scriptOrigin !== undefined && scriptOrigin !== STRIPE_JS_ORIGIN,
      `must be an address under ${STRIPE_JS_ORIGIN} in production`,
    ],
    [
      'STRIPE_PUBLISHABLE_KEY',
      isStripe && key !== undefined && published !== undefined && key !== published,
      'is for another mode (test, live) than STRIPE_SECRET_KEY',
    ],
    [
      'IMGBB_URL',
      production && given.IMAGES === 'imgbb' && /^http:/i.test(given.IMGBB_URL ?? ''),
      'must be an https address in production',
    ],
  ];
  if (given.DEMO_DATA === '1' && (isFirebase || isStripe)) tests.push(['DEMO_DATA', true, NO_DEMO]);
  return tests.filter(([, isWrong]) => isWrong).map(([name, , sentence]) => `${name}: ${sentence}`);
};

/** @param needs secrets of the program; the others are not read */
export const readProviders = (given: Given, production: boolean, needs: readonly string[]) => {
  const faults: string[] = [];
  const isStripe = given.PAYMENTS === 'stripe';
  const providers = {
    firebase: given.IDENTITY === 'firebase' ? pick('IDENTITY=firebase', firebase, given, faults) : undefined,
    stripe: isStripe ? pick('PAYMENTS=stripe', stripe, given, faults) : undefined,
    stripeAccount:
      isStripe && needs.includes('stripeAccount') ? pick('PAYMENTS=stripe', stripeAccount, given, faults) : undefined,
    imgbb: given.IMAGES === 'imgbb' && needs.includes('imgbb') ? pick('IMAGES=imgbb', imgbb, given, faults) : undefined,
    smtp: given.MAIL === 'smtp' && needs.includes('smtp') ? pick('MAIL=smtp', smtp, given, faults) : undefined,
  };
  return { providers, faults: [...faults, ...faultsOf(given, production)] };
};

/** Contains no key: a page's security policy needs only the hosts. */
export const readFrontProviders = (given: Given, production: boolean) => {
  const faults: string[] = [];
  const ofFirebase =
    given.IDENTITY === 'firebase' ? pick('IDENTITY=firebase', firebaseFront, given, faults) : undefined;
  const ofStripe = given.PAYMENTS === 'stripe' ? pick('PAYMENTS=stripe', stripeFront, given, faults) : undefined;
  const providers = {
    firebase: ofFirebase && {
      authDomain: ofFirebase.FIREBASE_AUTH_DOMAIN,
      emulatorHost: ofFirebase.FIREBASE_AUTH_EMULATOR_HOST,
    },
    stripe: ofStripe && { scriptUrl: ofStripe.STRIPE_JS_URL },
  };
  return { providers, faults: [...faults, ...faultsOf(given, production)] };
};

export type Providers = ReturnType<typeof readProviders>['providers'];
export type FrontProviders = ReturnType<typeof readFrontProviders>['providers'];

export const PROVIDER_SETTING_NAMES: readonly string[] = [firebase, stripe, stripeAccount, imgbb, smtp].flatMap((one) =>
  Object.keys(one.in.shape),
);
