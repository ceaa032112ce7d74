import type { User } from '@piecework/contracts';
import { ApiError, call, dialogs, MESSAGE_MS } from '@piecework/web-kit';
import { FormDialog, useForm, useSubmit } from '@piecework/web-kit/forms';
import { refresh } from '@piecework/web-kit/query';
import { refreshedOnConflict } from '../dialogs/outcomes';
import { NO_SUSPENSION, SuspensionFields, type SuspensionValues, suspensionOf } from './SuspensionFields';
import { goneText, SUSPENSION_EFFECTS } from './user-confirmations';

interface SuspendDialogProps {
  user: Pick<User, '_id' | 'userName' | 'userEmail' | 'userRole'>;
  onClose(): void;
}

/** P-1.27. */
export default function SuspendDialog({ user, onClose }: SuspendDialogProps) {
  const form = useForm<SuspensionValues>({ defaultValues: NO_SUSPENSION });
  const submission = useSubmit(form, async (values) => {
    const body = suspensionOf(values);
    if (!body) return;
    try {
      await refreshedOnConflict(call('POST /users/{id}/suspension', { params: { id: user._id }, body }), 'GET /users');
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      onClose();
      refresh('GET /users');
      return dialogs.failure({ title: 'Already deleted', text: goneText(user) });
    }
    onClose();
    refresh('GET /users', 'GET /suspensions', 'GET /admin/people/{id}', 'GET /withdrawals', 'GET /tasks');
    await dialogs.success({
      title: 'Suspended',
      text: `${user.userName} reads your explanation and can appeal once, to another admin.`,
      ms: MESSAGE_MS.medium,
    });
  });
  return (
    <FormDialog
      title={`Suspend ${user.userName}`}
      confirmText="Suspend"
      danger
      submission={submission}
      onClose={onClose}
    >
      <p>
        {`${user.userName} (${user.userEmail}) can then only sign in, read and appeal. ${SUSPENSION_EFFECTS[user.userRole]} Lifting the suspension restores everything.`}
      </p>
      <SuspensionFields form={form} />
    </FormDialog>
  );
}
