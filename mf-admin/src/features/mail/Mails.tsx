import type { Mail } from '@piecework/contracts';
import { MAIL_STATES, type MailState } from '@piecework/contracts/constants';
import { Empty, Page } from '@piecework/ui';
import { usePageTitle } from '@piecework/web-kit';
import { LONG_PAGE_SIZE, useListParams } from '@piecework/web-kit/list';
import { useApiList, useConfigQuery } from '@piecework/web-kit/query';
import { useState } from 'react';
import { ListFrame } from '../list/ListFrame';
import { MailDialog } from './MailDialog';
import { mailColumns } from './mailColumns';

/** Mails have no live notice. */
const REFRESH_MS = 10_000;

const FILTERS = [
  { value: '', label: 'All' },
  { value: 'failed', label: 'Failed' },
  { value: 'queued', label: 'Queued' },
  { value: 'sent', label: 'Sent' },
  { value: 'expired', label: 'Expired' },
] as const satisfies readonly { value: MailState | ''; label: string }[];

const EMPTY = {
  seed: 'mail',
  title: 'No emails yet',
  text: 'Emails appear here when people request a link or turn on email notifications.',
  foundTitle: 'No emails found',
  foundText: 'No email from the last 30 days is in this state.',
};

/** P-17.11. */
export default function Mails() {
  usePageTitle('Emails');
  const config = useConfigQuery();
  const hasNoMail = config.isSuccess && !config.data.mail;
  return (
    <Page title="Emails" lead="Links and notifications sent by email, newest first, from the last 30 days.">
      {hasNoMail ? (
        <Empty title="No emails" text="Email is turned off on this Piecework server." seed="mail" />
      ) : (
        <MailList isReady={!config.isPending} />
      )}
    </Page>
  );
}

/** Without mail the list answers 404, so it is not requested before the configuration is known. */
function MailList({ isReady }: { isReady: boolean }) {
  const params = useListParams(LONG_PAGE_SIZE);
  const state = params.oneOf('state', MAIL_STATES);
  const list = useApiList(
    'GET /admin/mail',
    { query: { state, ...params.range } },
    { enabled: isReady, refetchInterval: REFRESH_MS },
  );
  const [opened, setOpened] = useState<Mail>();
  return (
    <ListFrame
      params={params}
      list={list}
      label="Emails"
      noun="email"
      filter={{ name: 'state', label: 'Which emails', options: FILTERS, value: state }}
      rows={list.data?.rows ?? []}
      rowKey={({ _id }) => _id}
      columns={mailColumns(setOpened)}
      empty={EMPTY}
    >
      {opened && <MailDialog mail={opened} onClose={() => setOpened(undefined)} />}
    </ListFrame>
  );
}
