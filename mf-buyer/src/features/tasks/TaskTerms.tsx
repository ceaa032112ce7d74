import type { Task } from '@piecework/contracts';
import { CoinFact, Day, Fact, formatCoins, formatDuration, WideFact } from '@piecework/ui';
import { formatPace } from '@piecework/web-kit/open-tasks';
import { FormOutline } from '../submissions/FormOutline';

/** Facts of a task that cannot be changed after posting. */
export const TaskTerms = ({ task }: { task: Task }) => (
  <>
    {task.batch && (
      <>
        <Fact label="Rows">{formatCoins(task.batch.rows)}</Fact>
        <Fact label="Pages">{pagesText(task.batch)}</Fact>
        <Fact label="Answers per page">{overlapText(task.batch.overlap)}</Fact>
        {task.sparedPlaces ? <Fact label="Answers not needed">{formatCoins(task.sparedPlaces)}</Fact> : null}
        {task.batch.pace && <Fact label="Time and pay">{formatPace(task.batch.pace)}</Fact>}
      </>
    )}
    <CoinFact label="Payable Amount" amount={task.payableAmount} />
    <Fact label="Completion Date">
      <Day iso={task.completionDate} />
      {task.closeAtCompletion && !task.closed && <span>, then closes</span>}
    </Fact>
    {task.autoApproveHours !== undefined && (
      <Fact label="Approved automatically">
        {task.autoApproveHours === 0 ? 'Never' : `After ${formatDuration(task.autoApproveHours * 3_600_000)}`}
      </Fact>
    )}
    {task.reserveMinutes !== undefined && (
      <Fact label="Workers can hold a place">
        {task.reserveMinutes === 0 ? 'No' : `For ${formatDuration(task.reserveMinutes * 60_000)}`}
      </Fact>
    )}
    {task.minApprovalRate !== undefined && <Fact label="Minimum approval rate">{`${task.minApprovalRate}%`}</Fact>}
    {task.hasForm && (
      <WideFact label="Form">
        <FormOutline taskId={task._id} />
      </WideFact>
    )}
  </>
);

const overlapText = ({ min, max }: NonNullable<Task['batch']>['overlap']) =>
  min === undefined || min === max ? max : `${min} to ${max}`;

const pagesText = ({ pages, rowsPerPage }: NonNullable<Task['batch']>) =>
  `${formatCoins(pages)}, with ${rowsPerPage === 1 ? 'a row' : `up to ${rowsPerPage} rows`} each`;
