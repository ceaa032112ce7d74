import { localStore, useSession } from '@piecework/web-kit';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

export interface Draft {
  isRestored: boolean;
  clear(): void;
  discard(): void;
}

const storageKey = (email: string, name: string) => `piecework:draft:${email}:${name}`;

const read = (key: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(localStore.get(key) ?? 'null');
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
};

const isText = (value: unknown) => typeof value === 'string' || typeof value === 'number';
/** Texts, and lists of them in a field that starts as a list. Other types were not written by a form and would break it. */
const isStorable = (value: unknown, first: unknown) =>
  Array.isArray(first) ? Array.isArray(value) && value.every(isText) : isText(value);
const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0);
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const initial = (defaults: object | undefined, field: string): unknown =>
  (defaults as Record<string, unknown> | undefined)?.[field];

const keptIn = <T extends FieldValues>(key: string, form: UseFormReturn<T>) => {
  const values = form.getValues();
  return Object.entries(read(key) ?? {}).filter(
    ([field, value]) => field in values && isStorable(value, initial(form.formState.defaultValues, field)),
  );
};

const write = (key: string, text: string | null) => {
  if (text === null) localStore.remove(key);
  else localStore.set(key, text);
};

/** Keeps a form's text, numbers and lists of them until it is sent: per user, through reloads, errors and expired sessions. */
export const useDraft = <T extends FieldValues>(form: UseFormReturn<T>, name: string): Draft => {
  // The user at mount: the page outlives the session for a moment.
  const key = useState(() => storageKey(useSession.getState().user?.userEmail ?? '', name))[0];
  // Known at the first paint, so that the notice moves nothing.
  const [isRestored, setRestored] = useState(() => keptIn(key, form).some(([, value]) => !isEmpty(value)));
  const first = useRef(form);
  /** The sent values: a late change event of the same values is no draft. */
  const sent = useRef<string | null>(null);

  useEffect(() => {
    const form = first.current;
    for (const [field, value] of keptIn(key, form))
      form.setValue(field as FieldPath<T>, value as never, { shouldDirty: true });

    return form.subscribe({
      formState: { values: true, dirtyFields: true },
      // The default values of `form.formState` are those of the last render.
      callback: ({ values, defaultValues }) => {
        // `dirtyFields` of the callback lags behind the values by one change.
        const typed = Object.entries(values).filter(
          ([field, value]) =>
            isStorable(value, initial(defaultValues, field)) && !isSame(value, initial(defaultValues, field)),
        );
        const text = JSON.stringify(Object.fromEntries(typed));
        if (text !== sent.current) write(key, typed.length > 0 ? text : null);
      },
    });
  }, [key]);

  const clear = useCallback(() => {
    sent.current = localStore.get(key);
    write(key, null);
    setRestored(false);
  }, [key]);
  const discard = useCallback(() => {
    first.current.reset();
    clear();
  }, [clear]);
  return { isRestored, clear, discard };
};
