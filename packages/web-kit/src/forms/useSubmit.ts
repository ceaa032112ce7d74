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

type Fault = readonly [field: string, message: string];

/** @returns whether each has a field */
const showOnFields = <T extends FieldValues>(form: UseFormReturn<T>, faults: readonly Fault[]): boolean => {
  const formFields = faults.filter(([field]) => field in form.getValues());
  formFields.forEach(([field, message], index) => {
    form.setError(field as FieldPath<T>, { type: 'server', message }, { shouldFocus: index === 0 });
  });
  return formFields.length > 0 && formFields.length === faults.length;
};

interface SubmitOptions {
  /** Stores the idempotency key with the draft, where a second submission would cost coins. */
  keepKeyAs?: string;
  /** The field of a fault, by its path in the body. @default the path */
  fieldOf?(path: string): string;
}

/** The idempotency key is reused until the server gives a definite answer. */
export const useSubmit = <T extends FieldValues>(
  form: UseFormReturn<T>,
  send: (values: T, context: { key: string }) => Promise<void>,
  { keepKeyAs, fieldOf = (path) => path }: SubmitOptions = {},
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
      const faults = Object.entries(error.fields).map(([path, message]): Fault => [fieldOf(path), message]);
      if (!showOnFields(form, faults)) form.setError('root.server', { message: error.message });
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
