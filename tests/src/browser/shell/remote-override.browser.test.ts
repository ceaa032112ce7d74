import { resolve } from 'node:path';
import { signIn, useProduct } from '../../support/browser';
import { startFaultyFront } from '../../support/faulty-front';

const { journey } = useProduct();

journey(
  'an admin uses another build in this browser alone, sees that on every page, and stops',
  async ({ newPage, newPerson, overrideRemotes }) => {
    const front = await startFaultyFront(resolve('mf-worker/dist'));
    try {
      overrideRemotes({ overrideOrigins: [front.origin()] });
      const { page } = await newPage();
      await signIn(page, await newPerson('admin'));
      await page.goto(`/dashboard/manageTask?remote=mf_worker@${encodeURIComponent(front.manifest())}`);
      const dialog = page.getByRole('dialog');
      await dialog.getByText(front.manifest()).waitFor();
      await dialog.getByRole('button', { name: 'Use this build' }).click();
      const notice = page.getByText('This browser uses another build of Worker pages');
      await notice.waitFor();
      expect(page.url()).not.toContain('remote=');
      await page.goto('/qa');
      await notice.waitFor();

      const other = await newPage();
      await other.page.goto('/qa');
      await other.page.getByRole('heading', { level: 1 }).first().waitFor();
      expect(await other.page.getByText('This browser uses another build').count()).toBe(0);

      await page.getByRole('button', { name: 'Stop using it' }).click();
      await notice.waitFor({ state: 'detached' });
    } finally {
      overrideRemotes({});
      await front.down();
    }
  },
);

journey(
  'a build from an address that is not allowed is refused, and a worker is not asked',
  async ({ newPage, newPerson }) => {
    const query = 'remote=mf_worker@https://elsewhere.example/mf-manifest.json';
    const admin = await newPage();
    await signIn(admin.page, await newPerson('admin'));
    await admin.page.goto(`/dashboard/adminHome?${query}`);
    await admin.page.getByRole('button', { name: 'Use this build' }).click();
    await admin.page.getByText('This installation doesn’t allow builds from that address.').waitFor();

    const worker = await newPage();
    await signIn(worker.page, await newPerson('worker'));
    await worker.page.goto(`/dashboard/workerHome?${query}`);
    await worker.page.waitForURL((url) => !url.search.includes('remote='));
    expect(await worker.page.getByRole('dialog').count()).toBe(0);
  },
);
