import { TextField, type TextFieldProps } from './TextField';

/** The browser's own calendar: it speaks everyone's language and date format. Its value is YYYY-MM-DD. */
export function DateField(props: Omit<TextFieldProps, 'type'>) {
  return <TextField {...props} type="date" />;
}
