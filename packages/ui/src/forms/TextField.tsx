import { cleanLine } from '@piecework/contracts/text';
import type { ComponentPropsWithRef } from 'react';
import { styled } from 'styled-components';
import { cleanBefore, control, FieldFrame, type FieldProps, useField } from './Field';

export interface TextFieldProps extends FieldProps, Omit<ComponentPropsWithRef<'input'>, 'children'> {}

export const Input = styled.input`${control}`;

export function TextField({ label, hint, error, onChange, ...rest }: TextFieldProps) {
  const field = useField({ hint, error, id: rest.id });
  return (
    <FieldFrame label={label} hint={hint} error={error} field={field}>
      <Input type="text" {...rest} {...field.attributes} onChange={cleanBefore(cleanLine, onChange)} />
    </FieldFrame>
  );
}

/** The native picker, in the user's language; the value is YYYY-MM-DD. */
export function DateField(props: Omit<TextFieldProps, 'type'>) {
  return <TextField {...props} type="date" />;
}

/**
 * A text field: one of `type="number"` takes neither Bangla digits nor groups, and reads as empty when it does not understand. The form reads it by
 * `parseWholeNumber` of contracts.
 */
export function NumberField(props: Omit<TextFieldProps, 'type' | 'min' | 'max' | 'step'>) {
  return <TextField inputMode="numeric" autoComplete="off" {...props} />;
}
