import type { Batch } from '@piecework/contracts';
import { ApiError, call } from '@piecework/web-kit';
import { patchRow, refresh } from '@piecework/web-kit/query';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type BatchDraft, bodyOf, changesOf, unsentFaults, withChanges } from './batch-draft';
import { type BatchForm, formIn } from './useBatchForm';

/** Milliseconds without a change, until what was typed is sent. */
const PAUSE_MS = 800;

export type SaveState =
  | { kind: 'saving' }
  /** `unsent`: messages of values that aren't valid yet, which the server doesn't have. */
  | { kind: 'saved'; unsent: readonly string[] }
  | { kind: 'failed'; message: string };

const UNSENT_FORM = 'A field of the form needs a change';

export interface Saving {
  state: SaveState;
  /** Sends what the server's draft lacks; false when that failed. */
  save(): Promise<boolean>;
}

/** Sends the valid values to the server's draft, one call at a time: after a pause in typing, and whenever the caller wants. */
export const useSaving = (
  form: BatchForm,
  batch: Batch,
  sentForm: RefObject<{ text: string; body: string }>,
): Saving => {
  const id = batch._id;
  const [state, setState] = useState<SaveState>({ kind: 'saved', unsent: [] });
  const stored = useRef(batch);
  useEffect(() => {
    stored.current = batch;
  }, [batch]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<Promise<boolean>>(Promise.resolve(true));

  const send = useCallback(
    async (draft: BatchDraft): Promise<boolean> => {
      try {
        const fields = await formIn(draft.form);
        const changes = changesOf(bodyOf(draft, fields), stored.current);
        if (Object.keys(changes).length > 0) {
          setState({ kind: 'saving' });
          await call('PATCH /batches/{id}', { params: { id }, body: changes });
          if (changes.form) sentForm.current = { text: draft.form, body: JSON.stringify(changes.form) };
          stored.current = withChanges(stored.current, changes);
          patchRow('GET /batches/{id}', id, (now) => withChanges(now, changes));
          refresh('GET /batches');
        }
        setState({ kind: 'saved', unsent: [...unsentFaults(draft), ...(fields === undefined ? [UNSENT_FORM] : [])] });
        return true;
      } catch (error) {
        if (!(error instanceof ApiError)) {
          setState({ kind: 'failed', message: 'Part of this page didn’t load. Reload it and try again.' });
          throw error;
        }
        setState({ kind: 'failed', message: error.message });
        // Published or deleted elsewhere: the page shows it.
        if ([404, 409].includes(error.status)) refresh('GET /batches/{id}', 'GET /batches');
        return false;
      }
    },
    [id, sentForm],
  );

  const save = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const next = () => send(form.getValues());
    running.current = running.current.then(next, next);
    return running.current;
  }, [form, send]);

  useEffect(() => {
    const later = () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), PAUSE_MS);
    };
    // What an earlier visit left in the browser.
    later();
    const stop = form.subscribe({ formState: { values: true }, callback: later });
    const again = () => void save();
    addEventListener('online', again);
    return () => {
      stop();
      removeEventListener('online', again);
      if (timer.current !== undefined) void save();
    };
  }, [form, save]);
  return { state, save };
};
