import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { STRIPE_ENV } from '@piecework/config/testing';
import { TEST_CARDS } from '@piecework/contracts';
import { shownPicture } from '@piecework/domain';
import { eventOf, type FakeEvent, type FakeStripe, signed, startFakeStripe } from '@piecework/wallet/testing';
import type { Page } from 'playwright-core';
import { expectCleanConsole, goTo, heading, PICTURE, press, row, untilCoins, untilVisible } from '../browser/steps';
import { type Product, signIn, testInBrowser, useProduct } from '../support/browser';

/*
 * The Stripe checkout in a browser with fakes: a script with the interface of Stripe.js, a server with the used API calls, and an image host.
 * docs/third-parties.md lists what only a real account can show.
 */

const STRIPE_JS = readFileSync(join(import.meta.dirname, 'fake-stripe.js'), 'utf8');
let stripe: FakeStripe;

/** Starts a fake of imgbb. */
const startImageHost = async () => {
  const sockets = new Set<Socket>();
  let isDown = false;
  const server = createServer((request, response) => {
    if (isDown) return void request.socket.destroy();
    request.resume().on('end', () => {
      const data = { display_url: 'https://i.ibb.example/chair.webp' };
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ success: true, data }));
    });
  });
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/1/upload`,
    setDown: (down: boolean) => {
      isDown = down;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
let imageHost: Awaited<ReturnType<typeof startImageHost>>;

const { product, journey } = useProduct({
  env: async () => {
    stripe = await startFakeStripe(() => STRIPE_JS);
    imageHost = await startImageHost();
    const images = { IMAGES: 'imgbb', IMGBB_API_KEY: 'fake', IMGBB_URL: imageHost.url };
    return { ...stripe.env, ...images, COIN_CREDIT: 'automatic' };
  },
});
afterAll(async () => {
  await stripe?.stop();
  await imageHost?.stop();
});
afterEach(() => stripe.up());

const PAID = 'Your payment is successful.';
/** The browser's console message for an answer that the test provokes. */
const REFUSED_CARD = /status of 402/;
const CUT_OFF = /ERR_|status of 503/;

/** Opens the checkout of a package as a new buyer. */
const openCheckout = async ({ newPage, newPerson }: Product, price = 10) => {
  const buyer = await newPerson('buyer');
  const opened = await newPage();
  const { page } = opened;
  await signIn(page, buyer);
  await goTo(page, 'Purchase Coin');
  await page.getByRole('link', { name: new RegExp(`for \\$${price}$`) }).click();
  await page.waitForURL(`**/dashboard/checkout/${price}`);
  return { buyer, opened, page };
};
const field = (page: Page) => page.getByLabel('Credit or debit card number');
const pay = async (page: Page, card: string, price = 10) => {
  await field(page).fill(card);
  await press(page, `Pay $${price}.00`);
};
const paymentsOf = ({ client }: Product, as: { token: string }) => client.get('listPayments', { token: as.token });
/** The user's payment intents at Stripe. */
const intentsOf = ({ userId }: { userId: string }) =>
  stripe.intents().filter(({ metadata }) => metadata.userId === userId);
const intentOf = (buyer: { userId: string }): string => intentsOf(buyer)[0]?.id ?? '';

/** Sends a webhook event through the gateway. */
const deliver = async (event: FakeEvent): Promise<number> => {
  const { payload, headers } = signed(event);
  const address = `${product().stack.gateway}/webhooks/stripe`;
  return (await fetch(address, { method: 'POST', headers, body: payload })).status;
};
const succeeded = (buyer: { userId: string }) => eventOf('payment_intent.succeeded', stripe.intentOf(intentOf(buyer)));

/** Current value of a colour token. */
const colourOf = (page: Page, token: string): Promise<string> =>
  page.evaluate((name) => {
    const probe = document.createElement('i');
    probe.style.color = `var(${name})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, token);

/** Expects the processor's error in red below the card field, which has the focus. */
const expectRefusal = async (page: Page, message: RegExp) => {
  const refusal = page.getByRole('alert').getByText(message);
  await refusal.waitFor();
  expect(await refusal.evaluate((element) => getComputedStyle(element).color)).toBe(await colourOf(page, '--madder'));
  const [card, shown] = [await field(page).boundingBox(), await refusal.boundingBox()];
  expect(shown?.y).toBeGreaterThan((card?.y ?? 0) + (card?.height ?? 0));
  expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true);
};

journey('a card pays once, and later webhooks change nothing', async (all) => {
  const { page, buyer, opened } = await openCheckout(all);
  expect(await page.getByLabel('Amount').inputValue()).toBe('$10.00');
  expect(await page.getByLabel('Email').inputValue()).toBe(buyer.email);
  await field(page).fill(TEST_CARDS.succeeds);
  await page.getByRole('button', { name: 'Pay $10.00' }).dblclick();
  await untilVisible(page, PAID);
  await untilCoins(page, 200);
  expect(intentsOf(buyer)).toMatchObject([{ amount: 1000, receipt_email: buyer.email, metadata: { price: '10' } }]);

  const event = succeeded(buyer);
  expect([await deliver(event), await deliver(event)]).toEqual([200, 200]);
  expect(await paymentsOf(all, buyer)).toMatchObject([{ state: 'credited', card: '4242' }]);
  await untilCoins(page, 200);
  expectCleanConsole([opened]);
});

journey('the card field uses the colours of the current theme', async (all) => {
  const { page } = await openCheckout(all);
  await page.emulateMedia({ colorScheme: 'light' });
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    const ink = await colourOf(page, '--ink');
    await page.waitForFunction(
      ([color]) => {
        const input = document.querySelector('input[aria-label^="Credit"]');
        return input !== null && getComputedStyle(input).color === color;
      },
      [ink],
    );
  }
});

journey('a webhook before storePayment credits the coins, once', async (all) => {
  const { page, buyer, opened } = await openCheckout(all);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/storePayment', async (route) => {
    await held;
    await route.continue();
  });
  await pay(page, TEST_CARDS.succeeds);
  await page.getByRole('button', { name: /^Paying/ }).waitFor();
  await page.waitForRequest('**/storePayment');
  expect(await deliver(succeeded(buyer))).toBe(200);
  await untilCoins(page, 200);
  release();
  await untilVisible(page, PAID);
  expect(await paymentsOf(all, buyer)).toMatchObject([{ state: 'credited' }]);
  await untilCoins(page, 200);
  expectCleanConsole([opened]);
});

journey('a declined card shows a red error below its field, and another card pays', async (all) => {
  const { page, buyer, opened } = await openCheckout(all, 20);
  await pay(page, '4242', 20);
  await expectRefusal(page, /card number is incomplete/);
  await pay(page, TEST_CARDS.declined, 20);
  await expectRefusal(page, /card was declined/);
  expect(await paymentsOf(all, buyer)).toEqual([]);
  await pay(page, TEST_CARDS.succeeds, 20);
  await untilVisible(page, PAID);
  expect(intentsOf(buyer)).toHaveLength(1);
  expect(await paymentsOf(all, buyer)).toMatchObject([{ amount: 20 }]);
  expectCleanConsole([opened], REFUSED_CARD);
});

journey('a card with 3-D Secure pays only after a successful authentication', async (all) => {
  const { page, buyer, opened } = await openCheckout(all, 1);
  await pay(page, TEST_CARDS.authenticates, 1);
  await press(page, 'Fail');
  await expectRefusal(page, /unable to authenticate/);
  expect(await paymentsOf(all, buyer)).toEqual([]);
  await press(page, 'Pay $1.00');
  await press(page, 'Complete');
  await untilVisible(page, PAID);
  expect(await paymentsOf(all, buyer)).toMatchObject([{ amount: 1, card: '3155' }]);
  expectCleanConsole([opened], REFUSED_CARD);
});

journey('a checkout without Stripe.js shows an error, and works after a retry', async (all) => {
  const buyer = await all.newPerson('buyer');
  const opened = await all.newPage();
  const { page } = opened;
  await page.route(`${stripe.url}/**`, (route) => route.abort());
  await signIn(page, buyer);
  await goTo(page, 'Purchase Coin');
  await page.getByRole('link', { name: /for \$10$/ }).click();
  await untilVisible(page, /couldn’t be loaded from Stripe/);
  await goTo(page, 'Add new Tasks');
  await page.getByLabel('Task Title').waitFor();
  await page.goBack();
  await untilVisible(page, /couldn’t be loaded from Stripe/);
  await page.unrouteAll();
  await press(page, 'Reload card field');
  await pay(page, TEST_CARDS.succeeds);
  await untilVisible(page, PAID);
  await untilCoins(page, 200);
  expectCleanConsole([opened], CUT_OFF);
});

journey('while Stripe is unavailable the checkout shows an error, and everything else works', async (all) => {
  const { page, buyer, opened } = await openCheckout(all);
  await field(page).fill(TEST_CARDS.succeeds);
  stripe.down();
  await press(page, 'Pay $10.00');
  await untilVisible(page, /We can’t reach the card processor.*You can safely try again/);
  expect(await page.getByLabel('Email').inputValue()).toBe(buyer.email);
  expect(await field(page).inputValue()).toBe(TEST_CARDS.succeeds);
  await all.client.get('listTasks', { token: buyer.token });
  expect((await fetch(`${all.stack.gateway}/readyz`)).status).toBe(200);
  stripe.up();
  await press(page, 'Pay $10.00');
  await untilVisible(page, PAID);
  expect(intentsOf(buyer)).toHaveLength(1);
  expectCleanConsole([opened], CUT_OFF);
});

journey('the webhook credits a buyer who leaves after the charge, and the checkout shows it later', async (all) => {
  const { page, buyer } = await openCheckout(all);
  await page.route('**/storePayment', (route) => route.abort());
  await pay(page, TEST_CARDS.succeeds);
  await untilVisible(page, /Your payment is safe/);
  await page.goto('about:blank');
  expect(await deliver(succeeded(buyer))).toBe(200);
  expect(await paymentsOf(all, buyer)).toMatchObject([{ state: 'credited' }]);
  await page.unrouteAll();
  await page.goto('/dashboard/checkout/10');
  await untilVisible(page, PAID);
  await untilCoins(page, 200);
  expect(await paymentsOf(all, buyer)).toHaveLength(1);
});

journey('the buyer sees live how a refund and a dispute reverse a payment', async (all) => {
  const { page, buyer, opened } = await openCheckout(all);
  await pay(page, TEST_CARDS.succeeds);
  await untilVisible(page, PAID);
  await untilCoins(page, 200);
  await page.getByRole('main').getByRole('link', { name: 'Payment history' }).click();
  await heading(page, 'Payment history').waitFor();
  await row(page, '4242').getByText('credited').waitFor();

  const intent = intentOf(buyer);
  expect(await deliver(eventOf('charge.refunded', stripe.refund(intent, 400)))).toBe(200);
  expect(await paymentsOf(all, buyer)).toMatchObject([{ state: 'credited', refunded: 4 }]);
  expect(await deliver(eventOf('charge.dispute.created', stripe.dispute(intent, 'needs_response')))).toBe(200);
  await row(page, '4242').getByText('reversed').waitFor();
  await untilCoins(page, 50);

  await row(page, '4242')
    .getByRole('button', { name: /View receipt/ })
    .click();
  const receipt = page.getByRole('dialog', { name: 'Receipt' });
  for (const fact of ['$10.00', '•••• 4242', 'reversed', intent]) await receipt.getByText(fact).first().waitFor();
  expectCleanConsole([opened]);
});

journey(
  'while the image host is unavailable the form shows an error and keeps its fields, and a retry succeeds',
  async (all) => {
    const buyer = await all.newPerson('buyer');
    const opened = await all.newPage();
    const { page } = opened;
    await signIn(page, buyer);
    await goTo(page, 'Add new Tasks');
    await page.getByLabel('Task Title').fill('Describe a chair');
    await page.getByLabel('Task Detail').fill('One sentence.');
    await page.getByLabel('Required Workers').fill('1');
    await page.getByLabel('Payable Amount').fill('5');
    await page.getByLabel('Completion Date').fill(`${new Date().getUTCFullYear() + 1}-05-17`);
    await page.getByLabel('Submission Info').fill('A sentence');
    imageHost.setDown(true);
    await page.getByLabel('Task Image').setInputFiles(PICTURE);
    await untilVisible(page, 'Interrupted. Trying again…');
    expect(await page.getByLabel('Task Title').inputValue()).toBe('Describe a chair');
    imageHost.setDown(false);
    await untilVisible(page, 'Picture uploaded.');
    await press(page, 'Add Task');
    await row(page, 'Describe a chair').waitFor();
    const [task] = await all.client.get('listTasks', { token: buyer.token });
    expect(task?.taskImageURL).toBe(shownPicture('https://i.ibb.example/chair.webp', all.stack.settings));
    // The media service cannot fetch the picture without a network, and serves the placeholder.
    expectCleanConsole([opened], /ERR_|status of (404|503)/);
  },
);

testInBrowser('a webhook with an invalid signature is refused', async () => {
  const { payload } = signed(eventOf('payment_intent.succeeded', { id: 'pi_x' }));
  const response = await fetch(`${product().stack.gateway}/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' },
    body: payload,
  });
  expect([response.status, (await response.json()).code]).toEqual([400, 'bad-signature']);
});

testInBrowser('GET /config has the publishable key and no secret keys', async () => {
  const { gateway } = product().stack;
  const config = await (await fetch(`${gateway}/config`)).text();
  expect(JSON.parse(config)).toMatchObject({
    payments: 'stripe',
    stripe: { publishableKey: STRIPE_ENV.STRIPE_PUBLISHABLE_KEY },
  });
  expect(config).not.toMatch(/sk_test|whsec/);
});
