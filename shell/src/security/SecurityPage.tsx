import { t } from '@piecework/i18n';
import { Card, type Elements, Notice, Page, Stack } from '@piecework/ui';
import { space, text } from '@piecework/ui/styles';
import { usePageTitle, useUser } from '@piecework/web-kit';
import { useId } from 'react';
import { styled } from 'styled-components';
import { SecondFactor } from './SecondFactor';
import { Sessions } from './Sessions';

const Column = styled(Stack)`
  max-width: 40rem;
`;

const Title = styled.h2`
  margin: 0 0 ${space(3)};
  font-size: ${text.h3};
`;

/** P-1.25. */
export default function SecurityPage() {
  usePageTitle(t('Security'));
  const { needsFactor } = useUser();
  return (
    <Page title={t('Security')} lead={t('What protects your account besides your password.')}>
      <Column gap={6}>
        {needsFactor && (
          <Notice tone="warn">
            {t('Admins need a second factor here. Set one up, and the rest of the dashboard opens.')}
          </Notice>
        )}
        <Section title={t('Second factor')}>
          <SecondFactor />
        </Section>
        <Section title={t('Where you’re signed in')}>
          <Sessions />
        </Section>
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
