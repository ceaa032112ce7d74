import type { Mail } from '@piecework/contracts';
import { Button, Clamp, type Column, Status, VisuallyHidden } from '@piecework/ui';
import { Moment } from '@piecework/web-kit/moment';
import { styled } from 'styled-components';
import { SecondaryLine, WholeWords } from '../list/list-elements';

const Address = styled.span`
  overflow-wrap: anywhere;
`;

/** `submission-approved` → `Submission approved`. */
const nameOf = (kind: string): string => `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll('-', ' ')}`;

const triesOf = ({ attempts }: Mail): string => `${attempts} ${attempts === 1 ? 'try' : 'tries'}`;

export const mailColumns = (onOpen: (mail: Mail) => void): readonly Column<Mail>[] => [
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
  { id: 'to', head: 'To', wide: true, cell: ({ to }) => <Address>{to}</Address> },
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
        <Button variant="secondary" size="small" onClick={() => onOpen(mail)}>
          <span>Read</span>
          <VisuallyHidden>{` the email to ${mail.to}: ${mail.subject}`}</VisuallyHidden>
        </Button>
      ),
  },
];
