import type { Integrity } from '@piecework/contracts';
import { type Column, DataTable, Empty, Status } from '@piecework/ui';
import type { tableState } from '@piecework/web-kit/list';
import { SecondaryLine } from '../list/list-elements';
import { Timestamp } from '../list/Timestamp';
import { checkText } from './check-texts';

type Check = Integrity['checks'][number];

const COLUMNS: readonly Column<Check>[] = [
  {
    id: 'check',
    head: 'Check',
    primary: true,
    cell: ({ name, service }) => (
      <>
        {checkText(name)}
        <SecondaryLine>{service}</SecondaryLine>
      </>
    ),
  },
  { id: 'state', head: 'State', width: '9rem', cell: ({ state }) => <Status status={state} /> },
  {
    id: 'since',
    head: 'Since',
    width: '9rem',
    cell: ({ since }) => (since ? <Timestamp iso={since} /> : 'not checked yet'),
  },
];

const SEVERITY: Readonly<Record<Check['state'], number>> = { broken: 0, unknown: 1, holds: 2 };

export function Checks({ checks, ...state }: { checks: readonly Check[] } & ReturnType<typeof tableState>) {
  return (
    <DataTable
      caption="Running checks"
      columns={COLUMNS}
      rows={[...checks].sort((a, b) => SEVERITY[a.state] - SEVERITY[b.state])}
      rowKey={({ name, service }) => `${service} ${name}`}
      {...state}
      empty={<Empty title="No checks" text="This server runs no checks." seed="checks" />}
    />
  );
}
