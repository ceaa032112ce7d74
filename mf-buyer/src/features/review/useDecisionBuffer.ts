import { call, dialogs } from '@piecework/web-kit';
import { refresh } from '@piecework/web-kit/query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createDecisionBuffer, type Returned, type SendRows } from './decision-buffer';

const send: SendRows = async (rows, isLeaving) => {
  const body = { decisions: [...rows] };
  const { results } = await call('POST /submissions/decisions', { body, keepalive: isLeaving });
  return results;
};

/** @param one, many the sentence's rest, after the number */
const sentence = (count: number, one: string, many: string) => count > 0 && `${count} ${count === 1 ? one : many}`;

/** One buffer per visit to the desk; flushes when the page is left or closed. */
export const useDecisionBuffer = () => {
  const isShown = useRef(true);
  const [notice, setNotice] = useState<string | null>(null);
  const [buffer] = useState(() =>
    createDecisionBuffer(send, (failed) => {
      refresh('GET /submissions', 'GET /totals', 'GET /tasks', 'GET /tasks/{id}', 'GET /tasks/{id}/rows');
      if (failed.length === 0) return;
      const text = textOf(failed);
      if (isShown.current) setNotice(text);
      else void dialogs.failure({ title: 'Some decisions weren’t saved', text });
    }),
  );
  useEffect(() => {
    isShown.current = true;
    const onHide = () => buffer.flush({ isLeaving: true });
    addEventListener('pagehide', onHide);
    return () => {
      isShown.current = false;
      removeEventListener('pagehide', onHide);
      buffer.flush();
    };
  }, [buffer]);
  return {
    buffer,
    state: useSyncExternalStore(buffer.subscribe, buffer.read),
    notice,
    clearNotice: () => setNotice(null),
  };
};

const textOf = (failed: readonly Returned[]): string => {
  const gone = failed.filter(({ message }) => message === '').length;
  const back = failed.length - gone;
  const reasons = [...new Set(failed.map(({ message }) => message).filter(Boolean))];
  return [
    sentence(
      back,
      'decision wasn’t saved. The submission is back in the list.',
      'decisions weren’t saved. The submissions are back in the list.',
    ),
    ...reasons,
    sentence(
      gone,
      'submission was already decided elsewhere, or its task was deleted.',
      'submissions were already decided elsewhere, or their tasks were deleted.',
    ),
  ]
    .filter(Boolean)
    .join(' ');
};
