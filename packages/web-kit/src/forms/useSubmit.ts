import { translated } from '@piecework/i18n';
import { ApiError, useIdempotencyKey, useSession } from '@piecework/web-kit';
import { type FormEvent, useRef } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

export interface Submission {
  onSubmit(event?: FormEvent<HTMLFormElement>): void;
  isSending: boolean;
  /** A sentence for a notice above the button, in the reader's language. */
  failure: string | undefined;
}

const showOnFields = <T extends FieldValues>(form: UseFormReturn<T>, fields: Record<string, string>): boolean => {
  const formFields = Object.entries(fields).filter(([field]) => field in form.getValues());
  formFields.forEach(([field, message], index) => {
    form.setError(field as FieldPath<T>, { type: 'server', message }, { shouldFocus: index === 0 });
  });
  return formFields.length > 0 && formFields.length === Object.keys(fields).length;
};

/** The idempotency key is reused until the server gives a definite answer. @param keepKeyAs stores it with the draft, where a second submission would cost coins */
export const useSubmit = <T extends FieldValues>(
  form: UseFormReturn<T>,
  send: (values: T, context: { key: string }) => Promise<void>,
  { keepKeyAs }: { keepKeyAs?: string } = {},
): Submission => {
  const { isSubmitting, errors } = form.formState;
  const failure = errors.root?.server?.message;
  // `isSubmitting` changes with the next render, after a double click.
  const isSending = useRef(false);
  const email = useSession((state) => state.user?.userEmail);
  const { key, settle } = useIdempotencyKey(keepKeyAs && `piecework:key:${email}:${keepKeyAs}`);

  /** An error of a field that is not registered would otherwise block every later try. */
  const clearServerErrors = () => {
    for (const [field, error] of Object.entries(form.formState.errors))
      if (error?.type === 'server') form.clearErrors(field as FieldPath<T>);
  };

  const trySend = async (values: T) => {
    try {
      await send(values, { key: key() });
      settle();
    } catch (error) {
      settle(error);
      if (!(error instanceof ApiError)) throw error;
      if (!showOnFields(form, error.fields)) form.setError('root.server', { message: error.message });
    }
  };

  const onSubmit = async (event?: FormEvent<HTMLFormElement>) => {
    event?.preventDefault();
    if (isSending.current) return;
    isSending.current = true;
    try {
      clearServerErrors();
      await form.handleSubmit(trySend)();
    } finally {
      isSending.current = false;
    }
  };
  return {
    onSubmit: (event) => void onSubmit(event),
    isSending: isSubmitting,
    failure: failure === undefined ? undefined : translated(failure),
  };
};
