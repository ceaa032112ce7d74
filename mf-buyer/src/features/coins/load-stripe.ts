import type { PublicConfig } from '@piecework/contracts';
import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';

type Access = NonNullable<PublicConfig['stripe']>;

/** Milliseconds after which a script that has neither come nor failed is given up. */
const PATIENCE_MS = 15_000;

/**
 * The package would load the script by itself, and wait for ever. Stripe.js is never served from elsewhere in production: the settings see to
 * that.
 */
const loadScript = (address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    if (window.Stripe) return resolve();
    const script = document.createElement('script');
    const fail = () => {
      clearTimeout(patience);
      script.remove();
      reject(new Error('Stripe.js did not arrive'));
    };
    const patience = setTimeout(fail, PATIENCE_MS);
    script.addEventListener('error', fail);
    script.addEventListener('load', () => {
      // What a proxy puts in its place is loaded, too.
      if (!window.Stripe) return fail();
      clearTimeout(patience);
      resolve();
    });
    script.src = address;
    document.head.append(script);
  });

const open = async ({ scriptUrl, publishableKey }: Access): Promise<Stripe> => {
  await loadScript(scriptUrl);
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error('There is no page to load Stripe.js into');
  return stripe;
};

let opened: Promise<Stripe> | undefined;

/** Stripe.js, loaded when it is first needed, and once; after a failure the next call tries again. */
export const loadStripeOnce = (access: Access): Promise<Stripe> => {
  opened ??= open(access).catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
};
