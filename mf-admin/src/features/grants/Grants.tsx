import type { WaitingGrant } from '@piecework/contracts';
import { Button, Coins, type Column, formatCoins, Page, Row } from '@piecework/ui';
import { checkboxLabel, color, text } from '@piecework/ui/styles';
import { call, dialogs, MESSAGE_MS, usePageTitle } from '@piecework/web-kit';
import { LONG_PAGE_SIZE, useListParams } from '@piecework/web-kit/list';
import { Moment } from '@piecework/web-kit/moment';
import { refresh, useAction, useApiList } from '@piecework/web-kit/query';
import { useState } from 'react';
import { styled } from 'styled-components';
import { ListFrame } from '../list/ListFrame';
import { counted, MinWidth, SecondaryLine, WholeWords } from '../list/list-elements';
import { PersonLink } from '../people/PersonLink';
import { REFRESH_MS } from '../refresh-interval';

const LEAD =
  'These accounts work, but their starting coins wait for a check: many accounts from one network, or several of one mailbox, may belong to one person. Select those that look honest and release them.';

const EMPTY = {
  seed: 'grants',
  title: 'No starting coins wait',
  text: 'New accounts get theirs right away. Those that need a check appear here.',
};

const REASONS: Readonly<Record<WaitingGrant['reason'], string>> = {
  network: 'Many new accounts from this network that day',
  mailbox: 'Another account has the same mailbox',
};

const NONE: ReadonlySet<string> = new Set();
const idOf = ({ userId }: WaitingGrant) => userId;

export default function Grants() {
  usePageTitle('Starting coins');
  const params = useListParams(LONG_PAGE_SIZE);
  const list = useApiList('GET /admin/grants', { query: params.range }, { refetchInterval: REFRESH_MS });
  const rows = list.data?.rows ?? [];
  const [selected, setSelected] = useState(NONE);
  const chosen = rows.filter(({ userId }) => selected.has(userId));
  const isAll = rows.length > 0 && chosen.length === rows.length;
  const { run: release, isRunning } = useRelease(() => setSelected(NONE));
  const toggle = (userId: string) => {
    const next = new Set(selected);
    if (!next.delete(userId)) next.add(userId);
    setSelected(next);
  };
  return (
    <Page title="Starting coins" lead={LEAD}>
      <ListFrame
        params={params}
        list={list}
        rows={rows}
        label="Starting coins"
        caption="Accounts whose starting coins wait"
        noun="waiting account"
        columns={columnsOf(selected, toggle)}
        rowKey={idOf}
        empty={EMPTY}
        actions={
          rows.length > 0 && (
            <Row gap={2}>
              <Button
                variant="secondary"
                size="small"
                onClick={() => setSelected(isAll ? NONE : new Set(rows.map(idOf)))}
              >
                {isAll ? 'Clear selection' : 'Select this page'}
              </Button>
              <Button size="small" disabled={chosen.length === 0} busy={isRunning} onClick={() => void release(chosen)}>
                {chosen.length === 0 ? 'Release' : `Release ${counted(chosen.length, 'account')}`}
              </Button>
            </Row>
          )
        }
      />
    </Page>
  );
}

/** A repeat grants nothing twice, so it needs no idempotency key. */
const useRelease = (onReleased: () => void) =>
  useAction(async (grants: readonly WaitingGrant[]) => {
    const isSure = await dialogs.confirm({
      title: 'Are you sure?',
      detail: `${formatCoins(grants.reduce((sum, { coins }) => sum + coins, 0))} coins to ${counted(grants.length, 'account')}`,
      text: 'The coins are added to the balances right away, and each person gets a notification.',
      confirmText: 'Yes, release them!',
    });
    if (!isSure) return;
    const { released } = await call('POST /admin/grants/release', { body: { userIds: grants.map(idOf) } });
    onReleased();
    refresh('GET /admin/grants', 'GET /totals');
    await dialogs.success({ ...outcomeOf(released, grants.length), ms: MESSAGE_MS.medium });
  });

const outcomeOf = (released: number, accounts: number) => {
  if (released === 0) return { title: 'Already released', text: 'Another admin was first. Nothing was granted twice.' };
  const left = accounts - released;
  return {
    title: 'Updated!',
    text: `${counted(released, 'account')} got their starting coins.${left > 0 ? ` ${counted(left, 'account')} no longer waited.` : ''}`,
  };
};

const columnsOf = (selected: ReadonlySet<string>, onSelect: (userId: string) => void): Column<WaitingGrant>[] => [
  {
    id: 'account',
    head: 'Account',
    primary: true,
    cell: ({ userId, userName, userEmail, userRole }) => (
      <Choice>
        <input
          type="checkbox"
          aria-label={`Select ${userName}, ${userEmail}`}
          checked={selected.has(userId)}
          onChange={() => onSelect(userId)}
        />
        <span>
          <WholeWords translate="no">{userName}</WholeWords>
          <small>{userRole}</small>
        </span>
      </Choice>
    ),
  },
  {
    id: 'email',
    head: 'Email',
    cell: ({ userEmail, emailConfirmed }) => (
      <>
        <PersonLink of={userEmail} />
        <SecondaryLine>{emailConfirmed ? 'confirmed' : 'not confirmed'}</SecondaryLine>
      </>
    ),
  },
  { id: 'coins', head: 'Coins', align: 'end', cell: ({ coins }) => <Coins amount={coins} /> },
  {
    id: 'reason',
    head: 'Reason',
    wide: true,
    cell: ({ reason, network }) => (
      <MinWidth>
        <span>{REASONS[reason]}</span>
        <SecondaryLine translate="no">{network}</SecondaryLine>
      </MinWidth>
    ),
  },
  { id: 'since', head: 'Registered', cell: ({ since }) => <Moment at={since} /> },
];

const Choice = styled.label`
  ${checkboxLabel}
  small { display: block; color: ${color.soft}; font-size: ${text.small}; font-weight: 400; }
`;
