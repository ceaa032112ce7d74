import { ApiError, uploadImage } from '@piecework/web-kit';
import { useCallback, useEffect, useRef, useState } from 'react';
import { prepare } from './image-rules';

export type Step = 'preparing' | 'uploading' | 'waiting';

export type Progress =
  | { kind: 'idle' }
  | { kind: 'sending'; step: Step; fraction: number }
  | { kind: 'failed'; message: string; again: File };

interface Events {
  /** Another attempt with this file would fail as well. */
  onFault(message: string): void;
  /** With the picture as it is uploaded. */
  onReady(picture: File): void;
  /** Without it, the picture is prepared and not uploaded. */
  onDone?: ((url: string) => void) | undefined;
}

export const useUpload = (events: Events) => {
  const [progress, setProgress] = useState<Progress>({ kind: 'idle' });
  const underway = useRef<AbortController>(undefined);
  const latest = useRef(events);
  useEffect(() => {
    latest.current = events;
  });
  useEffect(() => () => underway.current?.abort(), []);

  const send = useCallback(async (file: File) => {
    underway.current?.abort();
    const controller = new AbortController();
    underway.current = controller;
    const { signal } = controller;
    const show = (next: Progress) => {
      if (!signal.aborted) setProgress(next);
    };
    show({ kind: 'sending', step: 'preparing', fraction: 0 });
    let again = file;
    try {
      const picture = await prepare(file, signal);
      if (signal.aborted) return;
      if ('fault' in picture) {
        show({ kind: 'idle' });
        return latest.current.onFault(picture.fault);
      }
      again = picture;
      latest.current.onReady(picture);
      const url =
        latest.current.onDone &&
        (await uploadImage(picture, {
          signal,
          onProgress: (fraction) =>
            show({ kind: 'sending', step: fraction === null ? 'waiting' : 'uploading', fraction: fraction ?? 0 }),
        }));
      show({ kind: 'idle' });
      if (!signal.aborted && url !== undefined) latest.current.onDone?.(url);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      show({ kind: 'failed', again, message: error.message });
    }
  }, []);

  const stop = useCallback(() => {
    underway.current?.abort();
    setProgress({ kind: 'idle' });
  }, []);
  return { progress, send, stop };
};
