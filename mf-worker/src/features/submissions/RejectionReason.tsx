import type { Submission } from '@piecework/contracts';
import { color, LinkedText, space } from '@piecework/ui';
import { styled } from 'styled-components';
import { reasonOf } from './rejection-reasons';

export const RejectionReason = ({ submission }: { submission: Submission }) => {
  const { sentence, text } = reasonOf(submission);
  return (
    <Frame>
      <strong>Reason:</strong> {sentence}
      {text && (
        <Quote>
          <LinkedText text={text} />
        </Quote>
      )}
    </Frame>
  );
};

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
