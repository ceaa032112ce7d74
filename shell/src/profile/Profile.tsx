import { t, translated } from '@piecework/i18n';
import { Button, Card, type Elements, Email, Fact, FactGrid, Page, Row, Stack } from '@piecework/ui';
import { space, text } from '@piecework/ui/styles';
import { loadable, usePageTitle, useUser } from '@piecework/web-kit';
import { useId, useState } from 'react';
import { styled } from 'styled-components';
import { CloseAccount } from './CloseAccount';
import { EmailConfirmation } from './EmailConfirmation';
import { OwnData } from './OwnData';
import { PayoutAccount } from './PayoutAccount';
import { ProfileForm } from './ProfileForm';
import { StartingCoins } from './StartingCoins';

const ChangePassword = loadable(() => import('../account/ChangePassword'), null);

const Column = styled(Stack)`
  max-width: 40rem;
`;

const Title = styled.h2`
  margin: 0 0 ${space(3)};
  font-size: ${text.h3};
`;

const Role = styled.span`
  text-transform: capitalize;
`;

/** P-1.18. */
export default function Profile() {
  usePageTitle(t('Profile'));
  const user = useUser();
  return (
    <Page title={t('Profile')} lead={t('How other people see you, and how you sign in.')}>
      <Column gap={6}>
        <ProfileForm key={user._id} user={user} />
        <Section title={t('Account')}>
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
        </Section>
        {user.userRole === 'worker' && (
          <Section title={t('Payout details')}>
            <PayoutAccount />
          </Section>
        )}
        <Section title={t('Password')}>
          <Password />
        </Section>
        <Section title={t('Your data')}>
          <OwnData />
        </Section>
        {user.userRole !== 'admin' && (
          <Section title={t('Close account')}>
            <CloseAccount />
          </Section>
        )}
      </Column>
    </Page>
  );
}

function Section({ title, children }: { title: string; children: Elements }) {
  const id = useId();
  return (
    <Card aria-labelledby={id}>
      <Title id={id}>{title}</Title>
      {children}
    </Card>
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
