import type { Task } from '@piecework/contracts';
import { CoinFact, Day, Fact, formatDuration, WideFact } from '@piecework/ui';
import { FormOutline } from '../submissions/FormOutline';

/** Facts of a task that cannot be changed after posting. */
export const TaskTerms = ({ task }: { task: Task }) => (
  <>
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
