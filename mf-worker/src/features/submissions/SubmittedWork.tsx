import type { Submission } from '@piecework/contracts';
import { t, withNodes } from '@piecework/i18n';
import { LinkedText, Stack, Thumbnails } from '@piecework/ui';
import { color, radius, space } from '@piecework/ui/styles';
import { pictureSources } from '@piecework/web-kit';
import { SubmittedAnswers } from '@piecework/web-kit/answer-form';
import { Moment } from '@piecework/web-kit/moment';
import { css, styled } from 'styled-components';

type Work = Pick<Submission, 'submissionDetails' | 'attachments'>;

export const SubmittedWork = ({ submission }: { submission: Submission }) => (
  <Work>
    <SubmittedAnswers {...submission}>
      <SubmittedText work={submission} />
    </SubmittedAnswers>
  </Work>
);

const SubmittedText = ({ work: { submissionDetails, attachments = [] } }: { work: Work }) => (
  <Stack gap={3}>
    <Details>
      <LinkedText text={submissionDetails} />
    </Details>
    {attachments.length > 0 && (
      <Thumbnails label={t('Pictures')} pictures={attachments.map((url) => pictureSources(url, 320))} />
    )}
  </Stack>
);

const box = css`
  margin: 0;
  padding: ${space(4)};
  border-radius: ${radius.control};
  background: ${color.sunk};
`;
/** The list of answers, or of rows with theirs. */
const Work = styled.div`
  > :is(dl, ol) { ${box} }
`;
/** Plain text with line breaks. */
const Details = styled.p`
  ${box}
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;

/** What was submitted before a revision. */
export const EarlierVersions = ({ earlier = [] }: Pick<Submission, 'earlier'>) =>
  earlier.map((version) => (
    <Version key={version.submittedAt}>
      <summary>{withNodes(t('Version from {when}'), { when: <Moment at={version.submittedAt} /> })}</summary>
      <SubmittedText work={version} />
    </Version>
  ));

const Version = styled.details`
  summary {
    padding: ${space(3)} 0;
    color: ${color.primary};
    font-weight: 600;
    cursor: pointer;
  }
`;
