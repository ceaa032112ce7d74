import { cleanLine } from '@piecework/contracts/text';
import type { ComponentPropsWithRef } from 'react';
import { styled } from 'styled-components';
import { Icon } from '../icons/Icon';
import { VisuallyHidden } from '../layout/VisuallyHidden';
import { color, space } from '../tokens';
import { cleanBefore, FieldNotes, type FieldProps, useField } from './Field';
import { Input } from './TextField';

interface SearchFieldProps extends FieldProps, Omit<ComponentPropsWithRef<'input'>, 'children' | 'type'> {}

const Box = styled.div`
  position: relative;
  min-width: 0;

  > svg { position: absolute; inset: 0 auto 0 ${space(3)}; height: 100%; color: ${color.soft}; pointer-events: none; }
  /* Past the icon, which grows with the text. */
  input { padding-inline-start: calc(${space(5)} + 1.35em); }
`;

/** The label is for screen readers; the icon and the placeholder show it. */
export function SearchField({ label, hint, error, onChange, ...rest }: SearchFieldProps) {
  const field = useField({ hint, error, id: rest.id });
  return (
    <div>
      <VisuallyHidden as="label" htmlFor={field.id}>
        {label}
      </VisuallyHidden>
      <Box>
        <Icon name="search" />
        <Input
          placeholder={typeof label === 'string' ? label : undefined}
          autoComplete="off"
          {...rest}
          {...field.attributes}
          onChange={cleanBefore(cleanLine, onChange)}
          type="search"
        />
      </Box>
      <FieldNotes hint={hint} error={error} field={field} />
    </div>
  );
}
