import type { Role } from '@piecework/contracts';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findChromium } from '../../../scripts/lib/chromium.mjs';
import { PASSWORD } from './people';

export { findChromium };

/** The two viewport sizes of all screen tests. */
export const DESK = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/** Playwright's list for Linux, which a second one replaces, and two pages that each window renders for its address bar, in a second of CPU time. */
const WITHOUT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable',
  'LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch',
  'WebUIOmniboxPopup,WebUIOmniboxAimPopup',
].join();
const ARGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage'],
  `--disable-features=${WITHOUT}`,
];

export const launchChromium = async (more: readonly string[] = []): Promise<Browser> => {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium was found: install one, or set CHROMIUM_PATH=/path/to/chromium.');
  return chromium.launch({ executablePath, args: [...ARGS, ...more] });
};

/** Milliseconds after which a page is given up. Only ends what hangs: a busy machine is slow. */
export const HANGS_AFTER_MS = 60_000;

/** Credentials of a demo account. */
export const demoPerson = (role: Role) => ({ email: `${role}@piecework.demo`, password: PASSWORD });

/** Signs in with the login form and waits for the dashboard. */
export const signIn = async (page: Page, who: { email: string; password: string }): Promise<void> => {
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL(/\/dashboard\/(worker|buyer|admin)Home$/);
};
