import { useProduct } from '../support/browser';

const { journey } = useProduct({ demo: true });

journey(
  'the home page opens with a clean console, and loads no dashboard remote',
  async ({ newPage, stack }) => {
    const { page, messages } = await newPage();
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.goto('/');
    await page.getByRole('heading', { name: 'Top earned worker' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(messages).toEqual([]);
    const roleServers = [2, 3, 4].map((offset) => `:${stack.settings.port + offset}/`);
    expect(requested.filter((url) => roleServers.some((server) => url.includes(server)))).toEqual([]);
  },
);
