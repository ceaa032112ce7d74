import type { MailChoice, Role } from '@piecework/contracts/constants';
import { msg, rich, t, translated } from '@piecework/i18n';
import { KINDS_OF_ROLE } from '@piecework/texts/notification-texts';
import { Button, Card, Failure, Notice, Row, Skeleton, Stack } from '@piecework/ui';
import { checkboxLabel, color, plainList, space, text } from '@piecework/ui/styles';
import { call } from '@piecework/web-kit';
import { useAction, useApiQuery } from '@piecework/web-kit/query';
import { Link } from '@piecework/web-kit/router';
import { useId, useState } from 'react';
import { styled } from 'styled-components';

const LABELS: Record<MailChoice, string> = {
  'submission-created': msg('One of your tasks gets a submission'),
  'submission-approved': msg('Your submission is approved'),
  'submission-rejected': msg('Your submission is rejected'),
  'revision-requested': msg('A buyer requests a revision'),
  'submission-resubmitted': msg('A worker submits a revision'),
  'appeal-filed': msg('A worker appeals a rejection'),
  'appeal-upheld': msg('An appeal is upheld'),
  'appeal-dismissed': msg('An appeal is dismissed'),
  'rejection-reversed': msg('A buyer takes back a rejection'),
  'bonus-received': msg('A buyer gives you a bonus'),
  'message-received': msg('You get a message about a task'),
  'report-filed': msg('A person reports something'),
  'report-decided': msg('An admin decides your report'),
  'suspension-appealed': msg('A person appeals a suspension'),
  'withdrawal-requested': msg('A worker requests a withdrawal'),
  'withdrawal-approved': msg('Your withdrawal is approved'),
  'withdrawal-canceled': msg('Your withdrawal is canceled'),
  'withdrawal-held': msg('Your withdrawal is put on hold'),
  'withdrawal-released': msg('The hold on your withdrawal ends'),
  'withdrawal-paid': msg('Your withdrawal is paid out'),
  'payout-failed': msg('Your payout fails'),
  'payment-credited': msg('Coins you bought arrive'),
  'coins-adjusted': msg('An admin corrects your balance'),
  'grant-released': msg('Your starting coins arrive'),
  'task-deleted': msg('One of your tasks is deleted'),
  'task-closed': msg('One of your tasks is closed'),
  'task-approved': msg('One of your tasks is approved'),
  'places-declined': msg('Places can’t be added to one of your tasks'),
  'reservation-lapsed': msg('Your place is no longer held'),
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
        {t('Email is turned off on this Piecework server. You’ll find every update in the list.')}
      </Notice>
    );
  return (
    <Column gap={4}>
      {emailBlocked === 'unconfirmed' && (
        <Notice tone="warn">
          <Row justify="space-between" gap={3}>
            <span>
              {rich(
                '<b>Confirm your address first.</b> Until then, we won’t send you emails. Your choices are saved.',
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
        <h2 id={title}>{t('Email me when')}</h2>
        <Kinds>
          {KINDS_OF_ROLE[role].map((kind) => (
            <li key={kind}>
              <Kind kind={kind} isOn={email[kind] ?? false} onSaved={refetch} />
            </li>
          ))}
        </Kinds>
        <p>
          {t('While a notification is unread, we won’t email you again about the same kind of event in the same task.')}
        </p>
      </Card>
    </Column>
  );
}

function Kind({ kind, isOn, onSaved }: { kind: MailChoice; isOn: boolean; onSaved: () => Promise<unknown> }) {
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
  ${plainList}
`;
const Choice = styled.label`
  ${checkboxLabel}
`;
