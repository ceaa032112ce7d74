import type { EarningMonth } from '@piecework/contracts';
import { dateLocale, localDigits, t } from '@piecework/i18n';
import {
  Button,
  CoinFact,
  Coins,
  type Column,
  DataTable,
  Dollars,
  Empty,
  Fact,
  Facts,
  Receipt,
  SelectField,
} from '@piecework/ui';
import { download, serverNow, useUser } from '@piecework/web-kit';
import { tableState } from '@piecework/web-kit/list';
import { useAction, useApiQuery } from '@piecework/web-kit/query';
import { useState } from 'react';
import { styled } from 'styled-components';

export const YearButton = () => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t('Yearly summary')}
      </Button>
      {isOpen && <YearlySummary onClose={() => setOpen(false)} />}
    </>
  );
};

const OFFERED_YEARS = 5;

const YearlySummary = ({ onClose }: { onClose(): void }) => {
  const now = new Date(serverNow()).getUTCFullYear();
  const [year, setYear] = useState(now);
  const years = Array.from({ length: OFFERED_YEARS }, (_, ago) => String(now - ago));
  return (
    <Receipt title={t('Yearly summary')} onClose={onClose} actions={<Download year={year} />}>
      <Unprinted>
        <SelectField
          label={t('Year')}
          options={years.map((value) => ({ value, label: localDigits(value) }))}
          value={String(year)}
          onChange={({ target }) => setYear(Number(target.value))}
        />
      </Unprinted>
      <Months year={year} />
    </Receipt>
  );
};

const Download = ({ year }: { year: number }) => {
  const { run, isRunning } = useAction(() =>
    download('GET /earnings.csv', `earnings-${year}.csv`, { query: { year } }),
  );
  return (
    <Button variant="secondary" icon="withdraw" busy={isRunning} onClick={() => void run()}>
      {t('Download CSV')}
    </Button>
  );
};

const columns = (): Column<EarningMonth>[] => [
  { id: 'month', head: t('Month'), primary: true, width: '26%', cell: ({ month }) => nameOf(month) },
  { id: 'earned', head: t('Earned'), align: 'end', cell: ({ earned }) => <Coins amount={earned} /> },
  {
    id: 'withdrawn',
    head: t('Withdrawn'),
    align: 'end',
    width: '28%',
    cell: ({ withdrawn }) => <Coins amount={withdrawn} />,
  },
  {
    id: 'dollars',
    head: t('Dollars'),
    align: 'end',
    cell: ({ withdrawnAmount }) => <Dollars amount={withdrawnAmount} />,
  },
];

/** @param month `YYYY-MM` */
const nameOf = (month: string): string =>
  new Intl.DateTimeFormat(dateLocale(), { month: 'long', timeZone: 'UTC' }).format(Date.parse(month));

const Months = ({ year }: { year: number }) => {
  const { userName, userEmail } = useUser();
  const query = useApiQuery('GET /earnings/months', { query: { year } });
  const months = (query.data ?? []).filter(({ earned, withdrawn }) => earned !== 0 || withdrawn !== 0);
  const sum = (amount: 'earned' | 'withdrawn' | 'withdrawnAmount') =>
    months.reduce((total, month) => total + month[amount], 0);
  const about = { name: userName, email: userEmail, year: localDigits(String(year)) };
  return (
    <>
      <p>{t('Earnings of {name} ({email}) in {year}, by month (UTC).', about)}</p>
      <Facts>
        <CoinFact label={t('Earned')} amount={sum('earned')} />
        <CoinFact label={t('Withdrawn')} amount={sum('withdrawn')} />
        <Fact label={t('Dollars')}>
          <Dollars amount={sum('withdrawnAmount')} />
        </Fact>
      </Facts>
      <DataTable
        caption={t('Earnings by month')}
        columns={columns()}
        rows={months}
        rowKey={({ month }) => month}
        cardsBelow={24}
        {...tableState(query)}
        empty={<Empty title={t('No earnings in {year}', about)} />}
      />
      <p>{t('Withdrawn coins are those of approved withdrawals.')}</p>
    </>
  );
};

const Unprinted = styled.div`
  @media print { display: none; }
`;
