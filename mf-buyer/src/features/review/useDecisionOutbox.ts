import { call, dialogs } from '@piecework/web-kit';
import { refresh } from '@piecework/web-kit/query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createDecisionOutbox, type Returned, type SendRows } from './decision-outbox';

const send: SendRows = async (rows, isLeaving) => {
  const body = { decisions: [...rows] };
  const { results } = await call('POST /submissions/decisions', { body, keepalive: isLeaving });
  return results;
};

const countOf = (count: number) => `${count} ${count === 1 ? 'decision was' : 'decisions were'} not made`;

/** The outbox of one visit to the desk: it is sent when the page is left or closed. */
export const useDecisionOutbox = () => {
  const isShown = useRef(true);
  const [notice, setNotice] = useState<string | null>(null);
  const [outbox] = useState(() =>
    createDecisionOutbox(send, (failed) => {
      refresh('GET /submissions', 'GET /totals', 'GET /tasks', 'GET /tasks/{id}');
      if (failed.length === 0) return;
      const text = textOf(failed);
      if (isShown.current) setNotice(text);
      else void dialogs.failure({ title: 'Not everything was decided', text });
    }),
  );
  useEffect(() => {
    isShown.current = true;
    const onHide = () => outbox.flush({ isLeaving: true });
    addEventListener('pagehide', onHide);
    return () => {
      isShown.current = false;
      removeEventListener('pagehide', onHide);
      outbox.flush();
    };
  }, [outbox]);
  return {
    outbox,
    state: useSyncExternalStore(outbox.subscribe, outbox.read),
    notice,
    clearNotice: () => setNotice(null),
  };
};

const textOf = (failed: readonly Returned[]): string => {
  const gone = failed.filter(({ message }) => message === '').length;
  const back = failed.length - gone;
  const reasons = [...new Set(failed.map(({ message }) => message).filter(Boolean))];
  return [
    back > 0 && `${countOf(back)}, and the work is back in the list. ${reasons.join(' ')}`,
    gone > 0 && `${countOf(gone)}: the work was decided elsewhere before, or its task has been deleted.`,
  ]
    .filter(Boolean)
    .join(' ');
};
