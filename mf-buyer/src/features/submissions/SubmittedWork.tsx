import type { Submission } from '@piecework/contracts';
import { withNodes } from '@piecework/i18n';
import { LinkedText, Thumbnails } from '@piecework/ui';
import { color, quietText, radius, space, text } from '@piecework/ui/styles';
import { pictureSources } from '@piecework/web-kit';
import { SubmittedAnswers } from '@piecework/web-kit/answer-form';
import { Moment } from '@piecework/web-kit/moment';
import { styled } from 'styled-components';

type Version = Pick<Submission, 'submissionDetails' | 'attachments'>;

/** The answer of a worker with its pictures; the versions before a revision are folded. */
export const SubmittedWork = ({ submission }: { submission: Submission }) => (
  <Frame>
    <SubmittedAnswers {...submission}>
      <Answer {...submission} />
    </SubmittedAnswers>
    {submission.earlier?.map(({ submittedAt, ...version }) => (
      <details key={submittedAt}>
        <summary>{withNodes('Version from {when}', { when: <Moment at={submittedAt} /> })}</summary>
        <Answer {...version} />
      </details>
    ))}
  </Frame>
);

const Answer = ({ submissionDetails, attachments = [] }: Version) => (
  <>
    <Text>
      <LinkedText text={submissionDetails} />
    </Text>
    {attachments.length > 0 && (
      <Thumbnails label="Pictures" pictures={attachments.map((url) => pictureSources(url, 320))} />
    )}
  </>
);

const Frame = styled.div`
  display: grid;
  gap: ${space(3)};
  padding: ${space(4)} ${space(5)};
  border: 2px dashed ${color.line};
  border-radius: ${radius.control};
  background: ${color.paper};

  details {
    ${quietText}
  }
  summary {
    cursor: pointer;
  }
`;
/* Keeps line breaks; never rendered as HTML. */
const Text = styled.p`
  max-width: 70ch;
  margin: 0;
  font-size: ${text.lead};
  white-space: pre-wrap;
  overflow-wrap: anywhere;

  details & {
    margin: ${space(2)} 0;
    font-size: ${text.body};
  }
`;
