import type { Role } from '@piecework/contracts';
import { useProduct } from '../support/browser';

const { journey } = useProduct();

const AREAS: { role: Role; offset: number; page: string }[] = [
  { role: 'worker', offset: 2, page: 'workerWithdrawal' },
  { role: 'buyer', offset: 3, page: 'buyerPurchaseCoin' },
  { role: 'admin', offset: 4, page: 'manageUser' },
];

for (const { role, offset, page: path } of AREAS)
  journey(
    `the ${role}'s area runs alone, against the same gateway`,
    async ({ newPage, newPerson, stack }) => {
      const person = await newPerson(role);
      const { page, said } = await newPage();
      await page.goto(`http://localhost:${stack.settings.port + offset}/dashboard/${path}`);
      await page.getByLabel('Email', { exact: true }).fill(person.email);
      await page.getByLabel('Password', { exact: true }).fill(person.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.locator('main h1').first().waitFor();
      expect(new URL(page.url()).pathname).toBe(`/dashboard/${path}`);
      expect(said).toEqual([]);
    },
  );

journey('the public pages run alone, against the same gateway', async ({ newPage, stack }) => {
  const { page, said } = await newPage();
  await page.goto(`http://localhost:${stack.settings.port + 1}/`);
  await page.getByRole('heading', { name: 'Top earned worker' }).waitFor();
  expect(said).toEqual([]);
});
