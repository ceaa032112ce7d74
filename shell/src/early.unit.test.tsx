import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '@piecework/i18n';

const root = document.documentElement;

/** Runs the inline scripts as the page of `index.html` does, without what the build inserts. */
const openPage = () => {
  root.lang = 'en';
  document.body.innerHTML =
    '<div id="first-view"><div data-for="visitor">Welcome</div><div data-for="worker" data-reads=\'["/tasks"]\'>Hello {first}</div></div>';
  for (const name of ['early.js', 'early-view.js']) new Function(readFileSync(join(__dirname, name), 'utf8'))();
};
const firstView = () => document.getElementById('first-view')?.textContent;

beforeEach(() => {
  localStorage.clear();
  document.head.innerHTML = '<link rel="manifest">';
  globalThis.fetch = jest.fn(() => new Promise<Response>(() => {}));
});
afterEach(() => {
  window.__early = undefined;
});

it('shows the first view of a visitor in English', () => {
  openPage();
  expect(root).toHaveAttribute('lang', 'en');
  expect(root.dataset.viewer).toBe('visitor');
  expect(firstView()).toContain('Welcome');
});

it.each(Object.keys(LANGUAGES).filter((code) => code !== 'en'))(
  'in %s, sets the language of the page and shows no first view, which is English',
  (code) => {
    localStorage.setItem('piecework:language', code);
    openPage();
    expect(root).toHaveAttribute('lang', code);
    expect(root.dataset.viewer).toBe('');
    expect(firstView()).toBe('');
  },
);

it('in Bangla, requests what the page of a worker reads, and shows no first view', () => {
  const claims = btoa(JSON.stringify({ exp: Date.now() / 1000 + 3600, email: 'w@example.com' }));
  localStorage.setItem('access-token', `head.${claims}.signature`);
  localStorage.setItem('piecework:role', 'worker');
  openPage();
  expect(root.dataset.viewer).toBe('user worker');
  expect(firstView()).toContain('Hello …');

  localStorage.setItem('piecework:language', 'bn');
  openPage();
  expect(root.dataset.viewer).toBe('');
  expect(firstView()).toBe('');
  expect(Object.keys(window.__early?.reads ?? {})).toEqual(['/tasks']);
});

it.each(['xx', 'constructor', 'bn-BD'])('ignores the stored language %s', (stored) => {
  localStorage.setItem('piecework:language', stored);
  openPage();
  expect(root).toHaveAttribute('lang', 'en');
  expect(firstView()).toContain('Welcome');
});
