import type { ComponentPropsWithRef, ReactNode } from 'react';
import { styled } from 'styled-components';
import { color, font, media, radius, space, text } from '../tokens';

const Form = styled.form`
  display: grid;
  gap: ${space(5)};
  width: 100%;
  max-width: 40rem;
  padding: ${space(8)};
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.surface};

  ${media.phone} { padding: ${space(4)}; }
`;

/** One column, and our own messages instead of the browser's bubbles. */
export function FormCard(props: ComponentPropsWithRef<'form'>) {
  return <Form noValidate {...props} />;
}

/** The end of a form: what sends it first, the way out after it. */
export const FormActions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(3)};
  align-items: center;
  padding-top: ${space(5)};
  border-top: 2px dashed ${color.line};

  ${media.phone} {
    flex-direction: column;
    align-items: stretch;
  }
`;

const Group = styled.fieldset`
  display: grid;
  gap: ${space(5)};
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;

  > legend { margin-bottom: ${space(4)}; padding: 0; font: 600 ${text.h3} / 1.2 ${font.head}; }
`;

export interface FieldsetProps extends ComponentPropsWithRef<'fieldset'> {
  legend: ReactNode;
}

export function Fieldset({ legend, children, ...rest }: FieldsetProps) {
  return (
    <Group {...rest}>
      <legend>{legend}</legend>
      {children}
    </Group>
  );
}
