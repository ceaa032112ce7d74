import type { Role, User } from '@piecework/contracts';
import { ApiError, call, dialogs, MESSAGE_MS } from '@piecework/web-kit';
import { patchRow, refresh, useAction } from '@piecework/web-kit/query';
import { useState } from 'react';
import { deletionConfirmation, ROLE_NAMES, roleConfirmation } from './user-confirmations';

interface Change {
  user: User;
  role: Role;
}

const refreshUsers = () => refresh('GET /users', 'GET /totals');

const goneText = ({ userName }: User) => `Another admin already deleted ${userName}.`;
const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;

/**
 * `pending` is the role that the select shows until the request is done.
 *
 * @param onLeft called with users that no longer match the filter
 */
export function useRoleChange({ onLeft }: { onLeft: (id: string) => void }) {
  const [pending, setPending] = useState<{ id: string; role: Role }>();

  const change = async ({ user, role }: Change) => {
    setPending({ id: user._id, role });
    try {
      if (!(await dialogs.confirm(roleConfirmation(user, role)))) return;
      const { modifiedCount } = await call('PATCH /users/{id}', { params: { id: user._id }, body: { userRole: role } });
      patchRow('GET /users', user._id, (row) => ({ ...row, userRole: role }));
      onLeft(user._id);
      await (modifiedCount === 0
        ? dialogs.success({
            title: 'Nothing to change',
            text: `${user.userName} is ${ROLE_NAMES[role]} already. Another admin changed the role.`,
            ms: MESSAGE_MS.medium,
          })
        : dialogs.success({ title: 'Updated!', text: 'Your role has been updated successfully.' }));
    } catch (error) {
      if (!isGone(error)) throw error;
      onLeft(user._id);
      await dialogs.failure({ title: 'Already deleted', text: goneText(user) });
    } finally {
      setPending(undefined);
      refreshUsers();
    }
  };

  const { run, isRunning } = useAction(change);
  return { change: run, isRunning, pending };
}

export function useDeletion({ onDeleted }: { onDeleted: (id: string) => void }) {
  const [deleting, setDeleting] = useState<string>();

  const remove = async (user: User) => {
    if (!(await dialogs.confirm(deletionConfirmation(user)))) return;
    setDeleting(user._id);
    try {
      const { deletedCount } = await call('DELETE /users/{id}', { params: { id: user._id } });
      onDeleted(user._id);
      await (deletedCount === 0
        ? dialogs.success({ title: 'Already deleted', text: goneText(user), ms: MESSAGE_MS.medium })
        : dialogs.success({ title: 'Deleted!', text: 'Your file has been deleted.' }));
    } finally {
      setDeleting(undefined);
      refreshUsers();
    }
  };

  const { run, isRunning } = useAction(remove);
  return { remove: run, isRunning, deleting };
}
