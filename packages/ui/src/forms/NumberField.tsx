import { TextField, type TextFieldProps } from './TextField';

/**
 * A text field: one of `type="number"` takes neither Bangla digits nor groups, and reads as empty when it does not understand. The form reads it by
 * `parseWholeNumber` of contracts.
 */
export function NumberField(props: Omit<TextFieldProps, 'type' | 'min' | 'max' | 'step'>) {
  return <TextField inputMode="numeric" autoComplete="off" {...props} />;
}
