import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { STRIPE_ENV } from '@piecework/config/testing';
import { shownPicture } from '@piecework/domain';
import { eventOf, type FakeEvent, type FakeStripe, signed, startFakeStripe } from '@piecework/wallet/testing';
import type { Page } from 'playwright-core';
import {
  expectCleanConsole,
  goTo,
  heading,
  PICTURE,
  press,
  row,
  untilCoins,
  untilVisible,
} from '../browser/steps';
import { type Product, signIn, testInBrowser, useProduct } from '../support/browser';

/*
 * The checkout by Stripe in a browser, as far as it can be tried without Stripe: a script under the interface of Stripe.js and a server with
 * the few calls that are made. Pictures go to a stand-in of the image host meanwhile. docs/third-parties.md lists what only an account can show.
 */

const STRIPE_JS = readFileSync(join(import.meta.dirname, 'stripe-js.js'), 'utf8');
let stripe: FakeStripe;

/** A host of pictures on this machine, in the place of imgbb. */
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
    cut: (down: boolean) => {
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

const GOOD = '4242 4242 4242 4242';
const DECLINED = '4000 0000 0000 0002';
const ASKING = '4000 0025 0000 3155';
const PAID = 'Your payment is successful.';
/** What the browser itself says of an answer that the test provoked. */
const REFUSED_CARD = /status of 402/;
const CUT_OFF = /ERR_|status of 503/;

/** A new buyer at the till of a package. */
const atTill = async ({ newPage, newPerson }: Product, price = 10) => {
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
const paymentsOf = ({ client }: Product, as: { token: string }) =>
  client.get('listPayments', { token: as.token });
/** The payments of a person, as Stripe has them. */
const intentsOf = ({ userId }: { userId: string }) =>
  stripe.intents().filter(({ metadata }) => metadata.userId === userId);
const intentOf = (buyer: { userId: string }): string => intentsOf(buyer)[0]?.id ?? '';

/** Stripe calls the webhook, through the gateway. */
const deliver = async (event: FakeEvent): Promise<number> => {
  const { payload, headers } = signed(event);
  const address = `${product().stack.gateway}/webhooks/stripe`;
  return (await fetch(address, { method: 'POST', headers, body: payload })).status;
};
const succeeded = (buyer: { userId: string }) =>
  eventOf('payment_intent.succeeded', stripe.intentOf(intentOf(buyer)));

/** What a colour of the page is just now. */
const shownAs = (page: Page, token: string): Promise<string> =>
  page.evaluate((name) => {
    const probe = document.createElement('i');
    probe.style.color = `var(${name})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, token);

/** The processor's words stand in red under the card field, which has the focus. */
const expectRefusal = async (page: Page, words: RegExp) => {
  const refusal = page.getByRole('alert').getByText(words);
  await refusal.waitFor();
  expect(await refusal.evaluate((element) => getComputedStyle(element).color)).toBe(
    await shownAs(page, '--madder'),
  );
  const [card, told] = [await field(page).boundingBox(), await refusal.boundingBox()];
  expect(told?.y).toBeGreaterThan((card?.y ?? 0) + (card?.height ?? 0));
  expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true);
};

journey('a card pays once, and the webhook that comes afterwards changes nothing', async (all) => {
  const { page, buyer, opened } = await atTill(all);
  expect(await page.getByLabel('Amount').inputValue()).toBe('$10.00');
  expect(await page.getByLabel('Email').inputValue()).toBe(buyer.email);
  await field(page).fill(GOOD);
  await page.getByRole('button', { name: 'Pay $10.00' }).dblclick();
  await untilVisible(page, PAID);
  await untilCoins(page, 200);
  expect(intentsOf(buyer)).toMatchObject([
    { amount: 1000, receipt_email: buyer.email, metadata: { price: '10' } },
  ]);

  const event = succeeded(buyer);
  expect([await deliver(event), await deliver(event)]).toEqual([200, 200]);
  expect(await paymentsOf(all, buyer)).toMatchObject([{ state: 'credited', card: '4242' }]);
  await untilCoins(page, 200);
  expectCleanConsole([opened]);
});

journey('the card field has the colours of the page, and follows the theme', async (all) => {
  const { page } = await atTill(all);
  await page.emulateMedia({ colorScheme: 'light' });
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    const ink = await shownAs(page, '--ink');
    await page.waitForFunction(
      ([color]) => {
        const input = document.querySelector('input[aria-label^="Credit"]');
        return input !== null && getComputedStyle(input).color === color;
      },
      [ink],
    );
  }
});

journey('the webhook comes first: the coins are there while the page still records', async (all) => {
  const { page, buyer, opened } = await atTill(all);
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route('**/storePayment', async (route) => {
    await held;
    await route.continue();
  });
  await pay(page, GOOD);
  await page.getByRole('button', { name: /^Paying/ }).waitFor();
  await page.waitForRequest('**/storePayment');
  expect(await deliver(succeeded(buyer))).toBe(200);
  await untilCoins(page, 200);
  goOn();
  await untilVisible(page, PAID);
  expect(await paymentsOf(all, buyer)).toMatchObject([{ state: 'credited' }]);
  await untilCoins(page, 200);
  expectCleanConsole([opened]);
});

journey('a declined card is told in red under its field, and another one pays', async (all) => {
  const { page, buyer, opened } = await atTill(all, 20);
  await pay(page, '4242', 20);
  await expectRefusal(page, /card number is incomplete/);
  await pay(page, DECLINED, 20);
  await expectRefusal(page, /card was declined/);
  expect(await paymentsOf(all, buyer)).toEqual([]);
  await pay(page, GOOD, 20);
  await untilVisible(page, PAID);
  expect(intentsOf(buyer)).toHaveLength(1);
  expect(await paymentsOf(all, buyer)).toMatchObject([{ amount: 20 }]);
  expectCleanConsole([opened], REFUSED_CARD);
});

journey('a card that asks for 3-D Secure pays when the bank says yes, and only then', async (all) => {
  const { page, buyer, opened } = await atTill(all, 1);
  await pay(page, ASKING, 1);
  await press(page, 'Fail');
  await expectRefusal(page, /unable to authenticate/);
  expect(await paymentsOf(all, buyer)).toEqual([]);
  await press(page, 'Pay $1.00');
  await press(page, 'Complete');
  await untilVisible(page, PAID);
  expect(await paymentsOf(all, buyer)).toMatchObject([{ amount: 1, card: '3155' }]);
  expectCleanConsole([opened], REFUSED_CARD);
});

journey('a page without Stripe.js says so, does the rest, and takes the card at another try', async (all) => {
  const buyer = await all.newPerson('buyer');
  const opened = await all.newPage();
  const { page } = opened;
  await page.route(`${stripe.url}/**`, (route) => route.abort());
  await signIn(page, buyer);
  await goTo(page, 'Purchase Coin');
  await page.getByRole('link', { name: /for \$10$/ }).click();
  await untilVisible(page, /could not be loaded from Stripe/);
  await goTo(page, 'Add new Tasks');
  await page.getByLabel('Task Title').waitFor();
  await page.goBack();
  await untilVisible(page, /could not be loaded from Stripe/);
  await page.unrouteAll();
  await press(page, 'Load the card field again');
  await pay(page, GOOD);
  await untilVisible(page, PAID);
  await untilCoins(page, 200);
  expectCleanConsole([opened], CUT_OFF);
});

journey('while Stripe is away the checkout says so and nothing else suffers', async (all) => {
  const { page, buyer, opened } = await atTill(all);
  await field(page).fill(GOOD);
  stripe.down();
  await press(page, 'Pay $10.00');
  await untilVisible(page, /The card processor cannot be reached.*You can safely try again/);
  expect(await page.getByLabel('Email').inputValue()).toBe(buyer.email);
  expect(await field(page).inputValue()).toBe(GOOD);
  await all.client.get('listTasks', { token: buyer.token });
  expect((await fetch(`${all.stack.gateway}/readyz`)).status).toBe(200);
  stripe.up();
  await press(page, 'Pay $10.00');
  await untilVisible(page, PAID);
  expect(intentsOf(buyer)).toHaveLength(1);
  expectCleanConsole([opened], CUT_OFF);
});

journey(
  'a buyer who leaves after the charge has their coins by the webhook alone, and reads it when they come back',
  async (all) => {
    const { page, buyer } = await atTill(all);
    await page.route('**/storePayment', (route) => route.abort());
    await pay(page, GOOD);
    await untilVisible(page, /Your payment is safe/);
    await page.goto('about:blank');
    expect(await deliver(succeeded(buyer))).toBe(200);
    expect(await paymentsOf(all, buyer)).toMatchObject([{ state: 'credited' }]);
    await page.unrouteAll();
    await page.goto('/dashboard/checkout/10');
    await untilVisible(page, PAID);
    await untilCoins(page, 200);
    expect(await paymentsOf(all, buyer)).toHaveLength(1);
  },
);

journey('a refund takes the coins back before the buyer’s eyes, and a dispute likewise', async (all) => {
  const { page, buyer, opened } = await atTill(all);
  await pay(page, GOOD);
  await untilVisible(page, PAID);
  await untilCoins(page, 200);
  await page.getByRole('main').getByRole('link', { name: 'Payment history' }).click();
  await heading(page, 'Payment history').waitFor();
  await row(page, '4242').getByText('credited').waitFor();

  const intent = intentOf(buyer);
  expect(await deliver(eventOf('charge.refunded', stripe.refund(intent, 400)))).toBe(200);
  expect(await paymentsOf(all, buyer)).toMatchObject([{ state: 'credited', refunded: 4 }]);
  expect(await deliver(eventOf('charge.dispute.created', stripe.dispute(intent, 'needs_response')))).toBe(
    200,
  );
  await row(page, '4242').getByText('reversed').waitFor();
  await untilCoins(page, 50);

  await row(page, '4242')
    .getByRole('button', { name: /View receipt/ })
    .click();
  const receipt = page.getByRole('dialog', { name: 'Receipt' });
  for (const fact of ['$10.00', '•••• 4242', 'reversed', intent])
    await receipt.getByText(fact).first().waitFor();
  expectCleanConsole([opened]);
});

journey(
  'while the image host is away a form says so, keeps everything, and is sent when it is back',
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
    imageHost.cut(true);
    await page.getByLabel('Task Image').setInputFiles(PICTURE);
    await untilVisible(page, /host of our pictures is not answering/);
    expect(await page.getByLabel('Task Title').inputValue()).toBe('Describe a chair');
    imageHost.cut(false);
    await press(page, 'Try again');
    await untilVisible(page, 'Picture uploaded.');
    await press(page, 'Add Task');
    await row(page, 'Describe a chair').waitFor();
    const [task] = await all.client.get('listTasks', { token: buyer.token });
    expect(task?.taskImageURL).toBe(shownPicture('https://i.ibb.example/chair.webp', all.stack.settings));
    // There is no network here for the media service to fetch it: its block of patches stands in its place.
    expectCleanConsole([opened], /ERR_|status of (404|503)/);
  },
);

testInBrowser('a webhook that Stripe has not signed is refused at the gateway’s door', async () => {
  const { payload } = signed(eventOf('payment_intent.succeeded', { id: 'pi_x' }));
  const response = await fetch(`${product().stack.gateway}/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' },
    body: payload,
  });
  expect([response.status, (await response.json()).code]).toEqual([400, 'bad-signature']);
});

testInBrowser('the configuration has the public key, and nothing has the secret ones', async () => {
  const { gateway } = product().stack;
  const config = await (await fetch(`${gateway}/config`)).text();
  expect(JSON.parse(config)).toMatchObject({
    payments: 'stripe',
    stripe: { publishableKey: STRIPE_ENV.STRIPE_PUBLISHABLE_KEY },
  });
  expect(config).not.toMatch(/sk_test|whsec/);
});
