import { translated } from '@piecework/i18n';
import { type ChangeEvent, type ChangeEventHandler, type ReactNode, useId } from 'react';
import { css, styled } from 'styled-components';
import { Icon } from '../icons/Icon';
import type { Elements } from '../layout/elements';
import { quietText } from '../mixins';
import { color, motion, radius, space, text } from '../tokens';

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** Also in English: a message of a rule or of the server is shown in the reader's language. */
  error?: string | undefined;
}

const Frame = styled.div`
  display: grid;
  gap: ${space(1)};
  min-width: 0;
`;

export const fieldLabel = css`
  padding: 0;
  font-weight: 600;
  line-height: 1.4;
`;

const Label = styled.label`
  ${fieldLabel}
`;

const Hint = styled.p`
  ${quietText}
  margin: 0;
`;

const ErrorText = styled.p`
  display: flex;
  gap: ${space(1)};
  align-items: flex-start;
  margin: 0;
  color: ${color.madder};
  font-size: ${text.small};
  font-weight: 600;

  svg { flex: none; }
`;

/** At least 16 px on touch devices, or Safari zooms the page. */
export const control = css`
  width: 100%;
  min-height: 44px;
  padding: ${space(2)} ${space(3)};
  border: 1px solid ${color.edge};
  border-radius: ${radius.control};
  background: ${color.surface};
  color: ${color.ink};
  font-size: max(${text.body}, 15px);
  transition: border-color ${motion.fast};

  @media (pointer: coarse) { font-size: max(${text.body}, 16px); }
  &::placeholder { color: ${color.soft}; opacity: 1; }
  &:hover { border-color: ${color.soft}; }
  &[aria-invalid='true'] { border-color: ${color.madder}; box-shadow: inset 0 0 0 1px ${color.madder}; }
  &:read-only:not(select) { border-style: dashed; background: ${color.sunk}; }
  &:disabled { border-style: dashed; background: ${color.sunk}; color: ${color.soft}; cursor: not-allowed; }
`;

/** Cleans what a paste brought before the form reads it, so that the field shows what is stored (P-8.9). The caret stays. */
export const cleanBefore =
  <E extends HTMLInputElement | HTMLTextAreaElement>(
    clean: (value: string) => string,
    onChange: ChangeEventHandler<E> | undefined,
  ) =>
  (event: ChangeEvent<E>): void => {
    const { target } = event;
    const { value, selectionStart } = target;
    const shown = clean(value);
    if (shown !== value) {
      target.value = shown;
      if (selectionStart !== null) {
        const caret = clean(value.slice(0, selectionStart)).length;
        target.setSelectionRange(caret, caret);
      }
    }
    onChange?.(event);
  };

export function useField({ hint, error, id }: Pick<FieldProps, 'hint' | 'error'> & { id?: string | undefined }) {
  const generatedId = useId();
  const fieldId = id ?? generatedId;
  const hintId = `${fieldId}-hint`;
  const errorId = `${fieldId}-error`;
  const described = [error && errorId, hint && hintId].filter(Boolean).join(' ') || undefined;
  return {
    id: fieldId,
    hintId,
    errorId,
    attributes: { id: fieldId, 'aria-invalid': error ? true : undefined, 'aria-describedby': described },
  };
}

type FieldIds = ReturnType<typeof useField>;

export function FieldNotes({ hint, error, field }: Pick<FieldProps, 'hint' | 'error'> & { field: FieldIds }) {
  return (
    <>
      {hint && <Hint id={field.hintId}>{hint}</Hint>}
      {error && (
        <ErrorText id={field.errorId}>
          <Icon name="alert" />
          <span>{translated(error)}</span>
        </ErrorText>
      )}
    </>
  );
}

interface FieldFrameProps extends FieldProps {
  field: FieldIds;
  children: Elements;
}

export function FieldFrame({ label, children, ...notes }: FieldFrameProps) {
  return (
    <Frame>
      <Label htmlFor={notes.field.id}>{label}</Label>
      {children}
      <FieldNotes {...notes} />
    </Frame>
  );
}
