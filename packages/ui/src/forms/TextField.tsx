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
