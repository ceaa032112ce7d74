import type { Integrity } from '@piecework/contracts';
import { type Column, DataTable, Empty, Status } from '@piecework/ui';
import type { tableState } from '@piecework/web-kit/list';
import { Moment } from '@piecework/web-kit/moment';
import { SecondaryLine } from '../list/list-elements';
import { checkText } from './check-texts';

type Check = Integrity['checks'][number];

const COLUMNS: readonly Column<Check>[] = [
  {
    id: 'check',
    head: 'Check',
    primary: true,
    cell: ({ name, service }) => (
      <>
        <span>{checkText({ name, service })}</span>
        <SecondaryLine>{service}</SecondaryLine>
      </>
    ),
  },
  {
    id: 'state',
    head: 'State and since when',
    width: '15rem',
    cell: ({ state, since }) => (
      <>
        <Status status={state} />
        <SecondaryLine>{since ? <Moment at={since} form="both" /> : 'not checked yet'}</SecondaryLine>
      </>
    ),
  },
];

/** In rem: two columns are a table on a phone too, where cards would be a long page. */
const CARDS_BELOW = 20;

const SEVERITY: Readonly<Record<Check['state'], number>> = { broken: 0, unknown: 1, holds: 2 };

export function Checks({ checks, ...state }: { checks: readonly Check[] } & ReturnType<typeof tableState>) {
  return (
    <DataTable
      caption="Running checks"
      columns={COLUMNS}
      rows={[...checks].sort((a, b) => SEVERITY[a.state] - SEVERITY[b.state])}
      rowKey={({ name, service }) => `${service} ${name}`}
      cardsBelow={CARDS_BELOW}
      {...state}
      empty={<Empty title="No checks" text="No checks run on this server." seed="checks" />}
    />
  );
}
