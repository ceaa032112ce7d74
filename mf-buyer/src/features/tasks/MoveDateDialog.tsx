import { completionDateFault } from '@piecework/contracts/field-rules';
import { DateField, formatDate } from '@piecework/ui';
import { call } from '@piecework/web-kit';
import { FormDialog, fieldOf, useForm, useSubmit } from '@piecework/web-kit/forms';
import { type ExtendProps, reportExtension } from './extension';
import { today } from './posting';

/** P-12.19. */
export function MoveDateDialog({ task, onClose }: ExtendProps) {
  const { _id: id, completionDate: before, closeAtCompletion } = task;
  const earliest = [before, today()].sort().at(-1);
  const form = useForm({ defaultValues: { completionDate: '' } });
  const submission = useSubmit(form, async ({ completionDate }) => {
    const done = `“${task.taskTitle}” now has until ${formatDate(completionDate)}.`;
    const moving = call('PATCH /tasks/{id}', { params: { id }, body: { completionDate } });
    await reportExtension(moving, { title: 'Moved', done, late: done });
    onClose();
  });
  return (
    <FormDialog title="Move the completion date" confirmText="Move the date" submission={submission} onClose={onClose}>
      <p>
        {closeAtCompletion
          ? 'The task closes at the end of its completion date. You can only move it later.'
          : 'Workers see the completion date. You can only move it later.'}
      </p>
      <DateField
        label="Completion Date"
        hint={`${formatDate(before)} now.`}
        min={earliest}
        {...fieldOf(form, 'completionDate', {
          faultOf: (typed) =>
            completionDateFault(typed, today()) ?? (typed > before ? null : `Choose a day after ${formatDate(before)}`),
        })}
      />
    </FormDialog>
  );
}
