import type { PublicConfig } from '@piecework/contracts';
import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';

type Access = NonNullable<PublicConfig['stripe']>;

/** Milliseconds. */
const TIMEOUT_MS = 15_000;

/** The package's own loader never times out. In production the settings allow Stripe's own address only. */
const loadScript = (address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    if (window.Stripe) return resolve();
    const script = document.createElement('script');
    const fail = () => {
      clearTimeout(timer);
      script.remove();
      reject(new Error('Stripe.js did not load'));
    };
    const timer = setTimeout(fail, TIMEOUT_MS);
    script.addEventListener('error', fail);
    script.addEventListener('load', () => {
      // A proxy's error page loads too.
      if (!window.Stripe) return fail();
      clearTimeout(timer);
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

/** A failure is not cached: the next call retries. */
export const loadStripeOnce = (access: Access): Promise<Stripe> => {
  opened ??= open(access).catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
};
