import { TextField, type TextFieldProps } from './TextField';

/** Blurs on wheel, so that scrolling does not change the number. */
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
