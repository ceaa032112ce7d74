import type { Task } from '@piecework/contracts';
import { taskReasonRule } from '@piecework/contracts/field-rules';
import { call } from '@piecework/web-kit';
import { refresh } from '@piecework/web-kit/query';
import { refreshedOnConflict, showOutcome } from '../dialogs/outcomes';
import { TextDialog } from '../dialogs/TextDialog';

/** P-3.32. */
export default function PauseTaskDialog({ task, onClose }: { task: Task; onClose(): void }) {
  const { _id: id, taskTitle, buyerName } = task;
  const send = async (reason: string) => {
    const { modifiedCount } = await refreshedOnConflict(
      call('PUT /tasks/{id}/pause', { params: { id }, body: { reason } }),
      'GET /tasks',
    );
    refresh('GET /tasks');
    await showOutcome(
      modifiedCount,
      { title: 'Already paused', text: 'Another admin already paused it. Their reason stays.' },
      { title: 'Paused', text: `${buyerName} reads your reason, and can still close the task.` },
    );
    onClose();
  };
  return (
    <TextDialog
      onSend={send}
      onClose={onClose}
      title="Pause this task?"
      confirmText="Pause task"
      field="reason"
      label="Reason"
      hint="The buyer sees this. Workers only see that the task is paused."
      rule={taskReasonRule}
    >
      <p>
        <strong>{`“${taskTitle}” takes no new work until an admin resumes it.`}</strong>{' '}
        <span>Held places, pending submissions and deadlines go on, and its coins stay set aside.</span>
      </p>
    </TextDialog>
  );
}
