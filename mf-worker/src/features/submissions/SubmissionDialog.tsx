import type { Submission } from '@piecework/contracts';
import { localDigits, t } from '@piecework/i18n';
import { Button, Coins, Email, formatCoins, Modal, Seam, Stack, Status } from '@piecework/ui';
import { color, media, space } from '@piecework/ui/styles';
import { LinkButton } from '@piecework/web-kit/link-button';
import { styled } from 'styled-components';
import { taskPath } from '../../paths';
import { MessageBuyer } from '../tasks/MessageBuyer';
import { AppealSection } from './AppealSection';
import { BonusSection } from './BonusSection';
import { Outcome } from './Outcome';
import { RevisionSection } from './RevisionSection';
import { SectionTitle } from './SectionTitle';
import { EarlierVersions, SubmittedWork } from './SubmittedWork';

export const SubmissionDialog = ({ submission, onClose }: { submission: Submission | undefined; onClose(): void }) => {
  if (!submission) return null;
  return (
    <Modal
      title={submission.taskTitle}
      open
      onClose={onClose}
      actions={
        <>
          {submission.status === 'reject' && (
            <LinkButton to={taskPath(submission.taskId)} variant="secondary" label={t('View task')} />
          )}
          <Button variant="secondary" onClick={onClose}>
            {t('Close')}
          </Button>
        </>
      }
    >
      <Facts>
        <dt>{t('Status')}</dt>
        <dd>
          <Status status={submission.status} />
        </dd>
        <dt>{t('Payment Amount')}</dt>
        <dd>
          <Coins amount={submission.payableAmount} />
        </dd>
        {submission.bonus && (
          <>
            <dt>{t('Bonus')}</dt>
            <dd>
              <Coins amount={submission.bonus.coins} />
            </dd>
          </>
        )}
        <dt>{t('Buyer')}</dt>
        <dd>
          <span translate="no">{submission.buyerName}</span>
          <br />
          <Email address={submission.buyerEmail} />
          <br />
          <MessageBuyer taskId={submission.taskId} />
        </dd>
        {submission.page !== undefined && (
          <>
            <dt>{t('Page')}</dt>
            <dd>{formatCoins(submission.page)}</dd>
          </>
        )}
        <dt>{t('Submitted')}</dt>
        <dd>{localDigits(submission.submissionDate)}</dd>
      </Facts>
      <Stack gap={5}>
        <Outcome submission={submission} />
        <RevisionSection submission={submission} />
        <AppealSection submission={submission} />
        <BonusSection submission={submission} />
      </Stack>
      <Seam />
      <Stack as="section" gap={2}>
        <SectionTitle>{t('Submission Details')}</SectionTitle>
        <SubmittedWork submission={submission} />
        <EarlierVersions earlier={submission.earlier} />
      </Stack>
    </Modal>
  );
};

const Facts = styled.dl`
  display: grid;
  grid-template-columns: fit-content(50%) minmax(0, 1fr);
  gap: ${space(2)} ${space(5)};
  margin: 0 0 ${space(5)};

  dt { color: ${color.soft}; }
  dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
  /* A status at 200 % text. */
  dd > span { max-width: 100%; overflow-wrap: anywhere; white-space: normal; }

  ${media.phone} {
    a { display: inline-flex; align-items: center; min-height: 44px; }
  }
`;
