import { t } from '@piecework/i18n';
import { DataTable, Empty } from '@piecework/ui';
import { space } from '@piecework/ui/styles';
import { LinkButton } from '@piecework/web-kit/link-button';
import { tableState } from '@piecework/web-kit/list';
import { useApiList } from '@piecework/web-kit/query';
import { styled } from 'styled-components';
import { submissionsPath, TASKS } from '../../paths';
import { buyerName, payment, status, taskName } from '../submissions/submission-columns';

const SHOWN = 5;

export const ApprovedSubmissions = () => {
  const list = useApiList('GET /submissions', { query: { status: 'approved', limit: SHOWN } });
  const total = list.data?.total ?? 0;
  return (
    <section aria-labelledby="approved-submission">
      <Heading>
        <h2 id="approved-submission">{t('Approved Submission')}</h2>
        {total > SHOWN && (
          <LinkButton
            to={submissionsPath('approved')}
            variant="quiet"
            size="small"
            label={t('View all {total}', { total })}
          />
        )}
      </Heading>
      <DataTable
        caption={t('Your latest approved submissions')}
        columns={[taskName(), buyerName(), payment(), status()]}
        rows={list.data?.rows ?? []}
        rowKey={(row) => row._id}
        {...tableState(list)}
        empty={
          <Empty
            title={t('No approved submissions yet')}
            text={t('When a buyer approves a submission, it appears here with the coins it earned.')}
            action={<LinkButton to={TASKS} label={t('Find a task')} />}
          />
        }
      />
    </section>
  );
};

const Heading = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)} ${space(4)};
  min-height: 44px;
  margin-bottom: ${space(2)};

  > a { flex: none; }
`;
