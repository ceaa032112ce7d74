import type { Mail } from '@piecework/contracts';
import { MAIL_DAYS, MAIL_STATES, type MailState } from '@piecework/contracts/constants';
import { Button, Clamp, type Column, Empty, Modal, Page, Status } from '@piecework/ui';
import { usePageTitle } from '@piecework/web-kit';
import { LONG_PAGE_SIZE, useListParams } from '@piecework/web-kit/list';
import { Moment } from '@piecework/web-kit/moment';
import { useApiList, useConfigQuery } from '@piecework/web-kit/query';
import { useState } from 'react';
import { styled } from 'styled-components';
import { ListFrame } from '../list/ListFrame';
import { RowButton, SecondaryLine, WholeWords } from '../list/list-elements';
import { idOf } from '../list/useHeldRows';
import { PersonLink } from '../people/PersonLink';

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
  foundText: `No email from the last ${MAIL_DAYS} days is in this state.`,
};

/** P-17.11. */
export default function Mails() {
  usePageTitle('Emails');
  const config = useConfigQuery();
  const hasNoMail = config.isSuccess && !config.data.mail;
  return (
    <Page title="Emails" lead={`Links and notifications sent by email, newest first, from the last ${MAIL_DAYS} days.`}>
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
      rowKey={idOf}
      columns={columnsOf(setOpened)}
      empty={EMPTY}
    >
      {opened && <MailDialog mail={opened} onClose={() => setOpened(undefined)} />}
    </ListFrame>
  );
}

/** `submission-approved` → `Submission approved`. */
const nameOf = (kind: string): string => `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll('-', ' ')}`;

const triesOf = ({ attempts }: Mail): string => `${attempts} ${attempts === 1 ? 'try' : 'tries'}`;

const columnsOf = (onOpen: (mail: Mail) => void): readonly Column<Mail>[] => [
  {
    id: 'mail',
    head: 'Email',
    primary: true,
    cell: ({ kind, subject }) => (
      <>
        <WholeWords>{nameOf(kind)}</WholeWords>
        {subject && <SecondaryLine>{subject}</SecondaryLine>}
      </>
    ),
  },
  { id: 'to', head: 'To', wide: true, cell: ({ to }) => <PersonLink of={to} /> },
  {
    id: 'state',
    head: 'State',
    cell: (mail) => (
      <>
        <Status status={mail.state} />
        {mail.attempts > 0 && mail.state !== 'sent' && <SecondaryLine>{triesOf(mail)}</SecondaryLine>}
        {mail.error && <Clamp text={mail.error} />}
      </>
    ),
  },
  { id: 'at', head: 'Requested', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    id: 'open',
    head: 'Text',
    action: true,
    cell: (mail) =>
      mail.text === undefined ? (
        '–'
      ) : (
        <RowButton
          variant="secondary"
          label="Read"
          about={`the email to ${mail.to}: ${mail.subject}`}
          onClick={() => onOpen(mail)}
        />
      ),
  },
];

/** The plain part only: HTML of a mail never becomes part of a page of ours. */
const MailDialog = ({ mail, onClose }: { mail: Mail; onClose: () => void }) => (
  <Modal
    title={mail.subject ?? mail.kind}
    open
    onClose={onClose}
    actions={
      <Button variant="secondary" onClick={onClose}>
        Close
      </Button>
    }
  >
    <Text>{mail.text}</Text>
  </Modal>
);

const Text = styled.pre`
  margin: 0;
  font: inherit;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;
