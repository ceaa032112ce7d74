import { ApiError, useIdempotencyKey, useSession } from '@piecework/web-kit';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

export interface Submission {
  onSubmit(event?: FormEvent<HTMLFormElement>): void;
  isSending: boolean;
  /** A sentence for a notice above the button. */
  failure: string | null;
}

/** Puts server errors on their fields. Returns whether every error found a field. */
const showOnFields = <T extends FieldValues>(
  form: UseFormReturn<T>,
  fields: Record<string, string>,
): boolean => {
  const known = Object.entries(fields).filter(([field]) => field in form.getValues());
  known.forEach(([field, message], index) => {
    form.setError(field as FieldPath<T>, { type: 'server', message }, { shouldFocus: index === 0 });
  });
  return known.length > 0 && known.length === Object.keys(fields).length;
};

/**
 * Submits once at a time, with an idempotency key that is reused until the server has answered for sure.
 *
 * @param keepKeyAs stores the key with the draft, for a form whose second submission would cost
 */
export const useSubmit = <T extends FieldValues>(
  form: UseFormReturn<T>,
  send: (values: T, context: { key: string }) => Promise<void>,
  { keepKeyAs }: { keepKeyAs?: string } = {},
): Submission => {
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const sending = useRef(false);
  const email = useSession((state) => state.user?.userEmail);
  const { key, settle } = useIdempotencyKey(keepKeyAs && `piecework:key:${email}:${keepKeyAs}`);
  const latest = useRef({ form, send });
  useEffect(() => {
    latest.current = { form, send };
  });

  const trySend = useCallback(
    async (values: T) => {
      try {
        await latest.current.send(values, { key: key() });
        settle();
      } catch (error) {
        settle(error);
        if (!(error instanceof ApiError)) throw error;
        if (!showOnFields(latest.current.form, error.fields)) setFailure(error.message);
      }
    },
    [key, settle],
  );

  const onSubmit = useCallback(
    async (event?: FormEvent<HTMLFormElement>) => {
      event?.preventDefault();
      if (sending.current) return;
      sending.current = true;
      setSending(true);
      setFailure(null);
      try {
        await latest.current.form.handleSubmit(trySend)();
      } finally {
        sending.current = false;
        setSending(false);
      }
    },
    [trySend],
  );
  return { onSubmit: (event) => void onSubmit(event), isSending, failure };
};
