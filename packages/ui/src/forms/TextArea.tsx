import { cleanText } from '@piecework/contracts/text';
import type { ComponentPropsWithRef } from 'react';
import { styled } from 'styled-components';
import { cleanBefore, control, FieldFrame, type FieldProps, useField } from './Field';

interface TextAreaProps extends FieldProps, Omit<ComponentPropsWithRef<'textarea'>, 'children'> {}

const Area = styled.textarea`
  ${control}
  min-height: 7.5rem;
  max-height: 60vh;
  resize: vertical;
  line-height: 1.5;
  field-sizing: content;
`;

export function TextArea({ label, hint, error, onChange, ...rest }: TextAreaProps) {
  const field = useField({ hint, error, id: rest.id });
  return (
    <FieldFrame label={label} hint={hint} error={error} field={field}>
      <Area rows={5} {...rest} {...field.attributes} onChange={cleanBefore(cleanText, onChange)} />
    </FieldFrame>
  );
}
