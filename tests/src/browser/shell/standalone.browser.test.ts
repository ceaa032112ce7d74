import type { Role } from '@piecework/contracts';
import { useProduct } from '../../support/browser';

const { journey } = useProduct();

const REMOTES: { role: Role; offset: number; page: string }[] = [
  { role: 'worker', offset: 2, page: 'workerWithdrawal' },
  { role: 'buyer', offset: 3, page: 'buyerPurchaseCoin' },
  { role: 'admin', offset: 4, page: 'manageUser' },
];

for (const { role, offset, page: path } of REMOTES)
  journey(`the ${role} remote runs standalone against the gateway`, async ({ newPage, newPerson, stack }) => {
    const person = await newPerson(role);
    const { page, messages } = await newPage();
    await page.goto(`http://localhost:${stack.settings.port + offset}/dashboard/${path}`);
    await page.getByLabel('Email', { exact: true }).fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('main h1').first().waitFor();
    expect(new URL(page.url()).pathname).toBe(`/dashboard/${path}`);
    expect(messages).toEqual([]);
  });

journey('the public remote runs standalone against the gateway', async ({ newPage, stack }) => {
  const { page, messages } = await newPage();
  await page.goto(`http://localhost:${stack.settings.port + 1}/`);
  await page.getByRole('heading', { name: 'Top earned worker' }).waitFor();
  expect(messages).toEqual([]);
});
