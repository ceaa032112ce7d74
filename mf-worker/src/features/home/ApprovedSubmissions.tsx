import { t } from '@piecework/i18n';
import { Button, DataTable, Empty } from '@piecework/ui';
import { space } from '@piecework/ui/styles';
import { tableState } from '@piecework/web-kit/list';
import { useApiList } from '@piecework/web-kit/query';
import { Link } from '@piecework/web-kit/router';
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
          <Button as={Link} to={submissionsPath('approved')} variant="quiet" size="small">
            {t('View all {total}', { total })}
          </Button>
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
            action={
              <Button as={Link} to={TASKS}>
                {t('Find a task')}
              </Button>
            }
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
