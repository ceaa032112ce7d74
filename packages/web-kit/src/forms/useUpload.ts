import { ApiError, uploadImage } from '@piecework/web-kit';
import { useCallback, useEffect, useRef, useState } from 'react';

export type Progress =
  | { kind: 'idle' }
  | { kind: 'sending'; fraction: number }
  | { kind: 'failed'; file: File; message: string };

export const useUpload = (onDone: (file: File, url: string) => void) => {
  const [progress, setProgress] = useState<Progress>({ kind: 'idle' });
  const underway = useRef<AbortController>(undefined);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => () => underway.current?.abort(), []);

  const send = useCallback(async (file: File) => {
    underway.current?.abort();
    const own = new AbortController();
    underway.current = own;
    const show = (next: Progress) => {
      if (!own.signal.aborted) setProgress(next);
    };
    show({ kind: 'sending', fraction: 0 });
    try {
      const onProgress = (fraction: number) => show({ kind: 'sending', fraction });
      const url = await uploadImage(file, { onProgress, signal: own.signal });
      show({ kind: 'idle' });
      if (!own.signal.aborted) done.current(file, url);
    } catch (error) {
      if (own.signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      show({ kind: 'failed', file, message: error.message });
    }
  }, []);

  const stop = useCallback(() => {
    underway.current?.abort();
    setProgress({ kind: 'idle' });
  }, []);
  return { progress, send, stop };
};
