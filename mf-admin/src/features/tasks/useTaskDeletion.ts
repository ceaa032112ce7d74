import type { Task } from '@piecework/contracts';
import { call, dialogs, MESSAGE_MS } from '@piecework/web-kit';
import { refresh } from '@piecework/web-kit/query';
import { useState } from 'react';

/** `chosen`: the task whose deletion waits for its reason. */
export function useTaskDeletion({ onDeleted }: { onDeleted: (id: string) => void }) {
  const [chosen, setChosen] = useState<Task>();
  const close = () => setChosen(undefined);

  const remove = async ({ _id: id }: Task, reason: string) => {
    try {
      const { deletedCount } = await call('DELETE /tasks/{id}', { params: { id }, query: { reason } });
      onDeleted(id);
      await (deletedCount === 0
        ? dialogs.success({
            title: 'Already deleted',
            text: 'Another admin already deleted it. The coins were refunded once.',
            ms: MESSAGE_MS.medium,
          })
        : dialogs.success({ title: 'Deleted!', text: 'Your file has been deleted.' }));
      // Not before: an open modal contains the message.
      close();
    } finally {
      refresh('GET /tasks', 'GET /totals');
    }
  };
  return { chosen, choose: setChosen, close, remove };
}
