import { ApiError, call, createIdempotencyKey, localStore, serverNow, sessionStore } from '@piecework/web-kit';
import type { CardHandle } from './card-form';

/**
 * A purchase is three calls, and the connection can break between any two. Each step is stored before the next one,
 * per user and package, so that a reload resumes with the same keys and nothing is charged twice.
 */
export interface Purchase {
  /** Idempotency-Key of the intent. */
  intentKey: string;
  clientSecret?: string;
  intent?: string;
  /** Idempotency-Key of the record. */
  storeKey: string;
}

const PREFIX = 'piecework:purchase:';
const storageKeyOf = (userId: string, price: number) => `${PREFIX}${userId}:${price}`;

const isText = (value: unknown) => typeof value === 'string';
const isTextOrNone = (value: unknown) => value === undefined || isText(value);

/** Validates the stored value: a purchase without its keys could be charged twice. */
const load = (storageKey: string): Purchase | null => {
  try {
    const kept = JSON.parse(localStore.get(storageKey) ?? 'null') as Purchase | null;
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
const save = (storageKey: string, purchase: Purchase | null) => {
  if (purchase) localStore.set(storageKey, JSON.stringify(purchase));
  else localStore.remove(storageKey);
};

export const unfinishedPurchases = (userId: string, prices: readonly number[]): number[] =>
  prices.filter((price) => load(storageKeyOf(userId, price))?.intent !== undefined);

/** Milliseconds for which a payment is recent (P-6.8). */
export const RECENT_MS = 15 * 60_000;

/**
 * The payment that a visit of the checkout ended with, kept for this tab while it is recent: after a render error, a reload or a step back the
 * visit shows the confirmation, not another form. `visit`: key of the router's history entry.
 */
const confirmationKeyOf = (userId: string, price: number, visit: string) =>
  `piecework:confirmation:${userId}:${price}:${visit}`;
const confirm = (key: string, paymentId: string) => sessionStore.set(key, `${serverNow()} ${paymentId}`);
export const confirmedPayment = (userId: string, price: number, visit: string): string | null => {
  const [time, paymentId = null] = sessionStore.get(confirmationKeyOf(userId, price, visit))?.split(' ') ?? [];
  return Number(time) > serverNow() - RECENT_MS ? paymentId : null;
};

type PurchaseResult = { kind: 'recorded'; paymentId: string } | { kind: 'declined'; message: string };

export const createPurchase = (userId: string, price: number, visit: string) => {
  const storageKey = storageKeyOf(userId, price);
  let kept: Purchase = load(storageKey) ?? {
    intentKey: createIdempotencyKey().key(),
    storeKey: createIdempotencyKey().key(),
  };
  const update = (changes: Partial<Purchase>) => {
    kept = { ...kept, ...changes };
    save(storageKey, kept);
  };
  const forget = () => {
    save(storageKey, null);
    kept = { intentKey: createIdempotencyKey().key(), storeKey: createIdempotencyKey().key() };
  };

  const ensureIntent = async (): Promise<string> => {
    if (kept.clientSecret) return kept.clientSecret;
    update({});
    const { clientSecret } = await call('POST /create-payment-intent', { body: { price }, key: kept.intentKey });
    update({ clientSecret });
    return clientSecret;
  };

  const charge = async (card: CardHandle): Promise<{ intent: string } | { declined: string }> => {
    if (kept.intent) return { intent: kept.intent };
    try {
      const result = await card.pay(await ensureIntent());
      if ('intent' in result) update({ intent: result.intent });
      return result;
    } catch (error) {
      // The processor does not know the intent: the next attempt creates another one.
      if (error instanceof ApiError && error.status === 404) forget();
      throw error;
    }
  };

  const record = async (intent: string): Promise<string> => {
    try {
      const { insertedId } = await call('POST /storePayment', { body: { amount: price }, key: kept.storeKey });
      return insertedId;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'no-payment') throw error;
      // The first response was lost with its key, or another tab was faster.
      if (await isRecorded(intent)) return intent;
      // The processor knows no such payment: there is nothing to finish.
      forget();
      throw error;
    }
  };

  return {
    /** The card is charged and the payment is not recorded yet: no card is needed. */
    isPaid: () => kept.intent !== undefined,
    /**
     * Takes the remaining steps.
     *
     * @throws ApiError when a step failed; the next call resumes there
     */
    run: async (card: CardHandle | null): Promise<PurchaseResult> => {
      // Another tab may have progressed.
      kept = load(storageKey) ?? kept;
      const charged = kept.intent ? { intent: kept.intent } : card ? await charge(card) : null;
      if (!charged) throw new Error('There is no card to charge');
      if ('declined' in charged) return { kind: 'declined', message: charged.declined };
      const paymentId = await record(charged.intent);
      confirm(confirmationKeyOf(userId, price, visit), paymentId);
      forget();
      return { kind: 'recorded', paymentId };
    },
  };
};

const isRecorded = async (intent: string): Promise<boolean> =>
  (await call('GET /payments', {})).some(({ _id }) => _id === intent);
