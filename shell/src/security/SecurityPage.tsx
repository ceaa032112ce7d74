import { t } from '@piecework/i18n';
import { Notice, Page } from '@piecework/ui';
import { usePageTitle, useUser } from '@piecework/web-kit';
import { CardColumn, TitledCard } from '../account/TitledCard';
import { SecondFactor } from './SecondFactor';
import { Sessions } from './Sessions';

/** P-1.25. */
export default function SecurityPage() {
  usePageTitle(t('Security'));
  const { needsFactor } = useUser();
  return (
    <Page title={t('Security')} lead={t('What protects your account besides your password.')}>
      <CardColumn gap={6}>
        {needsFactor && (
          <Notice tone="warn">
            {t('Admins need a second factor here. Set one up, and the rest of the dashboard opens.')}
          </Notice>
        )}
        <TitledCard title={t('Second factor')}>
          <SecondFactor />
        </TitledCard>
        <TitledCard title={t('Where you’re signed in')}>
          <Sessions />
        </TitledCard>
      </CardColumn>
    </Page>
  );
}
