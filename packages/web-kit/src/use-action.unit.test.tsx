import { act, renderHook } from '@testing-library/react';
import { networkError, problemOf } from './api-error';
import { dialogs } from './dialogs';
import { showFailure, useAction, useIdempotencyKey } from './use-action';

const failure = jest.spyOn(dialogs, 'failure').mockResolvedValue();
beforeEach(() => failure.mockClear());

describe('an action', () => {
  it('runs once at a time', async () => {
    let finish = () => {};
    const act1 = jest.fn(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    const { result } = renderHook(() => useAction(act1));
    act(() => {
      void result.current.run();
      void result.current.run();
    });
    expect(act1).toHaveBeenCalledTimes(1);
    expect(result.current.isRunning).toBe(true);
    await act(async () => finish());
    expect(result.current.isRunning).toBe(false);
    act(() => void result.current.run());
    expect(act1).toHaveBeenCalledTimes(2);
    await act(async () => finish());
  });

  it('shows its failure', async () => {
    const { result } = renderHook(() => useAction(async () => Promise.reject(networkError())));
    await act(() => result.current.run());
    expect(failure).toHaveBeenCalledWith({ text: expect.stringMatching(/could not be reached/) });
  });

  it('leaves the end of a session to the login page', async () => {
    const { result } = renderHook(() => useAction(async () => Promise.reject(problemOf(401, '{}'))));
    await act(() => result.current.run());
    expect(failure).not.toHaveBeenCalled();
  });

  it('shows it under a title of its own where there is one', () => {
    showFailure(networkError(), 'Update Unsuccessful');
    expect(failure).toHaveBeenCalledWith({ title: 'Update Unsuccessful', text: expect.any(String) });
  });

  it('hides no fault of ours', async () => {
    const { result } = renderHook(() => useAction(async () => Promise.reject(new TypeError('x'))));
    await act(async () => expect(result.current.run()).rejects.toThrow(TypeError));
  });
});

describe('an idempotency key', () => {
  const open = () => renderHook(useIdempotencyKey).result.current;

  it('is the same until the server has surely answered', () => {
    const { key, settle } = open();
    const first = key();
    settle(networkError());
    settle(problemOf(503, ''));
    expect(key()).toBe(first);
    settle(problemOf(409, ''));
    const second = key();
    expect(second).not.toBe(first);
    settle();
    expect(key()).not.toBe(second);
  });

  it('is like no other', () => {
    expect(open().key()).toMatch(/^[0-9a-f]{32}$/);
    expect(open().key()).not.toBe(open().key());
  });
});
