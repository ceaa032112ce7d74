import { TextField, type TextFieldProps } from './TextField';

/** A wheel over the page must not change a number: the field lets go of it first. */
export function NumberField(props: Omit<TextFieldProps, 'type'>) {
  return (
    <TextField
      inputMode="numeric"
      autoComplete="off"
      onWheel={(event) => event.currentTarget.blur()}
      {...props}
      type="number"
    />
  );
}
