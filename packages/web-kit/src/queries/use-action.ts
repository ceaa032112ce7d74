import { useCallback, useRef } from 'react';
import { useMutation } from './react-query';
import { showFailure } from './show-failure';

export const useAction = <T = void>(
  action: (argument: T) => Promise<void>,
): { run: (argument: T) => Promise<void>; isRunning: boolean } => {
  const { mutateAsync, isPending } = useMutation({ mutationFn: action });
  // `isPending` changes with the next render, after a double click.
  const isRunning = useRef(false);
  const run = useCallback(
    async (argument: T) => {
      if (isRunning.current) return;
      isRunning.current = true;
      try {
        await mutateAsync(argument);
      } catch (error) {
        showFailure(error);
      } finally {
        isRunning.current = false;
      }
    },
    [mutateAsync],
  );
  return { run, isRunning: isPending };
};
