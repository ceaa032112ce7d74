import { act, renderHook } from '@testing-library/react';
import { startTheme, usePageTitle, useTheme } from './theme';

afterEach(() => {
  localStorage.clear();
  startTheme();
});
const root = document.documentElement;

it('follows the system until the user chooses', () => {
  const { result } = renderHook(useTheme);
  expect(result.current.choice).toBe('system');
  expect(root).not.toHaveAttribute('data-theme');
  act(() => result.current.setChoice('dark'));
  expect(root).toHaveAttribute('data-theme', 'dark');
  expect(localStorage.getItem('piecework:theme')).toBe('dark');
  act(() => result.current.setChoice('system'));
  expect(root).not.toHaveAttribute('data-theme');
  expect(localStorage).toHaveLength(0);
});

it('follows the other tabs', () => {
  const { result } = renderHook(useTheme);
  localStorage.setItem('piecework:theme', 'light');
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'piecework:theme' })));
  expect(result.current.choice).toBe('light');
  expect(root).toHaveAttribute('data-theme', 'light');
});

it('ignores an unknown theme', () => {
  localStorage.setItem('piecework:theme', 'purple');
  startTheme();
  expect(root).not.toHaveAttribute('data-theme');
});

it('sets the document title', () => {
  renderHook(() => usePageTitle('Task list'));
  expect(document.title).toBe('Task list · Piecework');
});
