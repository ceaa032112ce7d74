import { t } from '@piecework/i18n';
import { Button, Row } from '@piecework/ui';
import { loadable, useUser } from '@piecework/web-kit';
import { useState } from 'react';

const CloseAccountDialog = loadable(() => import('./CloseAccountDialog'), null);
const ClosingDetails = loadable(() => import('./ClosingDetails'), null);

/** P-7.8. Not for admins. */
export function CloseAccount() {
  const { closesAt } = useUser();
  const [isOpen, setOpen] = useState(false);
  if (closesAt) return <ClosingDetails />;
  return (
    <Row justify="space-between">
      <span>{t('You’ll see what happens to your coins and your work first, and have a day to change your mind.')}</span>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {t('Close my account')}
      </Button>
      {isOpen && <CloseAccountDialog onClose={() => setOpen(false)} />}
    </Row>
  );
}
