import { LIST_LIMIT } from '@piecework/contracts/constants';
import { Button, formatCoins } from '@piecework/ui';
import { dialogs, download, MESSAGE_MS } from '@piecework/web-kit';
import { useAction } from '@piecework/web-kit/query';

/** The submitted work of the task as a file: CSV for a program, XLSX for a person. */
export function DownloadWork({ taskId }: { taskId: string }) {
  const csv = useDownload(taskId, 'csv');
  const xlsx = useDownload(taskId, 'xlsx');
  return (
    <>
      <Button variant="secondary" icon="withdraw" busy={xlsx.isRunning} onClick={xlsx.start}>
        Download for Excel
      </Button>
      <Button variant="secondary" icon="withdraw" busy={csv.isRunning} onClick={csv.start}>
        Download CSV
      </Button>
    </>
  );
}

const useDownload = (taskId: string, format: 'csv' | 'xlsx') => {
  const { run, isRunning } = useAction(async () => {
    const params = { id: taskId };
    const name = `submissions-${taskId}.${format}`;
    const total = await download(`GET /tasks/{id}/submissions.${format}`, name, { params });
    if (total <= LIST_LIMIT) return;
    const title = `The file contains the newest ${formatCoins(LIST_LIMIT)} of ${formatCoins(total)} submissions`;
    dialogs.toast({ icon: 'warning', title, ms: MESSAGE_MS.long });
  });
  return { start: () => void run(), isRunning };
};
