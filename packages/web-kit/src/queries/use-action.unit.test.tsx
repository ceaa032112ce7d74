import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { networkError, problemOf } from '../api/api-error';
import { dialogs } from '../dialogs/dialogs';
import { queryClient } from './queries';
import { QueryClientProvider } from './react-query';
import { showFailure } from './show-failure';
import { useAction } from './use-action';

const failure = jest.spyOn(dialogs, 'failure').mockResolvedValue();
beforeEach(() => failure.mockClear());

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
const renderAction = (action: () => Promise<void>) => renderHook(() => useAction(action), { wrapper }).result;

describe('an action', () => {
  it('runs once at a time', async () => {
    let finish = () => {};
    const act1 = jest.fn(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    const result = renderAction(act1);
    await act(async () => {
      void result.current.run();
      void result.current.run();
    });
    expect(act1).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(result.current.isRunning).toBe(true));
    await act(async () => finish());
    await waitFor(() => expect(result.current.isRunning).toBe(false));
    await act(async () => void result.current.run());
    expect(act1).toHaveBeenCalledTimes(2);
    await act(async () => finish());
  });

  it('shows its failure', async () => {
    const result = renderAction(async () => Promise.reject(networkError()));
    await act(() => result.current.run());
    expect(failure).toHaveBeenCalledWith({ text: expect.stringMatching(/couldn’t reach Piecework/) });
  });

  it('leaves the end of a session to the login page', async () => {
    const result = renderAction(async () => Promise.reject(problemOf(401, '{}')));
    await act(() => result.current.run());
    expect(failure).not.toHaveBeenCalled();
  });

  it('shows a failure with a given title', () => {
    showFailure(networkError(), 'Update Unsuccessful');
    expect(failure).toHaveBeenCalledWith({ title: 'Update Unsuccessful', text: expect.any(String) });
  });

  it('rethrows bugs', async () => {
    const result = renderAction(async () => Promise.reject(new TypeError('x')));
    await act(async () => expect(result.current.run()).rejects.toThrow(TypeError));
  });
});
