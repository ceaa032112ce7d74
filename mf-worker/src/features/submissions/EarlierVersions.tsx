import type { Submission } from '@piecework/contracts';
import { t, withNodes } from '@piecework/i18n';
import { color, space } from '@piecework/ui/styles';
import { Moment } from '@piecework/web-kit/moment';
import { styled } from 'styled-components';
import { SubmittedWork } from './SubmittedWork';

/** What was submitted before a revision. */
export const EarlierVersions = ({ earlier = [] }: Pick<Submission, 'earlier'>) =>
  earlier.map((version) => (
    <Version key={version.submittedAt}>
      <summary>{withNodes(t('Version from {when}'), { when: <Moment at={version.submittedAt} /> })}</summary>
      <SubmittedWork work={version} />
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
