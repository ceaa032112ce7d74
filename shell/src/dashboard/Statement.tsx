import type { Entry, TransferKind } from '@piecework/contracts';
import { LIST_LIMIT, type Role } from '@piecework/contracts/constants';
import { t, translated } from '@piecework/i18n';
import {
  Button,
  Coins,
  type Column,
  DataTable,
  Empty,
  Figure,
  Figures,
  formatCoins,
  ListTools,
  Page,
  Pager,
  SelectField,
} from '@piecework/ui';
import { color, space, text } from '@piecework/ui/styles';
import { callList, download, serverNow, usePageTitle, useUser } from '@piecework/web-kit';
import { LONG_PAGE_SIZE, tableState, useListParams, usePages } from '@piecework/web-kit/list';
import { Moment } from '@piecework/web-kit/moment';
import { useAction, useApiList, useApiQuery } from '@piecework/web-kit/query';
import { Link } from '@piecework/web-kit/router';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { causeLink, KIND_NAMES, reasonOf } from './entry-cause';

const KINDS = Object.keys(KIND_NAMES) as TransferKind[];
const options = () => [
  { value: '', label: t('All changes') },
  ...KINDS.map((value) => ({ value, label: translated(KIND_NAMES[value]) })),
];

const Cause = ({ about, role }: { about: Entry['about']; role: Role }) => {
  const cause = causeLink(about, role);
  if (!cause) return null;
  return cause.to === undefined ? <span>{cause.text}</span> : <Link to={cause.to}>{cause.text}</Link>;
};

const columnsFor = (role: Role): Column<Entry>[] => [
  { id: 'kind', head: t('Reason'), primary: true, cell: reasonOf },
  { id: 'cause', head: t('What'), width: '36%', cell: ({ about }) => <Cause about={about} role={role} /> },
  { id: 'date', head: t('Date'), cell: ({ time }) => <Moment at={time} /> },
  { id: 'amount', head: t('Amount'), align: 'end', cell: ({ amount }) => <Coins amount={amount} sign /> },
  { id: 'balance', head: t('Balance after'), align: 'end', cell: ({ balance }) => formatCoins(balance) },
];

interface DownloadProps {
  kind: TransferKind | undefined;
  format: 'csv' | 'xlsx';
  label: string;
}

const Download = ({ kind, format, label }: DownloadProps) => {
  const { run, isRunning } = useAction(async () => {
    const day = new Date(serverNow()).toISOString().slice(0, 10);
    await download(`GET /statement.${format}`, `statement-${day}.${format}`, { query: { kind } });
  });
  return (
    <Button variant="secondary" icon="withdraw" busy={isRunning} onClick={() => void run()}>
      {label}
    </Button>
  );
};

const allEntries = async (kind: TransferKind | undefined): Promise<Entry[]> => {
  const rows: Entry[] = [];
  for (;;) {
    const query = { kind, limit: LIST_LIMIT, offset: rows.length };
    const part = await callList('GET /statement', { query });
    rows.push(...part.rows);
    if (part.rows.length === 0 || rows.length >= part.total) return rows;
  }
};

/** Prints all rows: the page shows some of them, and the browser's own print command prints what the page shows. */
const usePrint = (kind: TransferKind | undefined) => {
  const [printed, setPrinted] = useState<Entry[]>();
  const { run, isRunning } = useAction(async () => setPrinted(await allEntries(kind)));
  useEffect(() => {
    if (!printed) return;
    const end = () => setPrinted(undefined);
    addEventListener('afterprint', end, { once: true });
    window.print();
    return () => removeEventListener('afterprint', end);
  }, [printed]);
  return { printed, print: () => void run(), isLoading: isRunning };
};

/** A non-breaking space reserves the line while the totals load. */
const shown = (amount: number | undefined) => (amount === undefined ? '\u00a0' : <Coins amount={amount} />);

/** P-2.8. */
const WorkerFigures = () => {
  const { userAvailableCoin } = useUser();
  const { pendingCoins, askedCoins, withdrawnCoins } = useApiQuery('GET /totals').data?.worker ?? {};
  return (
    <Figures label={t('Your coins')}>
      <Figure
        label={t('Available')}
        value={<Coins amount={userAvailableCoin} />}
        note={askedCoins ? t('{coins} requested', { coins: askedCoins }) : t('In your balance')}
      />
      <Figure label={t('Pending')} value={shown(pendingCoins)} note={t('In review')} />
      <Figure label={t('Withdrawn')} value={shown(withdrawnCoins)} note={t('Approved withdrawals')} />
    </Figures>
  );
};

const NoEntries = ({ isFiltered, onClear }: { isFiltered: boolean; onClear(): void }) =>
  isFiltered ? (
    <Empty
      title={t('No changes of this kind')}
      text={t('Choose another kind, or show all changes.')}
      action={<Button onClick={onClear}>{t('Show all changes')}</Button>}
    />
  ) : (
    <Empty title={t('No changes yet')} text={t('Every change to your balance will appear here.')} />
  );

/** P-2.7. */
export default function Statement() {
  usePageTitle(t('Coin statement'));
  const { userRole } = useUser();
  const params = useListParams(LONG_PAGE_SIZE);
  const kind = params.oneOf('kind', KINDS);
  const list = useApiList('GET /statement', { query: { kind, ...params.range } });
  const pages = usePages(params, list);
  const show = (value: string) => params.change({ kind: value });
  const { printed, print, isLoading } = usePrint(kind);
  const rows = printed ?? list.data?.rows ?? [];
  const total = list.data?.total ?? 0;
  return (
    <Page
      title={t('Coin statement')}
      count={list.data?.total}
      lead={t('Every change to your balance, newest first.')}
      actions={
        <Unprinted>
          <Button variant="secondary" busy={isLoading} onClick={print}>
            {t('Print')}
          </Button>
          <Download kind={kind} format="xlsx" label={t('Download for Excel')} />
          <Download kind={kind} format="csv" label={t('Download CSV')} />
        </Unprinted>
      }
    >
      {userRole === 'worker' && <WorkerFigures />}
      <Unprinted>
        <ListTools>
          <SelectField
            label={t('Show')}
            options={options()}
            value={kind ?? ''}
            onChange={({ target }) => show(target.value)}
          />
        </ListTools>
      </Unprinted>
      <TwoLines>
        <DataTable
          caption={t('Entries of your coin statement')}
          columns={columnsFor(userRole)}
          rows={rows}
          rowKey={({ _id }) => _id}
          {...tableState(list)}
          empty={<NoEntries isFiltered={kind !== undefined} onClear={() => show('')} />}
        />
      </TwoLines>
      {rows.length < total && (
        <PrintedAlone>
          {t('Showing {count} of {total} changes. Use “Print” on this page to print all of them.', {
            count: rows.length,
            total,
          })}
        </PrintedAlone>
      )}
      <Unprinted>
        <Pager label={t('Coin statement')} page={params.page} pages={pages} onPage={params.goTo} />
      </Unprinted>
    </Page>
  );
}

const Unprinted = styled.div`
  display: contents;
  @media print { display: none; }
`;
const PrintedAlone = styled.p`
  @media not print { display: none; }
`;

/** Where the rows of the table are cards: the reason and the amount, below them the cause, the date and the balance. */
const TwoLines = styled.div`
  @container (width < 36.9rem) {
    && tbody { grid-template-columns: minmax(0, 1fr); gap: 0; }
    && tr {
      display: grid;
      grid-template-columns: minmax(0, 1fr) auto auto;
      gap: 0 ${space(3)};
      padding: ${space(3)} 0;
      border-width: 0 0 1px;
      border-radius: 0;
      background: none;
    }
    && td { padding: 0; font-size: ${text.small}; }
    && td[data-primary] { grid-area: 1 / 1 / auto / span 2; font-size: inherit; }
    && td:nth-child(2) { grid-area: 2 / 1; }
    && td:nth-child(3) { grid-area: 2 / 2; color: ${color.soft}; }
    && td:nth-child(4) { grid-area: 1 / 3; font-size: inherit; }
    && td:nth-child(5) { grid-area: 2 / 3; color: ${color.soft}; }
    && td:not([data-primary]) > span[aria-hidden] { display: none; }
    && td:nth-child(2) > div { margin: 0; text-align: start; }
    && td:nth-child(5) > div::before { content: '= ' / ''; }
  }
  /* Large text: the cause needs a line of its own. */
  @container (width < 15rem) {
    && td:nth-child(2) { grid-column: 1 / -1; }
    && td:nth-child(3) { grid-area: 3 / 1 / auto / span 2; }
    && td:nth-child(5) { grid-row: 3; }
  }
`;
