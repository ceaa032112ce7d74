import { useProduct } from '../../support/browser';
import { PASSWORD } from '../../support/people';
import { chooseProfilePicture, heading, press } from '../steps';

const { journey } = useProduct({ demo: true });

journey('the home page opens with a clean console, and loads no dashboard remote', async ({ newPage, stack }) => {
  const { page, messages } = await newPage();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto('/');
  await page.getByRole('heading', { name: 'Top earned worker' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(messages).toEqual([]);
  const roleServers = [2, 3, 4].map((offset) => `:${stack.settings.port + offset}/`);
  expect(requested.filter((url) => roleServers.some((server) => url.includes(server)))).toEqual([]);
});

journey('a stranger finds a task and registers for it', async ({ newPage }) => {
  const { page, messages } = await newPage();
  await page.goto('/');
  await page.getByRole('heading', { name: 'Featured Tasks' }).scrollIntoViewIfNeeded();
  const link = page.getByRole('link', { name: /^View Details: / }).first();
  const title = (await link.getAttribute('aria-label'))?.replace('View Details: ', '') ?? '';
  await link.click();
  await page.waitForURL(/\/task\/\w+$/);
  await heading(page, title).waitFor();
  const [, taskId] = /(\w+)$/.exec(page.url()) ?? [];
  await page.getByRole('link', { name: 'Register to do this task' }).click();
  await page.getByLabel('Name').fill('Stella Stranger');
  await page.getByLabel('Email').fill('stella@people.example');
  await chooseProfilePicture(page);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await press(page, 'Register');
  await page.waitForURL(`**/dashboard/workerTaskList/${taskId}`);
  await page.getByLabel('Submission Details').waitFor();
  await page.goto(`/task/${taskId}`);
  await page.getByRole('link', { name: 'Do this task' }).waitFor();
  expect(messages).toEqual([]);
});

journey('the answer for a task has its tags, that of a deleted one is 404', async (product) => {
  const { newPerson, people, origin, client } = product;
  const buyer = await newPerson('buyer', 'Bella Buyer');
  const post = (taskTitle: string) => people.post(buyer, { taskTitle, requiredWorkers: 1 });
  const answer = await fetch(`${origin}/task/${await post('Thread <needles>')}`);
  const html = await answer.text();
  expect(answer.status).toBe(200);
  expect(html).toContain('<meta property="og:title" content="Thread &lt;needles&gt;">');
  expect(html).not.toContain(buyer.email);
  const id = await post('Gone');
  await client.get('deleteTask', { as: buyer, params: { id } });
  for (const gone of [id, 'no-such-task'])
    expect([gone, (await fetch(`${origin}/task/${gone}`)).status]).toEqual([gone, 404]);
});
