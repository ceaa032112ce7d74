import { t } from '@piecework/i18n';
import { Button, type Elements, Notice, Wordmark } from '@piecework/ui';
import { color, font, media, space, text } from '@piecework/ui/styles';
import type { useSubmit } from '@piecework/web-kit/forms';
import { Link } from '@piecework/web-kit/router';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Quilt } from '../home/Quilt';

const Frame = styled.div`
  display: grid;
  min-height: 100svh;

  ${media.desk} { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  ${media.wide} { grid-template-columns: minmax(0, 1.2fr) minmax(0, 1fr); }
`;

/** Decoration for wide screens. */
const Illustration = styled.div`
  display: none;

  ${media.desk} {
    position: sticky;
    top: 0;
    display: block;
    height: 100svh;
    overflow: hidden;
  }
`;

const FormColumn = styled.div`
  min-width: 0;
  display: flex;
  flex-direction: column;
  gap: ${space(8)};
  width: 100%;
  max-width: 30rem;
  margin-inline: auto;
  padding: ${space(5)} ${space(4)} ${space(12)};

  ${media.tablet} { padding: ${space(8)} ${space(6)} ${space(16)}; }
  ${media.desk} { justify-content: center; }
`;

const Brand = styled(Link)`
  display: inline-flex;
  align-items: center;
  align-self: flex-start;
  min-height: 44px;
  text-decoration: none;
`;

const Head = styled.header`
  h1 { margin: 0; font: 700 min(${text.h1}, 15vw) / 1.1 ${font.head}; letter-spacing: -0.02em; }
  p { margin: ${space(2)} 0 0; color: ${color.soft}; font-size: ${text.lead}; overflow-wrap: anywhere; }
`;

export function AccountFrame({ title, lead, children }: { title: string; lead: ReactNode; children: Elements }) {
  return (
    <Frame>
      <Illustration>
        <Quilt />
      </Illustration>
      <FormColumn>
        <Brand to="/" aria-label={t('Piecework, home')}>
          <Wordmark />
        </Brand>
        <Head>
          <h1>{title}</h1>
          <p>{lead}</p>
        </Head>
        {children}
      </FormColumn>
    </Frame>
  );
}

/** Attributes of a field for an email. */
export const EMAIL_INPUT = { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false } as const;

const Form = styled.form`
  display: grid;
  gap: ${space(5)};
`;

interface AccountFormProps {
  label: string;
  submitText: string;
  submission: ReturnType<typeof useSubmit>;
  /** A long form shows its failure beside the button. */
  isLong?: boolean;
  children?: Elements;
  /** Below the button. */
  foot?: Elements;
}

export function AccountForm({ label, submitText, submission, isLong = false, children, foot }: AccountFormProps) {
  const { onSubmit, isSending, failure } = submission;
  const notice = failure && <Notice tone="bad">{failure}</Notice>;
  return (
    <Form onSubmit={onSubmit} noValidate aria-label={label}>
      {!isLong && notice}
      {children}
      {isLong && notice}
      <Button type="submit" busy={isSending}>
        {submitText}
      </Button>
      {foot}
    </Form>
  );
}

export const AlternativeAction = styled.p`
  margin: 0;
  color: ${color.soft};

  a { display: inline-flex; align-items: center; min-height: 44px; font-weight: 600; }
`;
