import type { FrontSettings } from '@piecework/config';

export type Sources = Readonly<Partial<Record<'script-src' | 'connect-src' | 'frame-src', readonly string[]>>>;

export type FrontProviders = Partial<Pick<FrontSettings, 'firebase' | 'stripe'>>;

/** Google's popup needs apis.google.com and a frame of the project's domain (`_loadGapi` and `_getIframeUrl` of firebase/auth). */
const ofFirebase = ({ authDomain, emulatorHost }: NonNullable<FrontProviders['firebase']>): Sources => ({
  'script-src': ['https://apis.google.com'],
  'connect-src': emulatorHost
    ? [`http://${emulatorHost}`]
    : ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
  'frame-src': ['https://apis.google.com', emulatorHost ? `http://${emulatorHost}` : `https://${authDomain}`],
});

const STRIPE_JS = ['https://js.stripe.com', 'https://*.js.stripe.com'];

/** Stripe's list (https://docs.stripe.com/security/guide#content-security-policy); a stand-in's script brings its own frames. */
const ofStripe = ({ scriptUrl }: NonNullable<FrontProviders['stripe']>): Sources => {
  const { origin } = new URL(scriptUrl);
  if (origin !== STRIPE_JS[0]) return { 'script-src': [origin], 'connect-src': [origin], 'frame-src': [origin] };
  return {
    'script-src': STRIPE_JS,
    'connect-src': ['https://api.stripe.com'],
    'frame-src': [...STRIPE_JS, 'https://hooks.stripe.com'],
  };
};

export const providerSources = ({ firebase, stripe }: FrontProviders): readonly Sources[] => [
  ...(firebase ? [ofFirebase(firebase)] : []),
  ...(stripe ? [ofStripe(stripe)] : []),
];
