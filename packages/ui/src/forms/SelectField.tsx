import type { ComponentPropsWithRef } from 'react';
import { styled } from 'styled-components';
import { Icon } from '../icons/Icon';
import { color, space } from '../tokens';
import { control, FieldFrame, type FieldProps, useField } from './Field';

export interface Option {
  value: string;
  label: string;
}

interface SelectFieldProps extends FieldProps, Omit<ComponentPropsWithRef<'select'>, 'children'> {
  options?: readonly Option[];
}

const Box = styled.div`
  position: relative;

  svg { position: absolute; inset: 0 ${space(3)} 0 auto; height: 100%; rotate: 90deg; color: ${color.soft}; pointer-events: none; }
`;

const Choice = styled.select`
  ${control}
  padding-inline-end: ${space(10)};
  appearance: none;
  cursor: pointer;
`;

export function SelectField({ label, hint, error, options, ...rest }: SelectFieldProps) {
  const field = useField({ hint, error, id: rest.id });
  return (
    <FieldFrame label={label} hint={hint} error={error} field={field}>
      <Box>
        <Choice {...rest} {...field.attributes}>
          {options?.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Choice>
        <Icon name="next" size="1rem" />
      </Box>
    </FieldFrame>
  );
}
