import { t, translated } from '@piecework/i18n';
import { Button, Email, Fact, FactGrid, Page, Row, Stack } from '@piecework/ui';
import { loadable, usePageTitle, useUser } from '@piecework/web-kit';
import { useState } from 'react';
import { styled } from 'styled-components';
import { CardColumn, TitledCard } from '../account/TitledCard';
import { CloseAccount } from './CloseAccount';
import { EmailConfirmation } from './EmailConfirmation';
import { OwnData } from './OwnData';
import { PayoutAccount } from './PayoutAccount';
import { ProfileForm } from './ProfileForm';
import { StartingCoins } from './StartingCoins';

const ChangePassword = loadable(() => import('../account/ChangePassword'), null);

const Role = styled.span`
  text-transform: capitalize;
`;

/** P-1.18. */
export default function Profile() {
  usePageTitle(t('Profile'));
  const user = useUser();
  return (
    <Page title={t('Profile')} lead={t('How other people see you, and how you sign in.')}>
      <CardColumn gap={6}>
        <ProfileForm key={user._id} user={user} />
        <TitledCard title={t('Account')}>
          <Stack>
            <FactGrid>
              <Fact label={t('Email')}>
                <Email address={user.userEmail} />
              </Fact>
              <Fact label={t('Role')}>
                <Role>{translated(user.userRole)}</Role>
              </Fact>
            </FactGrid>
            <EmailConfirmation />
            <StartingCoins />
          </Stack>
        </TitledCard>
        {user.userRole === 'worker' && (
          <TitledCard title={t('Payout details')}>
            <PayoutAccount />
          </TitledCard>
        )}
        <TitledCard title={t('Password')}>
          <Password />
        </TitledCard>
        <TitledCard title={t('Your data')}>
          <OwnData />
        </TitledCard>
        {user.userRole !== 'admin' && (
          <TitledCard title={t('Close account')}>
            <CloseAccount />
          </TitledCard>
        )}
      </CardColumn>
    </Page>
  );
}

function Password() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Row justify="space-between">
      <span>{t('A new password signs you out on your other devices.')}</span>
      <Button variant="secondary" icon="lock" onClick={() => setOpen(true)}>
        {t('Change password')}
      </Button>
      {isOpen && <ChangePassword onClose={() => setOpen(false)} />}
    </Row>
  );
}
