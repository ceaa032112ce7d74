import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { STRIPE_ENV } from '@piecework/config/testing';
import { TEST_CARDS } from '@piecework/contracts';
import Stripe from 'stripe';
import { NOT_AUTHENTICATED, TEST_CARD_BEHAVIOUR } from '../src/payment/simulated-processor';

// Stateful fake of Stripe's API for the wallet and the checkout. Responses have only the fields that they read (https://docs.stripe.com/api).

interface Intent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  currency: string;
  allowed_payment_method_types: string[];
  status: 'requires_payment_method' | 'requires_action' | 'succeeded';
  client_secret: string;
  receipt_email: string | null;
  metadata: Record<string, string>;
  latest_charge: string | null;
}
interface Charge {
  id: string;
  object: 'charge';
  payment_intent: string;
  amount: number;
  amount_refunded: number;
  refunded: boolean;
  disputed: boolean;
  payment_method_details: { type: 'card'; card: { last4: string } };
}
interface Dispute {
  id: string;
  object: 'dispute';
  payment_intent: string;
  charge: string;
  amount: number;
  status: Stripe.Dispute.Status;
}

interface Answer {
  status: number;
  body: unknown;
}
const found = (body: unknown): Answer => ({ status: 200, body });
const refuse = (status: number, error: Record<string, string>): Answer => ({ status, body: { error } });
const missing = () =>
  refuse(404, { type: 'invalid_request_error', code: 'resource_missing', message: 'No such object' });

const createState = () => {
  const intents = new Map<string, Intent>();
  const charges = new Map<string, Charge>();
  const disputes = new Map<string, Dispute>();
  const byKey = new Map<string, { params: string; intent: Intent }>();
  let count = 0;
  const nextId = (kind: string) => `${kind}_fake${++count}`;

  const intentOf = (id: string): Intent => {
    const intent = intents.get(id);
    if (!intent) throw new Error(`There is no payment ${id}`);
    return intent;
  };
  const chargeOf = (id: string): Charge => {
    const charge = charges.get(intentOf(id).latest_charge ?? '');
    if (!charge) throw new Error(`${id} has not been paid`);
    return charge;
  };

  const create = (form: URLSearchParams, key: string | undefined): Answer => {
    const params = form.toString();
    const known = key === undefined ? undefined : byKey.get(key);
    if (known && known.params !== params)
      return refuse(400, { type: 'idempotency_error', message: 'Keys for idempotent requests can only be used once' });
    if (known) return found(known.intent);
    const email = form.get('receipt_email');
    if (email !== null && !/^[\x21-\x7e]+@[\w.-]+$/.test(email))
      return refuse(400, {
        type: 'invalid_request_error',
        param: 'receipt_email',
        message: `Invalid email address: ${email}`,
      });
    const id = nextId('pi');
    const metadata = [...form].flatMap(([name, value]) => {
      const [, field] = /^metadata\[(\w+)\]$/.exec(name) ?? [];
      return field ? [[field, value]] : [];
    });
    const intent: Intent = {
      id,
      object: 'payment_intent',
      amount: Number(form.get('amount')),
      amount_received: 0,
      currency: form.get('currency') ?? '',
      allowed_payment_method_types: form.getAll('allowed_payment_method_types[0]'),
      status: 'requires_payment_method',
      client_secret: `${id}_secret_fake`,
      receipt_email: form.get('receipt_email'),
      metadata: Object.fromEntries(metadata),
      latest_charge: null,
    };
    intents.set(id, intent);
    if (key !== undefined) byKey.set(key, { params, intent });
    return found(intent);
  };

  const pay = (id: string, last4 = TEST_CARDS.succeeds.slice(-4)) => {
    const intent = intentOf(id);
    if (intent.status === 'succeeded') return;
    const charge: Charge = {
      id: nextId('ch'),
      object: 'charge',
      payment_intent: id,
      amount: intent.amount,
      amount_refunded: 0,
      refunded: false,
      disputed: false,
      payment_method_details: { type: 'card', card: { last4 } },
    };
    charges.set(charge.id, charge);
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount, latest_charge: charge.id });
  };

  /** The page's script; `card` is a number, `answer` the outcome of 3-D Secure. */
  const confirm = (id: string, form: URLSearchParams): Answer => {
    const intent = intents.get(id);
    if (!intent || intent.client_secret !== form.get('client_secret')) return missing();
    if (intent.status === 'succeeded')
      return refuse(400, {
        type: 'invalid_request_error',
        code: 'payment_intent_unexpected_state',
        message: 'This payment has already succeeded.',
      });
    const card = form.get('card') ?? '';
    const answer = form.get('answer');
    const behaviour = TEST_CARD_BEHAVIOUR[card];
    if (typeof behaviour === 'object')
      return refuse(402, { type: 'card_error', code: 'card_declined', message: behaviour.declined });
    if (behaviour === 'asks' && answer === null) {
      intent.status = 'requires_action';
      return found(intent);
    }
    if (behaviour === 'asks' && answer !== 'complete') {
      intent.status = 'requires_payment_method';
      return refuse(402, {
        type: 'card_error',
        code: 'payment_intent_authentication_failure',
        message: NOT_AUTHENTICATED,
      });
    }
    pay(id, card.slice(-4));
    return found(intent);
  };

  return {
    create,
    confirm,
    retrieve: (id: string, isExpanded: boolean): Answer => {
      const intent = intents.get(id);
      if (!intent) return missing();
      const charge = charges.get(intent.latest_charge ?? '') ?? null;
      return found(isExpanded ? { ...intent, latest_charge: charge } : intent);
    },
    disputesOf: (intent: string | null): Answer =>
      found({
        object: 'list',
        has_more: false,
        data: [...disputes.values()].filter((dispute) => dispute.payment_intent === intent),
      }),
    intents: () => [...intents.values()],
    pay,
    /** A change at Stripe outside our API calls. */
    change: (id: string, changes: Partial<Intent>) => Object.assign(intentOf(id), changes),
    /** Refunds `cents`, or everything. Returns the object of the event. */
    refund: (id: string, cents?: number): Charge => {
      const charge = chargeOf(id);
      charge.amount_refunded = Math.min(charge.amount, charge.amount_refunded + (cents ?? charge.amount));
      charge.refunded = charge.amount_refunded === charge.amount;
      return { ...charge };
    },
    /** Opens a dispute or updates the open one. */
    dispute: (id: string, status: Stripe.Dispute.Status): Dispute => {
      const charge = chargeOf(id);
      charge.disputed = true;
      const open = [...disputes.values()].find((dispute) => dispute.payment_intent === id);
      const dispute: Dispute = open ?? {
        id: nextId('dp'),
        object: 'dispute',
        payment_intent: id,
        charge: charge.id,
        amount: charge.amount,
        status,
      };
      dispute.status = status;
      disputes.set(dispute.id, dispute);
      return { ...dispute };
    },
    intentOf: (id: string): Intent => ({ ...intentOf(id) }),
  };
};

export interface FakeEvent {
  id: string;
  object: 'event';
  type: string;
  created: number;
  data: { object: unknown };
}

/** Each event has its own id. */
export const eventOf = (
  type: string,
  object: unknown,
  id = `evt_${Math.random().toString(36).slice(2)}`,
): FakeEvent => ({ id, object: 'event', type, created: 1_790_000_000, data: { object } });

/** Body and headers of a webhook call. @param at milliseconds since 1970 */
export const signed = (event: unknown, at?: number, secret?: string) => signedText(JSON.stringify(event), at, secret);

export const signedText = (payload: string, at = Date.now(), secret: string = STRIPE_ENV.STRIPE_WEBHOOK_SECRET) => {
  const signature = new Stripe(STRIPE_ENV.STRIPE_SECRET_KEY).webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor(at / 1000),
  });
  return { payload, headers: { 'stripe-signature': signature, 'content-type': 'application/json' } };
};

const CORS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'authorization, content-type' };

/** @param script served at `/stripe.js` in place of Stripe's browser script */
export const startFakeStripe = async (script?: () => string) => {
  const state = createState();
  const sockets = new Set<Socket>();
  const calls: string[] = [];
  let isDown = false;

  const answerTo = async (request: IncomingMessage): Promise<Answer> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake');
    const [key = ''] = (request.headers.authorization ?? '').split(' ').slice(1);
    const isBrowser = pathname.endsWith('/confirm');
    if (key !== (isBrowser ? STRIPE_ENV.STRIPE_PUBLISHABLE_KEY : STRIPE_ENV.STRIPE_SECRET_KEY))
      return refuse(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' });
    const form = new URLSearchParams(await text(request));
    const idempotencyKey = request.headers['idempotency-key'];
    const [, , resource, id = '', action] = pathname.split('/');
    if (resource === 'disputes') return state.disputesOf(searchParams.get('payment_intent'));
    if (resource !== 'payment_intents') return missing();
    if (action === 'confirm') return state.confirm(id, form);
    if (request.method === 'POST' && id === '')
      return state.create(form, Array.isArray(idempotencyKey) ? undefined : idempotencyKey);
    return state.retrieve(id, searchParams.getAll('expand[0]').includes('latest_charge'));
  };

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    calls.push(`${request.method} ${request.url}`);
    // Unreachable host: the connection ends without a response.
    if (isDown) return void request.socket.destroy();
    if (request.method === 'OPTIONS') return void response.writeHead(204, CORS).end();
    if (request.url === '/stripe.js' && script)
      return void response.writeHead(200, { ...CORS, 'content-type': 'text/javascript' }).end(script());
    const { status, body } = await answerTo(request);
    response
      .writeHead(status, { ...CORS, 'content-type': 'application/json', 'request-id': 'req_fake' })
      .end(JSON.stringify(body));
  };

  const server = createServer((request, response) => void serve(request, response));
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;

  return {
    ...state,
    url,
    /** `{method} {path}`, oldest first. */
    calls,
    down: () => {
      isDown = true;
      for (const socket of sockets) socket.destroy();
    },
    up: () => {
      isDown = false;
    },
    /** Settings of an installation that uses it. */
    env: { ...STRIPE_ENV, STRIPE_API_BASE: url, STRIPE_JS_URL: `${url}/stripe.js` },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>;
