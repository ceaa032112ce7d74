import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Readable } from 'node:stream';
import { pause } from '@piecework/base/testing';
import { STRIPE_ENV } from '@piecework/config/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import { findStripeMock } from '../../../../scripts/lib/engines.mjs';
import { eventOf, signed } from '../../testing/stripe.fake';
import { BUYER, beginPayment, expectInvariants, register, startWallet } from '../../testing/wallet.fixtures';
import { openStripe } from './stripe.client';

// stripe-mock validates requests against Stripe's API description. It is stateless, so stripe.int.test.ts covers the life of a payment.

const stripeMock = findStripeMock() ?? '';

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address ? address.port : 0;
};

const answers = async (url: string) => {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; ) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return;
    await pause(50);
  }
  throw new Error('stripe-mock does not answer');
};

const described = stripeMock ? describe : describe.skip;

described('what the wallet asks of Stripe', () => {
  let mock: ChildProcess;
  let url: string;
  let wallet: Harness;
  const logged: string[] = [];

  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    mock = spawn(stripeMock, ['-http-addr', `127.0.0.1:${port}`], { stdio: ['ignore', 'pipe', 'pipe'] });
    mock.stdout?.on('data', (chunk: Buffer) => logged.push(chunk.toString()));
    await answers(url);
  });
  afterAll(async () => {
    const gone = once(mock, 'exit');
    mock.kill();
    await gone;
  });
  beforeEach(async () => {
    wallet = await startWallet({ env: { ...STRIPE_ENV, STRIPE_API_BASE: url } });
    await register(wallet, BUYER);
  });
  afterEach(async () => {
    await expectInvariants(wallet);
    await wallet.stop();
  });

  it('stripe-mock refuses a request that contradicts the API description', async () => {
    const asked = { amount: 1000, currency: 'usd', no_such_parameter: 'x' };
    const stripe = await openStripe({ secretKey: 'sk_test_mock', apiBase: url });
    await expect(stripe.paymentIntents.create(asked)).rejects.toThrow('additional properties are not allowed');
  });

  it('createPaymentIntent creates an intent', async () => {
    logged.length = 0;
    expect(await beginPayment(wallet, BUYER, 10)).toMatch(/^pi_\w+_secret_\w+$/);
    const log = logged.join('');
    for (const part of ['amount:1000', 'currency:usd', 'allowed_payment_method_types:[card]', BUYER.userId])
      expect(log).toContain(part);
  });

  it('storePayment retrieves an intent with its charge and finds it unpaid', async () => {
    await beginPayment(wallet, BUYER, 10);
    logged.length = 0;
    const answer = await wallet.call('storePayment', { as: BUYER, body: { amount: 10 } });
    expect(answer).toMatchObject({ status: 409, body: { code: 'no-payment' } });
    expect(logged.join('')).toMatch(/GET \/v1\/payment_intents\/pi_\w+/);
    expect(logged.join('')).toContain('expand:[latest_charge]');
  });

  it('disputes are listed by payment intent', async () => {
    const stripe = await openStripe({ secretKey: 'sk_test_mock', apiBase: url });
    const [dispute] = (await stripe.disputes.list({ payment_intent: 'pi_1' })).data;
    expect(dispute).toMatchObject({ object: 'dispute', status: expect.any(String) });
  });

  it('stripeWebhook retrieves the intent of a signed event', async () => {
    const stripe = await openStripe({ secretKey: 'sk_test_mock', apiBase: url });
    const [intent = ''] = (await beginPayment(wallet, BUYER, 10)).split('_secret_');
    const { payload, headers } = signed(
      eventOf('payment_intent.succeeded', await stripe.paymentIntents.retrieve(intent)),
    );
    const raw = Readable.from([Buffer.from(payload)], { objectMode: false });
    expect(await wallet.call('stripeWebhook', { raw, headers })).toMatchObject({ status: 200 });
    expect((await wallet.call('listPayments', { as: BUYER })).body).toEqual([]);
  });
});
