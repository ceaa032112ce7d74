import { useEffect } from 'react';
import { create } from 'zustand';
import { localStore } from './storage';

type ThemeChoice = 'system' | 'light' | 'dark';
const THEME_KEY = 'piecework:theme';

const stored = (): ThemeChoice => {
  const choice = localStore.get(THEME_KEY);
  return choice === 'light' || choice === 'dark' ? choice : 'system';
};

const useChoice = create<{ choice: ThemeChoice }>(() => ({ choice: stored() }));

const apply = (choice: ThemeChoice) => {
  if (choice === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
  useChoice.setState({ choice });
};

let hasStarted = false;
/** Applies the stored choice and follows other tabs. The shell calls it before the first paint. */
export const startTheme = (): void => {
  apply(stored());
  if (hasStarted) return;
  hasStarted = true;
  addEventListener('storage', ({ key }) => {
    if (key === THEME_KEY || key === null) apply(stored());
  });
};

const setChoice = (choice: ThemeChoice) => {
  if (choice === 'system') localStore.remove(THEME_KEY);
  else localStore.set(THEME_KEY, choice);
  apply(choice);
};

export const useTheme = (): { choice: ThemeChoice; setChoice(choice: ThemeChoice): void } => {
  useEffect(startTheme, []);
  return { choice: useChoice((state) => state.choice), setChoice };
};

export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = title ? `${title} · Piecework` : 'Piecework';
  }, [title]);
};
