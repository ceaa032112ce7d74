import * as i18n from '@piecework/i18n';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openApp } from '../../testing/open-app';
import { LanguageSwitch } from './LanguageSwitch';

jest.mock('../areas', () => require('../../testing/fake-areas'));
// It reloads the page, which jsdom cannot.
jest.mock('@piecework/i18n', () => ({ ...jest.requireActual('@piecework/i18n'), setLanguage: jest.fn() }));
const { setLanguage } = jest.mocked(i18n);

beforeEach(() => setLanguage.mockClear());

it('names each language in itself and marks the one of the page', () => {
  render(<LanguageSwitch />);
  const names = screen.getAllByRole('button').map((button) => [button.textContent, button.lang, button.ariaPressed]);
  expect(names).toEqual([
    ['English', 'en', 'true'],
    ['বাংলা', 'bn', 'false'],
  ]);
});

it('is English for a browser in Bangla', () => {
  jest.spyOn(navigator, 'languages', 'get').mockReturnValue(['bn-BD', 'bn']);
  jest.spyOn(navigator, 'language', 'get').mockReturnValue('bn-BD');
  render(<LanguageSwitch />);
  expect(screen.getByRole('button', { name: 'English' })).toHaveAttribute('aria-pressed', 'true');
});

it('chooses the pressed language', async () => {
  render(<LanguageSwitch />);
  await userEvent.click(screen.getByRole('button', { name: 'বাংলা' }));
  expect(setLanguage.mock.calls).toEqual([['bn']]);
});

it('is in the menu of a visitor, and in the account menu of a user', async () => {
  const { unmount } = await openApp('/', { user: null });
  await userEvent.click(screen.getByRole('button', { name: 'Open menu' }));
  expect(screen.getByRole('button', { name: 'বাংলা' })).toBeVisible();
  unmount();

  await openApp('/');
  expect(screen.queryByRole('button', { name: 'বাংলা' })).not.toBeInTheDocument();
  await userEvent.click(await screen.findByRole('button', { name: /, account$/ }));
  expect(screen.getByRole('menuitemradio', { name: 'English' })).toBeChecked();
  const bangla = screen.getByRole('menuitemradio', { name: 'বাংলা' });
  expect(bangla.querySelector('[lang]')).toHaveAttribute('lang', 'bn');
  await userEvent.click(bangla);
  expect(setLanguage.mock.calls).toEqual([['bn']]);
});
