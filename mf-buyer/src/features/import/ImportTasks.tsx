import {
  Button,
  Card,
  CoinFact,
  Coins,
  DataTable,
  Empty,
  Fact,
  FactGrid,
  formatCoins,
  Notice,
  Page,
  Row,
  Stack,
} from '@piecework/ui';
import { Meter } from '@piecework/ui/charts';
import { usePageTitle, useUser } from '@piecework/web-kit';
import { Link } from '@piecework/web-kit/router';
import { paths } from '../paths';
import { isAffordable, shortfallOf } from '../tasks/posting';
import { CsvField } from './CsvField';
import { downloadFaults, downloadTasks, downloadTemplate } from './import-downloads';
import type { Stop } from './post-tasks';
import { type Fault, type FileTask, MAX_TASKS, type TaskFile } from './task-file';
import { useImport } from './useImport';

export default function ImportTasks() {
  usePageTitle('Import tasks');
  const { file, choose, ...state } = useImport();
  return (
    <Page
      title="Import tasks"
      lead={`Post up to ${MAX_TASKS} tasks from a CSV file. We check the whole file before posting anything.`}
      actions={
        <Button variant="secondary" icon="withdraw" onClick={downloadTemplate}>
          Download template
        </Button>
      }
    >
      <Stack gap={6}>
        <CsvField
          hint={HINT}
          current={file?.name}
          disabled={state.isPosting}
          onChoose={(chosen) => void choose(chosen)}
        />
        {file && file.faults.length > 0 && <FaultyFile file={file} />}
        {file && file.faults.length === 0 && <CheckedFile file={file} {...state} />}
      </Stack>
    </Page>
  );
}

const HINT = 'Use the template’s columns. Pictures must be https addresses.';

const countOf = (count: number, noun: string) => `${formatCoins(count)} ${count === 1 ? noun : `${noun}s`}`;

const FaultyFile = ({ file: { faults } }: { file: TaskFile }) => (
  <>
    <Notice tone="bad">{`${countOf(faults.length, 'problem')} found. Fix the file and upload it again.`}</Notice>
    <Faults faults={faults} />
  </>
);

const FAULT_COLUMNS = [
  { id: 'row', head: 'Row', cell: ({ row }: Fault) => row },
  { id: 'column', head: 'Column', cell: ({ column }: Fault) => column || '–' },
  { id: 'reason', head: 'Reason', wide: true, cell: ({ reason }: Fault) => reason },
];

/** A download has all of them. */
const SHOWN_FAULTS = 100;

const Faults = ({ faults }: { faults: readonly Fault[] }) => (
  <Stack as="section" aria-label="Problems">
    <Row>
      <Button variant="secondary" size="small" icon="withdraw" onClick={() => downloadFaults(faults)}>
        Download problems
      </Button>
      {faults.length > SHOWN_FAULTS && <span>{`Showing the first ${SHOWN_FAULTS}.`}</span>}
    </Row>
    <DataTable
      caption="Problems by row and column; row 1 is the first row of the file"
      rows={faults.slice(0, SHOWN_FAULTS)}
      rowKey={({ row, column, reason }) => [row, column, reason].join()}
      columns={FAULT_COLUMNS}
      empty={<Empty title="No problems" />}
    />
  </Stack>
);

type CheckedFileProps = Omit<ReturnType<typeof useImport>, 'file' | 'choose'> & { file: TaskFile };

const CheckedFile = ({ file: { tasks, notes, hash }, posted, outcome, ...props }: CheckedFileProps) => {
  const { isChecking, isPosting, post, cancel } = props;
  const { userAvailableCoin: balance } = useUser();
  const open = tasks.filter(({ row }) => !posted.has(row));
  const cost = open.reduce((sum, task) => sum + task.cost, 0);
  const done = tasks.length - open.length;
  const refused = outcome?.refused ?? [];
  const progress = `${formatCoins(done)} of ${countOf(tasks.length, 'task')} posted.`;
  // While tasks are posted the balance lags behind them.
  const isShort = !isPosting && open.length > 0 && !isAffordable(cost, balance);
  return (
    <>
      <Card as="section" aria-label="Summary">
        <FactGrid>
          <Fact label="Tasks in the file">{formatCoins(tasks.length)}</Fact>
          <Fact label="Already posted">{formatCoins(done)}</Fact>
          <CoinFact label="Cost of remaining tasks" amount={cost} />
          <CoinFact label="Your balance" amount={balance} />
        </FactGrid>
      </Card>
      {notes.map((note) => (
        <Notice key={note} tone="info">
          {note}
        </Notice>
      ))}
      {outcome?.stop && <StopNotice stop={outcome.stop} />}
      {isShort && (
        <Notice tone="bad">
          <span>{shortfallOf(cost, balance)}</span> <Link to={paths.purchaseCoin}>Purchase coins</Link>
          <span>, then upload the same file again. No task is posted twice.</span>
        </Notice>
      )}
      {open.length === 0 && (
        <Notice tone="good">
          <span>All tasks in this file are posted.</span>{' '}
          <Link to={paths.tasksOfImport(hash)}>View them in My Task's</Link>
        </Notice>
      )}
      {isPosting && (
        <Meter label="Posted tasks" value={done} max={tasks.length}>
          {progress}
        </Meter>
      )}
      <Row>
        {isPosting ? (
          <Button variant="secondary" icon="close" onClick={cancel}>
            Cancel
          </Button>
        ) : (
          open.length > 0 && (
            <Button variant="primary" icon="add" disabled={isShort || isChecking} onClick={() => void post()}>
              {`Post ${countOf(open.length, 'task')}`}
            </Button>
          )
        )}
        <span role="status">{isChecking ? 'Checking pictures …' : !isPosting && outcome && progress}</span>
      </Row>
      {refused.length > 0 && (
        <>
          <Notice tone="bad">
            {`${countOf(new Set(refused.map(({ row }) => row)).size, 'task')} couldn’t be posted. Download the remaining tasks, fix them, and upload them as a new file.`}
          </Notice>
          <Faults faults={refused} />
        </>
      )}
      {outcome && !isPosting && open.length > 0 && (
        <Row>
          <Button variant="quiet" icon="withdraw" onClick={() => downloadTasks(open)}>
            Download remaining tasks
          </Button>
        </Row>
      )}
      <DataTable
        caption="Tasks in the file"
        rows={tasks}
        rowKey={({ row }) => String(row)}
        columns={taskColumns(posted)}
        empty={<Empty title="No tasks" />}
      />
    </>
  );
};

const StopNotice = ({ stop }: { stop: Stop }) => {
  if (stop.kind === 'canceled')
    return <Notice tone="info">Canceled. You can continue at any time. No task is posted twice.</Notice>;
  return (
    <Notice tone="bad">
      <span>
        {stop.kind === 'insufficient-coins'
          ? `Stopped at row ${stop.row}: you don’t have enough coins for this task.`
          : `Stopped at row ${stop.row}: ${stop.message}`}
      </span>{' '}
      <span>Posted tasks stay posted. You can continue from there.</span>
    </Notice>
  );
};

const taskColumns = (posted: ReadonlySet<number>) => [
  { id: 'row', head: 'Row', cell: ({ row }: FileTask) => row },
  { id: 'title', head: 'Task', primary: true, cell: ({ posting }: FileTask) => posting.taskTitle },
  { id: 'date', head: 'Completion Date', cell: ({ posting }: FileTask) => posting.completionDate },
  { id: 'cost', head: 'Cost', align: 'end' as const, cell: ({ cost }: FileTask) => <Coins amount={cost} /> },
  { id: 'state', head: 'State', cell: ({ row }: FileTask) => (posted.has(row) ? 'Posted' : 'Not posted') },
];
