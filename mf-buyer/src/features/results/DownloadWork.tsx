import { LIST_LIMIT } from '@piecework/contracts/constants';
import { Button, formatCoins } from '@piecework/ui';
import { dialogs, downloadCsv, MESSAGE_MS } from '@piecework/web-kit';
import { useAction } from '@piecework/web-kit/query';

/** The submitted work of the task as a CSV file. */
export function DownloadWork({ taskId }: { taskId: string }) {
  const { run, isRunning } = useAction(async () => {
    const params = { id: taskId };
    const total = await downloadCsv('GET /tasks/{id}/submissions.csv', `submissions-${taskId}.csv`, {
      params,
    });
    if (total <= LIST_LIMIT) return;
    const title = `The file has the newest ${formatCoins(LIST_LIMIT)} of ${formatCoins(total)} submissions`;
    dialogs.toast({ icon: 'warning', title, ms: MESSAGE_MS.long });
  });
  return (
    <Button variant="secondary" icon="withdraw" busy={isRunning} onClick={() => void run()}>
      Download CSV
    </Button>
  );
}
