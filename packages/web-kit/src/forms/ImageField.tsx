import type { ReactNode } from 'react';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';

export interface ImageFieldProps<T extends FieldValues> {
  control: Control<T>;
  name: FieldPath<T>;
  label: string;
  hint?: string;
  error?: string | undefined;
  /** The message when nothing was chosen. */
  required?: string;
  /** `now`: uploaded when chosen, the value is its address. `on-submit`: the value is the File. */
  upload: 'now' | 'on-submit';
}

export function ImageField<T extends FieldValues>(props: ImageFieldProps<T>): ReactNode {
  return <p>{props.label}</p>;
}
