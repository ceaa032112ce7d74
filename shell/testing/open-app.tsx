import { type SessionState, useSession } from '@piecework/web-kit';
import { renderApp } from '@piecework/web-kit/testing';
import { act, render } from '@testing-library/react';
import { App } from '../src/App';
import { type Directory, useDirectory } from '../src/directory';
import { aDirectory } from './fake-directory';

/** Renders the whole shell at a path, with its own router, against a fake gateway. */
export const openApp = async (
  path: string,
  {
    state = {},
    directory = aDirectory(),
    ...options
  }: Parameters<typeof renderApp>[1] & { state?: Partial<SessionState>; directory?: Directory | null } = {},
) => {
  // jsdom has no layout.
  window.scrollTo = jest.fn();
  sessionStorage.clear();
  localStorage.clear();
  // Sets up the gateway and the session; the shell brings its own router.
  const { unmount, calls, answer, user } = renderApp(<i />, options);
  unmount();
  useSession.setState(state);
  useDirectory.setState(directory ? { status: 'ready', directory } : { status: 'loading' }, true);
  history.pushState(null, '', path);
  const rendered = await act(async () => render(<App />));
  return { calls, answer, user, unmount: rendered.unmount, path: () => location.pathname + location.search };
};

export const setSession = (state: Partial<SessionState>): Promise<void> => act(async () => useSession.setState(state));
