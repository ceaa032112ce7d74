import type { ComponentPropsWithRef } from 'react';
import { styled } from 'styled-components';
import { sheet } from '../mixins';
import { color, media, space } from '../tokens';

const Form = styled.form`
  ${sheet}
  display: grid;
  gap: ${space(5)};
  width: 100%;
  max-width: 40rem;
  padding: ${space(8)};

  ${media.phone} { padding: ${space(4)}; }
`;

/** Own messages instead of the browser's validation bubbles. */
export function FormCard(props: ComponentPropsWithRef<'form'>) {
  return <Form noValidate {...props} />;
}

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
