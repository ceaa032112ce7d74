import type { NotificationKind, Role } from '@piecework/contracts/constants';
import { KINDS_OF_ROLE } from '@piecework/contracts/notification-texts';
import { msg, rich, t, translated } from '@piecework/i18n';
import { Button, Card, color, Failure, Notice, Row, Skeleton, Stack, space, text } from '@piecework/ui';
import { call } from '@piecework/web-kit';
import { useAction, useApiQuery } from '@piecework/web-kit/query';
import { Link } from '@piecework/web-kit/router';
import { useId, useState } from 'react';
import { styled } from 'styled-components';

const LABELS: Record<NotificationKind, string> = {
  'submission-created': msg('New work arrives for a task of yours'),
  'submission-approved': msg('Your work is approved'),
  'submission-rejected': msg('Your work is rejected'),
  'revision-requested': msg('Your work comes back for a new version'),
  'submission-resubmitted': msg('A new version of work arrives'),
  'appeal-filed': msg('A worker appeals against a rejection'),
  'appeal-upheld': msg('An appeal is upheld'),
  'appeal-dismissed': msg('An appeal is dismissed'),
  'withdrawal-requested': msg('A worker requests a withdrawal'),
  'withdrawal-approved': msg('Your withdrawal is approved'),
  'withdrawal-canceled': msg('Your withdrawal is canceled'),
  'withdrawal-held': msg('Your withdrawal is held'),
  'withdrawal-released': msg('Your withdrawal is not held any more'),
  'withdrawal-paid': msg('Your withdrawal is paid'),
  'payout-failed': msg('Your withdrawal could not be paid'),
  'payment-credited': msg('Coins that you bought arrive'),
  'task-deleted': msg('A task of yours is deleted'),
  'task-closed': msg('A task of yours is closed'),
  'places-declined': msg('Places could not be added to a task of yours'),
  'reservation-lapsed': msg('A place is no longer reserved for you'),
};

/** Which notifications are also mailed; each change is saved at once (P-17.8). */
export default function EmailSettings({ role }: { role: Role }) {
  const { data, error, refetch } = useApiQuery('GET /notification-settings');
  const title = useId();
  if (!data)
    return error ? (
      <Failure text={error.message} onRetry={() => void refetch()} />
    ) : (
      <div aria-busy>
        <Skeleton shape="row" count={6} />
      </div>
    );
  const { email, emailBlocked } = data;
  if (emailBlocked === 'no-mail')
    return (
      <Notice tone="info">
        {t('Mail is turned off on this Piecework server. Everything that concerns you is in the list.')}
      </Notice>
    );
  return (
    <Column gap={4}>
      {emailBlocked === 'unconfirmed' && (
        <Notice tone="warn">
          <Row justify="space-between" gap={3}>
            <span>
              {rich(
                '<b>Confirm your address first.</b> Until then nothing is mailed; your choices are kept.',
                { b: (children) => <strong>{children}</strong> },
              )}
            </span>
            <Button as={Link} to="/dashboard/profile" variant="secondary" size="small">
              {t('Confirm in your profile')}
            </Button>
          </Row>
        </Notice>
      )}
      <Card aria-labelledby={title}>
        <h2 id={title}>{t('Send me a mail when')}</h2>
        <Kinds>
          {KINDS_OF_ROLE[role].map((kind) => (
            <li key={kind}>
              <Kind kind={kind} isOn={email[kind] ?? false} onSaved={refetch} />
            </li>
          ))}
        </Kinds>
        <p>{t('While a notification is unread, more events of its kind and task send no further mail.')}</p>
      </Card>
    </Column>
  );
}

function Kind({
  kind,
  isOn,
  onSaved,
}: {
  kind: NotificationKind;
  isOn: boolean;
  onSaved: () => Promise<unknown>;
}) {
  const [wanted, setWanted] = useState<boolean>();
  const { run, isRunning } = useAction<boolean>(async (next) => {
    setWanted(next);
    try {
      await call('PATCH /notification-settings', { body: { email: { [kind]: next } } });
      await onSaved();
    } finally {
      setWanted(undefined);
    }
  });
  return (
    <Choice>
      <input
        type="checkbox"
        checked={wanted ?? isOn}
        aria-busy={isRunning}
        onChange={({ currentTarget }) => void run(currentTarget.checked)}
      />
      <span>{translated(LABELS[kind])}</span>
    </Choice>
  );
}

const Column = styled(Stack)`
  max-width: 40rem;

  h2 { margin: 0 0 ${space(2)}; font-size: ${text.h3}; }
  p { margin: ${space(3)} 0 0; color: ${color.soft}; font-size: ${text.small}; }
`;
const Kinds = styled.ul`
  margin: 0;
  padding: 0;
  list-style: none;
`;
const Choice = styled.label`
  display: flex;
  gap: ${space(3)};
  align-items: center;
  min-height: 44px;
  cursor: pointer;

  input { flex: none; width: 20px; height: 20px; margin: 0; accent-color: ${color.primary}; cursor: pointer; }
`;
