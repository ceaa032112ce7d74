import { TextField, type TextFieldProps } from './TextField';

/** The native picker, in the user's language; the value is YYYY-MM-DD. */
export function DateField(props: Omit<TextFieldProps, 'type'>) {
  return <TextField {...props} type="date" />;
}
