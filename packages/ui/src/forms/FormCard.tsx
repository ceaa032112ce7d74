import type { ComponentPropsWithRef } from 'react';
import { styled } from 'styled-components';
import type { Elements } from '../layout/elements';
import { sheet } from '../mixins';
import { Notice } from '../states/Notice';
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

/** Columns in rem, so that with large text one stands below the other. */
export const FieldPair = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 11rem), 1fr));
  align-items: start;
  gap: ${space(4)};
`;

const Actions = styled.div`
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

interface FormActionsProps {
  /** Why the form was not sent. */
  failure?: string | null | undefined;
  children: Elements;
}

export const FormActions = ({ failure, children }: FormActionsProps) => (
  <>
    {failure && <Notice tone="bad">{failure}</Notice>}
    <Actions>{children}</Actions>
  </>
);
