import { t } from '@piecework/i18n';
import { useState } from 'react';
import { styled } from 'styled-components';
import { plainButton } from '../mixins';
import { color, radius, space } from '../tokens';
import { FieldFrame, useField } from './Field';
import { Input, type TextFieldProps } from './TextField';

const Box = styled.div`
  position: relative;

  input { padding-inline-end: 72px; }
`;

const Toggle = styled.button`
  ${plainButton}
  position: absolute;
  inset: 4px 4px 4px auto;
  min-width: 60px;
  padding: 0 ${space(2)};
  border-radius: ${radius.control};
  color: ${color.primary};
  font-weight: 600;

  &:hover { background: ${color.primarySoft}; }
`;

export function PasswordField({ label, hint, error, ...rest }: Omit<TextFieldProps, 'type'>) {
  const [shown, setShown] = useState(false);
  const field = useField({ hint, error, id: rest.id });
  return (
    <FieldFrame label={label} hint={hint} error={error} field={field}>
      <Box>
        <Input
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          {...rest}
          {...field.attributes}
          type={shown ? 'text' : 'password'}
        />
        <Toggle
          type="button"
          aria-label={shown ? t('Hide password') : t('Show password')}
          aria-controls={field.id}
          onClick={() => setShown(!shown)}
        >
          {shown ? t('Hide') : t('Show')}
        </Toggle>
      </Box>
    </FieldFrame>
  );
}
