import { useSession } from '@piecework/web-kit';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

export interface Draft {
  /** What was typed before has been put back into the form. */
  isRestored: boolean;
  /** After it has been sent: forgets what is kept. */
  clear(): void;
  /** Forgets what is kept and empties the form. */
  discard(): void;
}

const storageKey = (email: string, name: string) => `piecework:draft:${email}:${name}`;

const read = (key: string): Record<string, unknown> | null => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Record<string, unknown> | null;
  } catch {
    return null;
  }
};

const write = (key: string, values: Record<string, unknown>) => {
  try {
    localStorage.setItem(key, JSON.stringify(values));
  } catch {
    // A full storage keeps no drafts; the form itself goes on.
  }
};

const isText = (value: unknown) => typeof value === 'string' || typeof value === 'number';

/**
 * Keeps what is typed in a form until it is sent: per person, through reloads, errors and expired sessions. Only text and numbers are
 * kept (an image as its address).
 */
export const useDraft = <T extends FieldValues>(
  form: UseFormReturn<T>,
  name: string,
  { fields }: { fields?: readonly FieldPath<T>[] } = {},
): Draft => {
  // The person at mount: at the end of a session the page closes a moment after the person is gone.
  const key = useState(() => storageKey(useSession.getState().user?.userEmail ?? '', name))[0];
  const [isRestored, setRestored] = useState(false);
  const options = useRef({ form, fields });

  useEffect(() => {
    const { form, fields } = options.current;
    const isKept = (field: string) => !fields || (fields as readonly string[]).includes(field);
    const kept = Object.entries(read(key) ?? {}).filter(([field]) => isKept(field));
    for (const [field, value] of kept)
      form.setValue(field as FieldPath<T>, value as never, { shouldDirty: true });
    setRestored(kept.some(([, value]) => value !== ''));

    const { unsubscribe } = {
      unsubscribe: form.subscribe({
        formState: { values: true, dirtyFields: true },
        callback: ({ values, dirtyFields }) => {
          const typed = Object.entries(values).filter(
            ([field, value]) =>
              isKept(field) && isText(value) && dirtyFields?.[field as keyof typeof dirtyFields],
          );
          if (typed.length > 0) write(key, Object.fromEntries(typed));
        },
      }),
    };
    return unsubscribe;
  }, [key]);

  const clear = useCallback(() => {
    localStorage.removeItem(key);
    setRestored(false);
  }, [key]);
  const discard = useCallback(() => {
    options.current.form.reset();
    clear();
  }, [clear]);
  return { isRestored, clear, discard };
};
