import type { Page } from 'playwright-core';
import { signIn, useProduct } from '../../support/browser';
import { addTotp, totpCode } from '../../support/factors';
import type { Person } from '../../support/people';
import { expectCleanConsole, fillCredentials, goTo, heading, press, untilVisible } from '../steps';

const { journey } = useProduct({ translated: true });

/** The refusal that opens the dialog. */
const REFUSED = /status of 409/;

/** A device with a fingerprint reader, which always recognizes the person. */
const addDevice = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
};
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' });
const logIn = async (page: Page, person: Person): Promise<void> => {
  await page.goto('/login');
  await fillCredentials(page, person);
  await press(page, 'Login');
};

journey('a passkey is added, and then signs in after the password', async (all) => {
  const opened = await all.newPage();
  const { page } = opened;
  await addDevice(page);
  const worker = await all.newPerson('worker');
  await signIn(page, worker);
  await page.goto('/dashboard/security');
  await press(page, 'Add a passkey');
  await page.getByLabel('Name').fill('My laptop');
  await press(page, 'Create passkey');
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await codes.waitFor();
  expect(await codes.getByRole('listitem').count()).toBe(10);
  await press(page, 'I’ve saved them');
  await untilVisible(page, 'My laptop');

  await page.evaluate(() => localStorage.removeItem('access-token'));
  await logIn(page, worker);
  await dialog(page).getByRole('button', { name: 'Use a passkey' }).click();
  await heading(page, 'Hi, Welcome Back').waitFor();
  expectCleanConsole([opened], REFUSED);
});

journey('an act of an admin goes on after a fresh code', async (all) => {
  const opened = await all.newPage();
  const { page } = opened;
  const [admin, worker] = [await all.newPerson('admin'), await all.newPerson('worker', 'Wilma Changes')];
  await signIn(page, admin);
  const { secret } = await addTotp(all.client, admin);
  await goTo(page, 'Manage Users');
  const role = page.getByLabel(`Role of ${worker.name}`);
  await role.selectOption('buyer');
  await press(page, 'Yes, update it!');
  await dialog(page).getByLabel('Code').fill('000000');
  await press(page, 'Confirm');
  await untilVisible(page, /^This code isn’t right/);
  // The present one has set the app up.
  await dialog(page).getByLabel('Code').fill(totpCode(secret, 1));
  await press(page, 'Confirm');
  await untilVisible(page, 'Your role has been updated successfully.');
  expect(await role.inputValue()).toBe('buyer');
  expectCleanConsole([opened], /status of 40[09]/);
});
