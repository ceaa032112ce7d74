import type { Batch, Form } from '@piecework/contracts';
import { useDraft, useForm } from '@piecework/web-kit/forms';
import { useEffect, useMemo, useRef } from 'react';
import { type BatchDraft, textsOf } from './batch-draft';

export type BatchForm = ReturnType<typeof useForm<BatchDraft>>;

/** The form of the draft: undefined while it isn't valid, null without fields. Its reader is the builder's, which is loaded on demand. */
export const formIn = async (text: string): Promise<Form | null | undefined> => {
  if (text === '') return null;
  const { draftsIn, faultsOf, formOf } = await import('../form-builder/FormBuilder');
  const drafts = draftsIn(text);
  if (drafts.length === 0) return null;
  return faultsOf(drafts).size === 0 ? formOf(drafts) : undefined;
};

/** All steps in one form. It follows the server's draft; what the server doesn't have yet stays in the browser's. */
export const useBatchForm = (batch: Batch) => {
  const typed = useRef<BatchDraft>(undefined);
  /** The text of the form that the server has, as it was typed. */
  const sentForm = useRef({ text: '', body: '' });
  const values = useMemo(() => {
    const texts = textsOf(batch, typed.current);
    return texts.form !== '' && texts.form === sentForm.current.body
      ? { ...texts, form: sentForm.current.text }
      : texts;
  }, [batch]);
  const form = useForm<BatchDraft>({ values, resetOptions: { keepDirtyValues: true } });
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values: now }) => {
          typed.current = now;
        },
      }),
    [form],
  );
  const draft = useDraft(form, `batch-${batch._id}`);
  return { form, draft, sentForm };
};
