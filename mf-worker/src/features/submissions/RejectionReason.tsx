import type { Submission } from '@piecework/contracts';
import { rejectionSentence } from '@piecework/contracts/constants';
import { t, translated } from '@piecework/i18n';
import { LinkedText } from '@piecework/ui';
import { color, space } from '@piecework/ui/styles';
import { styled } from 'styled-components';

export const RejectionReason = ({ submission: { reason } }: { submission: Submission }) => (
  <Frame>
    <strong>{t('Reason:')}</strong> <span>{translated(rejectionSentence(reason))}</span>
    {reason?.text && (
      <Quote>
        <LinkedText text={reason.text} />
      </Quote>
    )}
  </Frame>
);

const Frame = styled.div`
  overflow-wrap: anywhere;
`;

/** Keeps line breaks. */
export const Quote = styled.blockquote`
  margin: ${space(2)} 0 0;
  padding-inline-start: ${space(3)};
  border-inline-start: 3px solid ${color.line};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;
