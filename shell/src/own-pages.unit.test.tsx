import ownPages from '../public/own-pages.json';
import { OWN_PAGES, ROLE_PAGES } from './dashboard/DashboardPage';

jest.mock('./areas', () => require('../testing/fake-areas'));

it('own-pages.json lists the pages that no remote can take', () => {
  // Roles may share one.
  const pages = new Set([OWN_PAGES, ...Object.values(ROLE_PAGES)].flatMap((own) => [...own.keys()]));
  expect(ownPages.map((page) => page.toLowerCase()).sort()).toEqual(
    ['/dashboard', ...[...pages].map((page) => `/dashboard/${page}`)].sort(),
  );
});
