import { cleanLine } from '@piecework/contracts/text';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { styled } from 'styled-components';
import { color, space } from '../tokens';
import { cleanBefore, control, FieldFrame, type FieldProps, useField } from './Field';

export interface TextFieldProps extends FieldProps, Omit<ComponentPropsWithRef<'input'>, 'children'> {
  suffix?: ReactNode;
}

const Box = styled.div`
  position: relative;

  > span {
    position: absolute;
    inset: 0 ${space(3)} 0 auto;
    display: flex;
    align-items: center;
    color: ${color.soft};
    pointer-events: none;
  }
`;

export const Input = styled.input<{ $suffix?: boolean }>`
  ${control}
  ${({ $suffix }) => $suffix && `padding-inline-end: ${space(12)};`}
`;

export function TextField({ label, hint, error, suffix, onChange, ...rest }: TextFieldProps) {
  const field = useField({ hint, error, id: rest.id });
  return (
    <FieldFrame label={label} hint={hint} error={error} field={field}>
      <Box>
        <Input
          type="text"
          {...rest}
          {...field.attributes}
          onChange={cleanBefore(cleanLine, onChange)}
          $suffix={!!suffix}
        />
        {suffix && <span aria-hidden>{suffix}</span>}
      </Box>
    </FieldFrame>
  );
}
