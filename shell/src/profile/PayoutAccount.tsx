import { t, translated } from '@piecework/i18n';
import { Button, Fact, FactGrid, Failure, Row, Skeleton } from '@piecework/ui';
import { useApiList } from '@piecework/web-kit/query';
import { Link } from '@piecework/web-kit/router';

/** Withdrawals among which an account number is looked for. */
const LOOKED_AT = 50;

/** The account of the last withdrawal that has one; each withdrawal has its own. */
export function PayoutAccount() {
  const { data, isError, error, refetch } = useApiList('GET /withdrawals', { query: { limit: LOOKED_AT } });
  if (isError && !data)
    return (
      <Failure
        title={t('Your payout details couldn’t be loaded')}
        text={error.message}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Skeleton shape="text" count={2} />;
  const last = data.rows.find(({ accountMask }) => accountMask !== undefined);
  return (
    <Row justify="space-between">
      {last ? (
        <FactGrid>
          <Fact label={t('The account of your last withdrawal')}>
            {`${translated(last.paymentSystem)} •••${last.accountMask}`}
          </Fact>
        </FactGrid>
      ) : (
        <span>{t('No account saved yet. You’ll add one with your next withdrawal.')}</span>
      )}
      <Button as={Link} to="/dashboard/workerWithdrawal" variant="secondary">
        {t('Withdrawals')}
      </Button>
    </Row>
  );
}
