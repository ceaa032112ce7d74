import { ApiError, call, createIdempotencyKey, localStore } from '@piecework/web-kit';
import type { CardHandle } from './card-form';

/**
 * A purchase is three calls, and the line can go dead between any two. What is known of it is therefore written down before the next
 * step, per person and package: whoever comes back goes on where it stopped, with the same keys, and is never charged twice.
 */
export interface Purchase {
  /** Idempotency-Key of the intent: asking again for a lost answer gives the same intent. */
  intentKey: string;
  clientSecret?: string;
  /** The processor's id of the payment, once it has gone through. */
  intent?: string;
  /** Idempotency-Key of the record. */
  storeKey: string;
}

const PREFIX = 'piecework:purchase:';
const nameOf = (userId: string, price: number) => `${PREFIX}${userId}:${price}`;

const isText = (value: unknown) => typeof value === 'string';
const isTextOrNone = (value: unknown) => value === undefined || isText(value);

/** Of what stands in the storage only what this page has written: a purchase without its keys could be made twice. */
const load = (name: string): Purchase | null => {
  try {
    const kept = JSON.parse(localStore.get(name) ?? 'null') as Purchase | null;
    return isText(kept?.intentKey) &&
      isText(kept?.storeKey) &&
      isTextOrNone(kept?.clientSecret) &&
      isTextOrNone(kept?.intent)
      ? kept
      : null;
  } catch {
    return null;
  }
};
const save = (name: string, purchase: Purchase | null) => {
  if (purchase) localStore.set(name, JSON.stringify(purchase));
  else localStore.remove(name);
};

/** Packages whose payment went through without having been recorded yet. */
export const unfinishedPurchases = (userId: string, prices: readonly number[]): number[] =>
  prices.filter((price) => load(nameOf(userId, price))?.intent !== undefined);

type PurchaseResult =
  | { kind: 'recorded'; paymentId: string }
  /** The card was refused; nothing was charged. */
  | { kind: 'declined'; message: string };

export const createPurchase = (userId: string, price: number) => {
  const name = nameOf(userId, price);
  let kept: Purchase = load(name) ?? {
    intentKey: createIdempotencyKey().key(),
    storeKey: createIdempotencyKey().key(),
  };
  const keep = (changes: Partial<Purchase>) => {
    kept = { ...kept, ...changes };
    save(name, kept);
  };
  const forget = () => {
    save(name, null);
    kept = { intentKey: createIdempotencyKey().key(), storeKey: createIdempotencyKey().key() };
  };

  const begin = async (): Promise<string> => {
    if (kept.clientSecret) return kept.clientSecret;
    keep({});
    const { clientSecret } = await call('POST /create-payment-intent', {
      body: { price },
      key: kept.intentKey,
    });
    keep({ clientSecret });
    return clientSecret;
  };

  const charge = async (card: CardHandle): Promise<{ intent: string } | { declined: string }> => {
    if (kept.intent) return { intent: kept.intent };
    try {
      const result = await card.pay(await begin());
      if ('intent' in result) keep({ intent: result.intent });
      return result;
    } catch (error) {
      // An intent that the processor does not know (any more) is no way on: the next try begins another one.
      if (error instanceof ApiError && error.status === 404) forget();
      throw error;
    }
  };

  const record = async (intent: string): Promise<string> => {
    try {
      const { insertedId } = await call('POST /storePayment', {
        body: { amount: price },
        key: kept.storeKey,
      });
      return insertedId;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'no-payment') throw error;
      // The answer of an earlier try was lost together with its key, or another tab was faster.
      if (await isRecorded(intent)) return intent;
      // The processor knows of no such payment: there is nothing to finish.
      forget();
      throw error;
    }
  };

  return {
    /** The card has been charged and the payment waits to be recorded: no card is needed any more. */
    isPaid: () => kept.intent !== undefined,
    /** Takes all the steps that are left. @throws ApiError when one of them failed; calling it again goes on there */
    run: async (card: CardHandle | null): Promise<PurchaseResult> => {
      // Another tab may have come further meanwhile.
      kept = load(name) ?? kept;
      const charged = kept.intent ? { intent: kept.intent } : card ? await charge(card) : null;
      if (!charged) throw new Error('There is no card to charge');
      if ('declined' in charged) return { kind: 'declined', message: charged.declined };
      const paymentId = await record(charged.intent);
      forget();
      return { kind: 'recorded', paymentId };
    },
  };
};

const isRecorded = async (intent: string): Promise<boolean> =>
  (await call('GET /payments', {})).some(({ _id }) => _id === intent);
