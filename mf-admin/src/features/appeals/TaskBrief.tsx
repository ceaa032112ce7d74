import type { BuyerStats, Task } from '@piecework/contracts';
import { buyerRecord } from '@piecework/contracts/constants';
import { EnlargeablePicture, Failure, LinkedText, Skeleton, Stack } from '@piecework/ui';
import { color, radius, space } from '@piecework/ui/styles';
import { ApiError, pictureSources } from '@piecework/web-kit';
import { useApiQuery } from '@piecework/web-kit/query';
import { useState } from 'react';
import { styled } from 'styled-components';
import { counted } from '../list/list-elements';

/** What a person wrote, with its line breaks. */
export const Written = styled.blockquote`
  max-width: 70ch;
  margin: 0;
  padding: ${space(3)} ${space(4)};
  border-radius: ${radius.control};
  background: ${color.sunk};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;

/** What the task asks for; loaded when it is opened. */
export function TaskBrief({ taskId }: { taskId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Fold onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Read the task</summary>
      {isOpen && <LoadedBrief taskId={taskId} />}
    </Fold>
  );
}

export function LoadedBrief({ taskId }: { taskId: string }) {
  const { data: task, error, refetch } = useApiQuery('GET /tasks/{id}', { params: { id: taskId } });
  if (task) return <Brief task={task} />;
  if (error instanceof ApiError && error.status === 404) return <p>This task has been deleted.</p>;
  if (error) return <Failure text={error.message} onRetry={() => void refetch()} />;
  return <Skeleton shape="text" count={3} />;
}

export const Brief = ({ task }: { task: Task }) => (
  <Stack gap={2}>
    <BriefPicture {...pictureSources(task.taskImageURL, 640)} sizes="20rem" seed={task._id} title={task.taskTitle} />
    <Written>
      <LinkedText text={task.taskDetail} />
    </Written>
    <strong>What to submit</strong>
    <Written>
      <LinkedText text={task.submissionInfo} />
    </Written>
    {task.buyerStats && (
      <>
        <strong>The buyer</strong>
        <span>{buyerRecord(task.buyerStats)}</span>
        <span>{rejectionsOf(task.buyerStats)}</span>
      </>
    )}
  </Stack>
);

const rejectionsOf = ({ decided, approved, unexplained, overturned, reversed = 0 }: BuyerStats): string => {
  const count = decided - approved + overturned + reversed;
  const takenBack = reversed > 0 ? `, ${reversed} taken back` : '';
  return `${counted(count, 'rejection')}: ${unexplained} without a reason, ${overturned} overturned on appeal${takenBack}`;
};

const BriefPicture = styled(EnlargeablePicture)`
  width: min(20rem, 100%);
`;

const Fold = styled.details`
  summary { padding: ${space(2)} 0; font-weight: 600; cursor: pointer; }
`;
