import type { Task } from '@piecework/contracts';
import { Button } from '@piecework/ui';
import { call, dialogs, MESSAGE_MS } from '@piecework/web-kit';
import { refresh, useAction } from '@piecework/web-kit/query';

/** P-4.21. */
export const ReleaseHolds = ({ task: { _id: id, closed } }: { task: Task }) => {
  const { run, isRunning } = useAction(async () => {
    const isConfirmed = await dialogs.confirm({
      title: 'Release the old holds?',
      text: 'Workers who have had the time to do the work lose their place and are notified. Newer holds stay.',
      confirmText: 'Release holds',
    });
    if (!isConfirmed) return;
    const { deletedCount } = await call('DELETE /tasks/{id}/reservations', { params: { id } });
    refresh('GET /tasks', 'GET /tasks/{id}', 'GET /user');
    const places = deletedCount === 1 ? '1 place' : `${deletedCount.toLocaleString('en')} places`;
    dialogs.toast({
      icon: 'success',
      title: 'Released',
      text: closed ? `The coins for ${places} will be back in a moment.` : `${places} open again.`,
      ms: MESSAGE_MS.medium,
    });
  });
  return (
    <Button variant="secondary" busy={isRunning} onClick={() => run()}>
      Release holds
    </Button>
  );
};
